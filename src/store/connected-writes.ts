import { LIMITS } from '../contract/limits.ts';
import type { ConnectedWrites } from '../engines/connected.ts';
import type { Store } from './control-plane.ts';

/** Each step is one statement, so that of two who try the same one goes on. */
export function connectedWritesIn(store: Store): ConnectedWrites {
  const leaseEnd = (): Date => new Date(Date.now() + LIMITS.idempotencyLeaseSeconds * 1_000);

  const find: ConnectedWrites['find'] = async ({ scope, key, fingerprint }) => {
    const row = await store.selectFrom('connected_write').selectAll().where('scope', '=', scope).where('key', '=', key).executeTakeFirst();
    if (!row) return { kind: 'none' };
    if (row.fingerprint !== fingerprint) return { kind: 'conflict' };
    const { state, reply, server, transaction } = row;
    if (state === 'done' && reply !== null) return { kind: 'done', reply };
    if (state === 'executing' && reply !== null && server !== null && transaction !== null)
      return { kind: 'executing', commit: { server, transaction, reply } };
    return { kind: 'started' };
  };

  return {
    find,
    async begin(dbId, once, attempt) {
      const { scope, key, fingerprint } = once;
      const row = {
        scope,
        key,
        fingerprint,
        db_id: dbId,
        state: 'started' as const,
        attempt,
        server: null,
        transaction: null,
        reply: null,
      };
      const mine = await store
        .insertInto('connected_write')
        .values({ ...row, lease_until: leaseEnd() })
        .onConflict((conflict) =>
          conflict
            .columns(['scope', 'key'])
            .doUpdateSet({ attempt, lease_until: leaseEnd() })
            .where('connected_write.fingerprint', '=', fingerprint)
            .where('connected_write.db_id', '=', dbId)
            .where('connected_write.state', '=', 'started')
            .where('connected_write.lease_until', '<', new Date()),
        )
        .returning('key')
        .executeTakeFirst();
      if (mine) return { kind: 'mine' };
      const found = await find(once);
      return found.kind === 'none' ? { kind: 'started' } : found;
    },
    async executing({ scope, key }, attempt, commit) {
      const row = await store
        .updateTable('connected_write')
        .set({ state: 'executing', ...commit })
        .where('scope', '=', scope)
        .where('key', '=', key)
        .where('attempt', '=', attempt)
        .where('state', '=', 'started')
        .returning('key')
        .executeTakeFirst();
      return row !== undefined;
    },
    async done({ scope, key }, { transaction }) {
      await store
        .updateTable('connected_write')
        .set({ state: 'done' })
        .where('scope', '=', scope)
        .where('key', '=', key)
        .where('transaction', '=', transaction)
        .execute();
    },
    async abandon({ scope, key }, attempt) {
      await store
        .deleteFrom('connected_write')
        .where('scope', '=', scope)
        .where('key', '=', key)
        .where('attempt', '=', attempt)
        .where('state', '=', 'started')
        .execute();
    },
    async rolledBack({ scope, key }, { transaction }) {
      await store
        .deleteFrom('connected_write')
        .where('scope', '=', scope)
        .where('key', '=', key)
        .where('transaction', '=', transaction)
        .where('state', '=', 'executing')
        .execute();
    },
  };
}
