import { sql } from 'kysely';
import { LIMITS } from '../contract/limits.ts';
import type { Store } from './control-plane.ts';

export interface CallCount {
  /** In UTC. */
  readonly day: string;
  /** Null for who was signed in. */
  readonly keyId: string | null;
  readonly calls: number;
  readonly failed: number;
}

/** How many calls accounts made, by day and by key; they are counted where receipts are stored. */
export interface CallCounts {
  /** The earliest first. */
  list(accountId: string, filter: { since: string; keyId?: string | undefined }): Promise<CallCount[]>;
  sweep(): Promise<void>;
}

export const callCountsIn = (store: Store): CallCounts => ({
  async list(accountId, { since, keyId }) {
    let query = store
      .selectFrom('call_count')
      .select([sql<string>`day::text`.as('day'), 'caller', 'calls', 'failed'])
      .where('account_id', '=', accountId)
      .where('day', '>=', sql<Date>`${since}::date`);
    if (keyId !== undefined) query = query.where('caller', '=', keyId);
    const rows = await query.orderBy('call_count.day').execute();
    return rows.map(({ day, caller, calls, failed }) => ({
      day,
      keyId: caller === '' ? null : caller,
      calls: Number(calls),
      failed: Number(failed),
    }));
  },
  async sweep() {
    await store
      .deleteFrom('call_count')
      .where('day', '<', sql<Date>`(now() AT TIME ZONE 'UTC')::date - ${LIMITS.usageDaysMax}::int`)
      .execute();
  },
});
