import { sql } from 'kysely';
import type { Store } from './control-plane.ts';

/** Services hear under this name whose rule was changed. */
export const TENANT_CHANGED = 'svc_tenant_changed';

/** Null leaves each to the deployment; 0 is no limit. */
export interface TenantLimits {
  readonly databases: number | null;
  readonly bytes: number | null;
  readonly statements: number | null;
}

export interface TenantRule {
  readonly ownerId: string;
  readonly blockedAt: Date | null;
  readonly blockedReason: string | null;
  readonly limits: TenantLimits;
  readonly changedAt: Date;
}

/** What whoever runs the service says of single accounts and anonymous sessions. */
export interface TenantRules {
  /** All that there are, or those that were changed after `since`. */
  list(since?: Date): Promise<TenantRule[]>;
  /** When it was blocked first, where it is already. */
  block(ownerId: string, reason: string | null): Promise<Date>;
  /** False when it was not blocked. */
  unblock(ownerId: string): Promise<boolean>;
  limit(ownerId: string, limits: Partial<TenantLimits>): Promise<TenantRule>;
}

/** By the clock of the control plane, which all services share. */
const NOW = sql<Date>`clock_timestamp()`;

export function tenantRulesIn(store: Store): TenantRules {
  /** Told to the services with the change itself. */
  const change = <T>(ownerId: string, work: (transaction: Store) => Promise<T>): Promise<T> =>
    store.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('tenant_rule')
        .values({ owner_id: ownerId, changed_at: NOW })
        .onConflict((conflict) => conflict.column('owner_id').doUpdateSet({ changed_at: NOW }))
        .execute();
      const done = await work(transaction);
      await sql`SELECT pg_notify(${TENANT_CHANGED}, ${ownerId})`.execute(transaction);
      return done;
    });

  return {
    async list(since) {
      let query = store.selectFrom('tenant_rule').selectAll();
      if (since !== undefined) query = query.where('changed_at', '>', since);
      return (await query.execute()).map(ruleOf);
    },
    block: (ownerId, reason) =>
      change(ownerId, async (transaction) => {
        const row = await transaction
          .updateTable('tenant_rule')
          .set({ blocked_at: sql<Date>`coalesce(blocked_at, ${NOW})`, blocked_reason: reason })
          .where('owner_id', '=', ownerId)
          .returning('blocked_at as at')
          .executeTakeFirstOrThrow();
        return row.at as Date;
      }),
    unblock: (ownerId) =>
      change(ownerId, async (transaction) => {
        const row = await transaction
          .updateTable('tenant_rule')
          .set({ blocked_at: null, blocked_reason: null })
          .where('owner_id', '=', ownerId)
          .where('blocked_at', 'is not', null)
          .returning('owner_id')
          .executeTakeFirst();
        return row !== undefined;
      }),
    limit: (ownerId, { databases, bytes, statements }) =>
      change(ownerId, async (transaction) => {
        const row = await transaction
          .updateTable('tenant_rule')
          .set({
            ...(databases === undefined ? {} : { databases_max: databases }),
            ...(bytes === undefined ? {} : { bytes_max: bytes }),
            ...(statements === undefined ? {} : { statements_max: statements }),
            changed_at: NOW,
          })
          .where('owner_id', '=', ownerId)
          .returningAll()
          .executeTakeFirstOrThrow();
        return ruleOf(row);
      }),
  };
}

interface Row {
  readonly owner_id: string;
  readonly blocked_at: Date | null;
  readonly blocked_reason: string | null;
  readonly databases_max: number | null;
  readonly bytes_max: string | null;
  readonly statements_max: number | null;
  readonly changed_at: Date;
}

const ruleOf = (row: Row): TenantRule => ({
  ownerId: row.owner_id,
  blockedAt: row.blocked_at,
  blockedReason: row.blocked_reason,
  limits: { databases: row.databases_max, bytes: row.bytes_max === null ? null : Number(row.bytes_max), statements: row.statements_max },
  changedAt: row.changed_at,
});
