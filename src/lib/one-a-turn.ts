/**
 * For work of a millisecond or two that hundreds may ask for at once: the first in a turn of the event loop begins at once, each other in a turn of its own, in
 * the order in which they came, so that others are served between them.
 */
export function createOneATurn(): () => Promise<void> | null {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  const next = (): void => {
    const begin = waiting.shift();
    isTaken = begin !== undefined;
    if (!begin) return;
    begin();
    setImmediate(next);
  };
  return () => {
    if (isTaken) return new Promise<void>((resolve) => waiting.push(resolve));
    isTaken = true;
    setImmediate(next);
    return null;
  };
}
