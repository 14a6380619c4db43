import { createHash, randomUUID } from 'node:crypto';
import { encodeJson } from '../src/lib/encode-json.ts';

/** A retry of a call whose first run ended longer ago than this is a new call. */
const REMEMBER_MS = 30_000;
const CALLS_MAX = 10_000;

/** Which call of which connection. */
export interface CallName {
  /** The caller, and its session or what its host calls itself. */
  readonly scope: string;
  readonly requestId: string | number;
  readonly tool: string;
  readonly input: unknown;
}

export interface Retries {
  /** Runs one tool call. `work` gets its idempotency key by asking for it, which a read never does. */
  run<T>(call: CallName, work: (idempotencyKey: () => string) => Promise<T>): Promise<T>;
}

/**
 * The idempotency key of a tool call. A host that repeats a request, because the answer got lost on the way, repeats it
 * whole: the same JSON-RPC id and the same arguments from the same connection. That gets the same key, so the write
 * happens once. The arguments alone would not do: two equal inserts can both be meant. Nor would id and arguments without
 * a limit in time: ids count from zero in each process of a host, and since 2026-07-28 a connection has no name, so the
 * same first call of tomorrow would look like today's. A model that repeats itself sends a new id: that is a new write.
 * Only calls that asked for their key are remembered.
 */
export function createRetries(now: () => number = Date.now): Retries {
  const calls = new Map<string, Remembered>();

  function makeRoom(): void {
    const time = now();
    for (const [name, call] of calls) if (call.running === 0 && call.until <= time) calls.delete(name);
    const oldest = calls.keys().next().value;
    if (calls.size >= CALLS_MAX && oldest !== undefined) calls.delete(oldest);
  }

  function remember({ scope, requestId, tool, input }: CallName, beganAt: number): Remembered {
    const name = createHash('sha256')
      .update(encodeJson([scope, requestId, tool, input]))
      .digest('base64');
    const known = calls.get(name);
    const call = known && (known.running > 0 || known.until > beganAt) ? known : { key: randomUUID(), running: 0, until: 0 };
    if (call !== known && calls.size >= CALLS_MAX) makeRoom();
    calls.delete(name);
    calls.set(name, call);
    call.running += 1;
    return call;
  }

  return {
    async run(call, work) {
      const beganAt = now();
      const asked: { for?: Remembered } = {};
      try {
        return await work(() => {
          asked.for ??= remember(call, beganAt);
          return asked.for.key;
        });
      } finally {
        if (asked.for) {
          asked.for.running -= 1;
          asked.for.until = now() + REMEMBER_MS;
        }
      }
    },
  };
}

interface Remembered {
  readonly key: string;
  running: number;
  until: number;
}
