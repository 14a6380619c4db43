/** As the `ref` of what takes the place of a pressed button, or was added by one: it has the focus as soon as it is there. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
