import type { Call } from '../call.ts';
import { Fault } from '../fault.ts';
import { createRemembered } from '../store/remembered.ts';
import type { Usage } from '../store/usage.ts';

interface Options {
  readonly usage: Usage;
  /** Of the disk that the databases are kept on; null where that is another machine's. */
  readonly freeBytes: (() => Promise<number | null>) | null;
  readonly freeBytesMin: number;
  /** Of one anonymous session; 0 is no limit. */
  readonly databasesMax: number;
  readonly bytesMax: number;
}

/** Whether there is room for what a call is about to add. What takes away, and what only reads, does not ask. */
export interface Room {
  /** Adds one with `insert`, which is told the most that its owner may have and answers the number it has when it refuses. @throws Fault storage_full, quota_exceeded */
  forDatabase(call: Call, insert: (max: number) => Promise<number | null>): Promise<void>;
  /** @throws Fault storage_full, quota_exceeded */
  forRows(call: Call): Promise<void>;
}

/** A session's bytes are measured this seldom while it writes; what it adds between is bounded by its rate limit. */
const MEASURED = { max: 10_000, ttlMs: 2_000 } as const;

export function createRoom({ usage, freeBytes, freeBytesMin, databasesMax, bytesMax }: Options): Room {
  const measured = createRemembered<number>(MEASURED);

  async function onDisk(): Promise<void> {
    const free = freeBytesMin === 0 ? null : ((await freeBytes?.()) ?? null);
    if (free !== null && free < freeBytesMin) throw new Fault('storage_full', { params: { freeBytes: free, freeBytesMin } });
  }

  async function inSession({ caller }: Call): Promise<void> {
    if (caller.kind !== 'anonymous' || bytesMax === 0) return;
    let used = measured.get(caller.ownerId);
    if (used === undefined) {
      used = await usage.bytes(caller.ownerId);
      measured.set(caller.ownerId, used);
    }
    if (used > bytesMax) throw exceeded('bytes', used, bytesMax);
  }

  return {
    async forDatabase(call, insert) {
      await onDisk();
      await inSession(call);
      const max = call.caller.kind === 'anonymous' && databasesMax > 0 ? databasesMax : Number.POSITIVE_INFINITY;
      const used = await insert(max);
      if (used !== null) throw exceeded('databases', used, max);
    },
    async forRows(call) {
      await onDisk();
      await inSession(call);
    },
  };
}

const exceeded = (what: 'databases' | 'bytes', used: number, limit: number): Fault =>
  new Fault('quota_exceeded', { params: { what, used, limit } });
