/** Whether a key that a page listens for is a letter to where the focus is, or a part of the browser's own shortcut. */
export const isTyping = (event: KeyboardEvent): boolean =>
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  // In the shadow tree of an editor too.
  event
    .composedPath()
    .some((element) => element instanceof HTMLElement && (element.matches('input, select, textarea, dialog') || element.isContentEditable));
