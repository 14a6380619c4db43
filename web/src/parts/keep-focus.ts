/**
 * An element that goes takes the focus with it, and who works with the keyboard would begin anew at the top: the title of the page has it
 * then. What takes the focus by itself is there before this looks.
 */
export function keepFocus(app: HTMLElement): void {
  let last: EventTarget | null = null;
  app.addEventListener('focusin', ({ target }) => {
    last = target;
  });
  new MutationObserver(() => {
    if (!(last instanceof Element) || last.isConnected || document.activeElement !== document.body) return;
    last = null;
    // Nothing is moved under the eyes of who works with a mouse.
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }).observe(app, { childList: true, subtree: true });
}
