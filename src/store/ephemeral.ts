/** Short-lived shared facts: counters that forget themselves. */
export interface Ephemeral {
  /** Adds one to the counter of the present window. */
  count(key: string, windowSeconds: number): Promise<{ count: number; resetSeconds: number }>;
  /** Takes one back from the present window, if it has any. */
  uncount(key: string): Promise<void>;
}

const KEYS_MAX = 100_000;
const SWEEP_EVERY_MS = 1_000;

/** In this process's memory: right for one service on one machine. */
export function createMemoryEphemeral(now: () => number = Date.now): Ephemeral {
  const windows = new Map<string, { count: number; endsAt: number }>();
  let sweptAt = 0;

  /** A sweep at most once a second; between them the oldest key goes. */
  function makeRoom(time: number): void {
    if (time - sweptAt > SWEEP_EVERY_MS) {
      sweptAt = time;
      for (const [name, window] of windows) if (window.endsAt <= time) windows.delete(name);
    }
    const oldest = windows.keys().next().value;
    if (windows.size >= KEYS_MAX && oldest !== undefined) windows.delete(oldest);
  }

  return {
    async uncount(key) {
      const window = windows.get(key);
      if (window && window.count > 0) window.count -= 1;
    },
    async count(key, windowSeconds) {
      const time = now();
      if (windows.size >= KEYS_MAX) makeRoom(time);
      let window = windows.get(key);
      if (!window || window.endsAt <= time) {
        window = { count: 0, endsAt: time + windowSeconds * 1_000 };
        windows.set(key, window);
      }
      window.count += 1;
      return { count: window.count, resetSeconds: Math.max(1, Math.ceil((window.endsAt - time) / 1_000)) };
    },
  };
}
