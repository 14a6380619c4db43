import { type Selectable, sql } from 'kysely';
import { LIMITS } from '../contract/limits.ts';
import type { Store } from './control-plane.ts';
import type { ControlPlane } from './tables.ts';

export type DeviceRequestRow = Selectable<ControlPlane['device_request']>;

interface NewDeviceRequest {
  readonly id: string;
  readonly deviceHash: string;
  readonly userHash: string;
  readonly device: string;
  readonly access: 'read' | 'write';
  readonly address: string | null;
}

/** What a device that asks for its key is told. `hasty`: it waits still, and asked sooner than it may. */
export type Redemption =
  | { readonly state: 'unknown' | 'expired' | 'refused' | 'waiting' | 'hasty' }
  | { readonly state: 'approved'; readonly accountId: string; readonly device: string; readonly access: 'read' | 'write' };

/** Devices that ask for a key of somebody's account (RFC 8628). */
export interface DeviceRequests {
  insert(request: NewDeviceRequest): Promise<void>;
  /** The one that waits with any of these hashes of a user's code; null when there is none. */
  waiting(userHashes: readonly string[]): Promise<DeviceRequestRow | null>;
  /** Approves or refuses one that waits, with `note` in the same transaction; false when it does not wait any more. */
  decide(
    id: string,
    decision: { state: 'approved' | 'refused'; accountId: string },
    note: ((transaction: Store) => Promise<void>) | null,
  ): Promise<boolean>;
  /** Uses an approval up, in the caller's transaction: of several at once, one gets it. */
  redeem(transaction: Store, deviceHashes: readonly string[]): Promise<Redemption>;
  sweep(): Promise<void>;
}

/** RFC 8628, 3.5; and what an honest clock may be wrong by. */
const SLOW_DOWN_SECONDS = 5;
const INTERVAL_MAX_SECONDS = 60;
const GRACE_SECONDS = 1;
/** A device that comes late is told so, instead of that it was never here. */
const KEPT_SECONDS = 60 * 60;

const counts = sql<boolean>`device_request.expires_at > now()`;

export function deviceRequestsIn(store: Store): DeviceRequests {
  return {
    async insert({ id, deviceHash, userHash, device, access, address }) {
      await store
        .insertInto('device_request')
        .values({
          id,
          device_hash: deviceHash,
          user_hash: userHash,
          device,
          access,
          address,
          state: 'waiting',
          account_id: null,
          interval_seconds: LIMITS.devicePollSeconds,
          asked_at: null,
          expires_at: sql<Date>`now() + make_interval(secs => ${LIMITS.deviceFlowSeconds})`,
        })
        .execute();
    },
    async waiting(userHashes) {
      const row = await store
        .selectFrom('device_request')
        .selectAll()
        .where('user_hash', 'in', userHashes)
        .where('state', '=', 'waiting')
        .where(counts)
        .executeTakeFirst();
      return row ?? null;
    },
    async decide(id, { state, accountId }, note) {
      return await store.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('device_request')
          .set({ state, account_id: accountId })
          .where('id', '=', id)
          .where('state', '=', 'waiting')
          .where(counts)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        await note?.(transaction);
        return true;
      });
    },
    async redeem(transaction, deviceHashes) {
      const found = await transaction
        .selectFrom('device_request')
        .selectAll()
        .select([
          counts.as('counts'),
          sql<boolean>`asked_at > clock_timestamp() - make_interval(secs => interval_seconds - ${GRACE_SECONDS})`.as('isHasty'),
        ])
        .where('device_hash', 'in', deviceHashes)
        .forUpdate()
        .executeTakeFirst();
      if (!found) return { state: 'unknown' };
      if (!found.counts) return { state: 'expired' };
      const { id, state, account_id: accountId, device, access, isHasty } = found;
      if (state === 'refused') return { state };
      if (state === 'approved' && accountId !== null) {
        await transaction.deleteFrom('device_request').where('id', '=', id).execute();
        return { state, accountId, device, access };
      }
      const slower = Math.min(found.interval_seconds + SLOW_DOWN_SECONDS, INTERVAL_MAX_SECONDS);
      await transaction
        .updateTable('device_request')
        .set({ asked_at: sql<Date>`clock_timestamp()`, ...(isHasty ? { interval_seconds: slower } : {}) })
        .where('id', '=', id)
        .execute();
      return { state: isHasty ? 'hasty' : 'waiting' };
    },
    async sweep() {
      await store
        .deleteFrom('device_request')
        .where('expires_at', '<', sql<Date>`now() - make_interval(secs => ${KEPT_SECONDS})`)
        .execute();
    },
  };
}
