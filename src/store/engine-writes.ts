import { sql } from 'kysely';
import { LIMITS } from '../contract/limits.ts';
import type { Executing, WriteRecords } from '../engines/write-records.ts';
import { Fault } from '../fault.ts';
import type { Store } from './control-plane.ts';
import { notAwaited } from './not-awaited.ts';

/** All by the clock of the control plane, which services on several machines share. */
const NOW = sql<Date>`clock_timestamp()`;
const HELD_UNTIL = sql<Date>`clock_timestamp() + make_interval(secs => ${LIMITS.controlLeaseSeconds})`;

export function engineWritesIn(store: Store): WriteRecords {
  const mine = (dbId: string, { scope, key }: { scope: string; key: string }, holder: string) =>
    store
      .updateTable('engine_write')
      .where('db_id', '=', dbId)
      .where('scope', '=', scope)
      .where('key', '=', key)
      .where('holder', '=', holder);

  const find = (dbId: string, { scope, key }: { scope: string; key: string }) =>
    store
      .selectFrom('engine_write')
      .select(['fingerprint', 'reply', 'executing', 'held_until'])
      .where('db_id', '=', dbId)
      .where('scope', '=', scope)
      .where('key', '=', key)
      .executeTakeFirst();

  return {
    async begin(dbId, once, holder) {
      const { scope, key, fingerprint } = once;
      const made = await store
        .insertInto('engine_write')
        .values({ db_id: dbId, scope, key, fingerprint, holder, held_until: notAwaited(HELD_UNTIL), executing: null, reply: null })
        .onConflict((conflict) => conflict.columns(['db_id', 'scope', 'key']).doNothing())
        .returning('key')
        .executeTakeFirst();
      if (made) return { kind: 'mine', before: null };
      const row = await find(dbId, once);
      if (!row) return { kind: 'held' };
      if (row.fingerprint !== fingerprint) return { kind: 'conflict' };
      if (row.reply !== null) return { kind: 'done', reply: row.reply };
      const taken = await store
        .updateTable('engine_write')
        .set({ holder, held_until: HELD_UNTIL })
        .where('db_id', '=', dbId)
        .where('scope', '=', scope)
        .where('key', '=', key)
        .where('reply', 'is', null)
        .where('held_until', '<', NOW)
        .returning('executing')
        .executeTakeFirst();
      return taken ? { kind: 'mine', before: taken.executing as Executing | null } : { kind: 'held' };
    },
    async executing(dbId, key, holder, work) {
      const row = await mine(dbId, key, holder)
        // The order in which writes executed is told by this; the later one is also swept later.
        .set({ executing: JSON.stringify(work), created_at: NOW, held_until: HELD_UNTIL })
        .where('reply', 'is', null)
        .returning('key')
        .executeTakeFirst();
      return row !== undefined;
    },
    async done(dbId, key, holder, reply) {
      await mine(dbId, key, holder).set({ reply, held_until: NOW }).execute();
    },
    async isFollowed(dbId, { scope, key }) {
      const row = await store
        .selectFrom('engine_write as own')
        .innerJoin('engine_write as other', (join) =>
          join
            .onRef('other.db_id', '=', 'own.db_id')
            .on('other.executing', 'is not', null)
            // It began later, or was at work when this one began: `held_until` is when it was done, or until when it is held.
            .on((on) =>
              on.or([on('other.created_at', '>=', on.ref('own.created_at')), on('other.held_until', '>=', on.ref('own.created_at'))]),
            ),
        )
        .select('other.key')
        .where('own.db_id', '=', dbId)
        .where('own.scope', '=', scope)
        .where('own.key', '=', key)
        .where((where) => where.or([where('other.scope', '<>', scope), where('other.key', '<>', key)]))
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    async forget(dbId, { scope, key }, holder) {
      await store
        .deleteFrom('engine_write')
        .where('db_id', '=', dbId)
        .where('scope', '=', scope)
        .where('key', '=', key)
        .where('holder', '=', holder)
        .where('reply', 'is', null)
        .execute();
    },
    async release(dbId, key, holder) {
      await mine(dbId, key, holder).set({ held_until: NOW }).where('reply', 'is', null).execute();
    },
    async renew(dbId, key, holder) {
      await mine(dbId, key, holder).set({ held_until: HELD_UNTIL }).where('reply', 'is', null).execute();
    },
    async find(dbId, once) {
      const row = await find(dbId, once);
      if (row && row.fingerprint !== once.fingerprint) throw new Fault('idempotency_conflict');
      return row?.reply ?? null;
    },
    async remove(dbId) {
      await store.deleteFrom('engine_write').where('db_id', '=', dbId).execute();
    },
    async sweep() {
      await store
        .deleteFrom('engine_write')
        .where('created_at', '<', new Date(Date.now() - LIMITS.idempotencyTtlSeconds * 1_000))
        .execute();
    },
  };
}
