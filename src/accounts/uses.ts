import type { Keys } from '../store/keys.ts';

/** When keys were last used, stored a batch at a time, so that no request waits for it. */
export interface Uses {
  note(keyId: string): void;
  close(): Promise<void>;
}

const FLUSH_MS = 5_000;

interface Options {
  readonly keys: Pick<Keys, 'used'>;
  readonly log: { warn(facts: object, text: string): void };
  readonly flushMs?: number;
}

export function createUses({ keys, log, flushMs = FLUSH_MS }: Options): Uses {
  let waiting = new Map<string, Date>();

  async function flush(): Promise<void> {
    if (waiting.size === 0) return;
    const uses = waiting;
    waiting = new Map();
    // What is lost is the time of a use; the next one is noted again.
    await keys.used(uses).catch((error: unknown) => log.warn({ err: error, lost: uses.size }, 'when keys were last used was not stored'));
  }

  const timer = setInterval(() => void flush(), flushMs);
  timer.unref();
  return {
    note: (keyId) => void waiting.set(keyId, new Date()),
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
