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
  /** Gives the engine the room on its disk that was kept back for what takes away; false when there is none. */
  readonly giveRoom: () => Promise<boolean>;
}

/** Whether there is room for what a call is about to add. What takes away, and what only reads, does not ask. */
export interface Room {
  /** Adds one with `insert`, which is told the most that its owner may have and answers the number it has when it refuses. @throws Fault storage_full, quota_exceeded */
  forDatabase(call: Call, insert: (max: number) => Promise<number | null>): Promise<void>;
  /** @throws Fault storage_full, quota_exceeded */
  forRows(call: Call): Promise<void>;
  /** For what is written when nobody waits for it. @throws Fault storage_full */
  onDisk(): Promise<void>;
  /** Why a write that was given room has used it up meanwhile; null while it has not, and for what only takes away. */
  usedUp(call: Call): Promise<Fault | null>;
  /** Whether a call that adds nothing, and failed for the disk is full, can be done now. */
  hasMadeWay(call: Call, error: unknown): Promise<boolean>;
}

/** A session's bytes are measured this seldom while it writes; what it adds between is bounded by its rate limit. */
const MEASURED = { max: 10_000, ttlMs: 2_000 } as const;

/** What a write may go over the limits that it met when it began: as much as one insert of 16 MiB comes to with its indexes. */
const OVER_BYTES = 64 * 1_048_576;
/** The disk is looked at each time that a running write is; what a session's databases take, not as often. */
const MEASURE_EVERY_MS = 400;

export function createRoom({ usage, freeBytes, freeBytesMin, databasesMax, bytesMax, giveRoom }: Options): Room {
  const measured = createRemembered<number>(MEASURED);

  async function onDisk(): Promise<void> {
    const free = freeBytesMin === 0 ? null : ((await freeBytes?.()) ?? null);
    if (free !== null && free < freeBytesMin) throw new Fault('storage_full', { params: { freeBytes: free, freeBytesMin } });
  }

  /** When the session of a call that was given room is to be measured next. */
  const given = new WeakMap<Call, number>();

  const adding = new WeakSet<Call>();

  async function inSession({ caller }: Call, { anew = false, overBytes = 0 } = {}): Promise<void> {
    if (caller.kind !== 'anonymous' || bytesMax === 0) return;
    let used = anew ? undefined : measured.get(caller.ownerId);
    if (used === undefined) {
      used = await usage.bytes(caller.ownerId);
      measured.set(caller.ownerId, used);
    }
    if (used > bytesMax + overBytes) throw exceeded('bytes', used, bytesMax);
  }

  return {
    onDisk,
    async forDatabase(call, insert) {
      adding.add(call);
      await onDisk();
      await inSession(call);
      const max = call.caller.kind === 'anonymous' && databasesMax > 0 ? databasesMax : Number.POSITIVE_INFINITY;
      const used = await insert(max);
      if (used !== null) throw exceeded('databases', used, max);
    },
    async forRows(call) {
      adding.add(call);
      await onDisk();
      await inSession(call);
      given.set(call, performance.now() + MEASURE_EVERY_MS);
    },
    async usedUp(call) {
      const next = given.get(call);
      if (next === undefined) return null;
      try {
        await onDisk();
        if (performance.now() < next) return null;
        await inSession(call, { anew: true, overBytes: OVER_BYTES });
        given.set(call, performance.now() + MEASURE_EVERY_MS);
        return null;
      } catch (error) {
        if (error instanceof Fault) return error;
        throw error;
      }
    },
    async hasMadeWay(call, error) {
      // The engine's own word has a cause; a floor that was met has none.
      const isFull = error instanceof Fault && error.code === 'storage_full' && error.cause !== undefined;
      return isFull && !adding.has(call) && (await giveRoom());
    },
  };
}

const exceeded = (what: 'databases' | 'bytes', used: number, limit: number): Fault =>
  new Fault('quota_exceeded', { params: { what, used, limit } });
