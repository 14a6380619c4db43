/** What was opened so far, so that all of it is closed where what follows cannot be. */
export interface Opened {
  add(close: () => unknown): void;
  /** The last first; one that fails to close holds up no other. */
  close(): Promise<void>;
}

export function createOpened(): Opened {
  const closes: (() => unknown)[] = [];
  return {
    add: (close) => void closes.push(close),
    async close() {
      for (let close = closes.pop(); close !== undefined; close = closes.pop()) await (async () => await close())().catch(() => undefined);
    },
  };
}
