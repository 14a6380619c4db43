import type { Quota, Tenants } from '../accounts/tenants.ts';
import type { Call } from '../call.ts';
import { Fault } from '../fault.ts';
import { createRemembered } from '../store/remembered.ts';
import type { Usage } from '../store/usage.ts';

interface Options {
  readonly usage: Usage;
  /** Of the disk that the databases are kept on; null where that is another machine's. */
  readonly freeBytes: (() => Promise<number | null>) | null;
  readonly freeBytesMin: number;
  readonly tenants: Pick<Tenants, 'quota' | 'requireOpen'>;
  /** Gives the engine the room on its disk that was kept back for what takes away; false when there is none. */
  readonly giveRoom: () => Promise<boolean>;
}

/** Whether there is room for what a call is about to add. What takes away, and what only reads, does not ask. */
export interface Room {
  /** Adds one with `insert`, which is told the most that its owner may have and answers the number it has when it refuses. @throws Fault storage_full, quota_exceeded */
  forDatabase(call: Call, insert: (max: number) => Promise<number | null>): Promise<void>;
  /** @throws Fault storage_full, quota_exceeded */
  forRows(call: Call): Promise<void>;
  /** For what is written when nobody waits for it. @throws Fault storage_full, quota_exceeded, account_blocked */
  ofOwner(ownerId: string): Promise<void>;
  /** A database of it, as `forDatabase`. @throws Fault storage_full, quota_exceeded, account_blocked */
  databaseOf(ownerId: string, insert: (max: number) => Promise<number | null>): Promise<void>;
  /** Why a write that was given room has used it up meanwhile; null while it has not, and for what only takes away. */
  usedUp(call: Call): Promise<Fault | null>;
  /** Whether a call that adds nothing, and failed for the disk is full, can be done now. */
  hasMadeWay(call: Call, error: unknown): Promise<boolean>;
}

/** A tenant's bytes are measured this seldom while it writes; what it adds between is bounded by its rate limit. */
const MEASURED = { max: 10_000, ttlMs: 2_000 } as const;

/** What a write may go over the limits that it met when it began: as much as one insert of 16 MiB comes to with its indexes. */
const OVER_BYTES = 64 * 1_048_576;
/** The disk is looked at each time that a running write is; what a tenant's databases take, not as often. */
const MEASURE_EVERY_MS = 400;

export function createRoom({ usage, freeBytes, freeBytesMin, tenants, giveRoom }: Options): Room {
  const measured = createRemembered<number>(MEASURED);

  async function onDisk(): Promise<void> {
    const free = freeBytesMin === 0 ? null : ((await freeBytes?.()) ?? null);
    if (free !== null && free < freeBytesMin) throw new Fault('storage_full', { params: { freeBytes: free, freeBytesMin } });
  }

  /** When the owner of a call that was given room is to be measured next. */
  const given = new WeakMap<Call, number>();

  const adding = new WeakSet<Call>();

  async function inQuota(ownerId: string, { bytes }: Quota, { anew = false, overBytes = 0 } = {}): Promise<void> {
    if (bytes === 0) return;
    let used = anew ? undefined : measured.get(ownerId);
    if (used === undefined) {
      used = await usage.bytes(ownerId);
      measured.set(ownerId, used);
    }
    if (used > bytes + overBytes) throw exceeded('bytes', used, bytes);
  }

  async function add(ownerId: string, quota: Quota, insert: (max: number) => Promise<number | null>): Promise<void> {
    await onDisk();
    await inQuota(ownerId, quota);
    const max = quota.databases > 0 ? quota.databases : Number.POSITIVE_INFINITY;
    const used = await insert(max);
    if (used !== null) throw exceeded('databases', used, max);
  }

  /** What is written by itself is an account's. */
  async function ownQuota(ownerId: string): Promise<Quota> {
    await tenants.requireOpen(ownerId);
    return tenants.quota({ kind: 'account', ownerId });
  }

  return {
    async ofOwner(ownerId) {
      await onDisk();
      await inQuota(ownerId, await ownQuota(ownerId));
    },
    databaseOf: async (ownerId, insert) => add(ownerId, await ownQuota(ownerId), insert),
    async forDatabase(call, insert) {
      adding.add(call);
      await add(call.caller.ownerId, tenants.quota(call.caller), insert);
    },
    async forRows(call) {
      adding.add(call);
      await onDisk();
      await inQuota(call.caller.ownerId, tenants.quota(call.caller));
      given.set(call, performance.now() + MEASURE_EVERY_MS);
    },
    async usedUp(call) {
      const next = given.get(call);
      if (next === undefined) return null;
      try {
        await onDisk();
        if (performance.now() < next) return null;
        await inQuota(call.caller.ownerId, tenants.quota(call.caller), { anew: true, overBytes: OVER_BYTES });
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
