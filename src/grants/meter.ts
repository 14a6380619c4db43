import { createHash } from 'node:crypto';
import type { Call } from '../call.ts';
import type { Grants, GrantUse } from '../store/grants.ts';

/** Counts what grants are used for. */
export interface Meter {
  /** Returns at once, but for when more wait to be stored than memory is for. */
  note(use: GrantUse): Promise<void>;
  /** Stores what waits. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** What came within this time is stored by one statement, as receipts are. */
const FLUSH_MS = 250;
const WAITING_MAX = 5_000;

interface Options {
  readonly grants: Pick<Grants, 'count'>;
  readonly log: { warn(facts: object, text: string): void };
}

/**
 * Uses wait in memory and are stored a batch at a time. What could not be stored stays and is tried again; that a batch
 * may have been stored although no answer came does no harm, since each use counts once.
 */
export function createMeter({ grants, log }: Options): Meter {
  const waiting = new Map<string, GrantUse>();
  let flushing: Promise<void> | null = null;

  async function store(): Promise<void> {
    const batch = [...waiting.values()];
    if (batch.length === 0) return;
    await grants.count(batch);
    for (const use of batch) if (waiting.get(use.id) === use) waiting.delete(use.id);
  }

  /** One batch after the other; who comes while one is under way waits for its own. */
  async function flush(): Promise<void> {
    await flushing?.catch(() => undefined);
    flushing ??= store().finally(() => {
      flushing = null;
    });
    await flushing;
  }

  const timer = setInterval(() => {
    if (waiting.size === 0 || flushing) return;
    flush().catch((error: unknown) => log.warn({ err: error, waiting: waiting.size }, 'uses of grants were not stored; it is tried again'));
  }, FLUSH_MS);
  timer.unref();

  return {
    async note(use) {
      // The first of two that are the same counts.
      if (!waiting.has(use.id)) waiting.set(use.id, use);
      if (waiting.size > WAITING_MAX) await flush();
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

/** The same for every retry of a request that has an idempotency key, and else of the request alone. */
export const useIdOf = ({ caller, idempotencyKey, fingerprint, requestId }: Call): string =>
  idempotencyKey === null
    ? requestId
    : createHash('sha256')
        .update(JSON.stringify([caller.ownerId, idempotencyKey, fingerprint()]))
        .digest('hex');
