/**
 * For work of a millisecond or two that hundreds may ask for at once: the first in a turn of the event loop begins at once, each other in a turn of its own, in
 * the order in which they came, so that others are served between them.
 * @param atOnce more than one begin in a turn, where they are shorter and thousands may be asked for
 */
export function createOneATurn(atOnce = 1): () => Promise<void> | null {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  const next = (): void => {
    const some = waiting.splice(0, atOnce);
    isTaken = some.length > 0;
    if (!isTaken) return;
    for (const begin of some) begin();
    setImmediate(next);
  };
  return () => {
    if (isTaken) return new Promise<void>((resolve) => waiting.push(resolve));
    isTaken = true;
    setImmediate(next);
    return null;
  };
}
