import { type Selectable, sql } from 'kysely';
import { LIMITS } from '../contract/limits.ts';
import type { Store } from './control-plane.ts';
import type { ControlPlane } from './tables.ts';

export type ImportRow = Selectable<ControlPlane['import']>;

/** What a step changes; all of it, or nothing where somebody else has the lease by now. */
export interface ImportChange {
  readonly phase: ImportRow['phase'];
  readonly dbId: string | null;
  readonly progress: ImportRow['progress'];
  readonly state: unknown;
}

export interface Imports {
  /** In the transaction that stores the reply. */
  insert(
    transaction: Store,
    row: Pick<ImportRow, 'id' | 'owner_id' | 'pack_id' | 'db_id' | 'name' | 'auto' | 'progress' | 'state'>,
  ): Promise<void>;
  find(id: string): Promise<ImportRow | null>;
  /** What an owner has that is not complete. With the caller's transaction nobody else counts for this owner until its end. */
  open(ownerId: string, transaction?: Store): Promise<{ readonly imports: number; readonly bytes: number }>;
  /** Takes the work over for a while, which is counted; null while somebody else has it. */
  lease(id: string, lease: string): Promise<ImportRow | null>;
  /** False when it is somebody else's by now, or gone. */
  renew(id: string, lease: string): Promise<boolean>;
  /** The same. `alongside` becomes true together with it. */
  checkpoint(id: string, lease: string, change: ImportChange, alongside?: (transaction: Store) => Promise<void>): Promise<boolean>;
  /** Drops what was sent, before the import is complete. */
  forgetSource(id: string, lease: string): Promise<void>;
  /** Gives the work back, with why it stands still. Unless it is given up, whoever takes it over has all attempts again. */
  release(id: string, lease: string, error: ImportRow['error'], isGivenUp?: boolean): Promise<void>;
  /** One that was begun anonymously becomes the account's. */
  claim(id: string, accountId: string, by: unknown): Promise<boolean>;
  /** Clears why it stands still. */
  clearError(id: string): Promise<void>;
  remove(id: string): Promise<boolean>;
  /** Those that are to go on by themselves: an account's, neither complete nor failed, that nobody works on. */
  waiting(): Promise<string[]>;
  sweep(): Promise<void>;
}

const leaseEnd = sql<Date>`now() + make_interval(secs => ${LIMITS.importLeaseSeconds})`;
const expiry = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

export function importsIn(store: Store): Imports {
  return {
    async insert(transaction, row) {
      await transaction
        .insertInto('import')
        .values({
          ...row,
          phase: 'inspecting',
          progress: JSON.stringify(row.progress),
          state: JSON.stringify(row.state),
          error: null,
          lease: null,
          lease_until: null,
          expires_at: expiry(LIMITS.importUnfinishedSeconds),
        })
        .execute();
    },
    async find(id) {
      return (
        (await store.selectFrom('import').selectAll().where('id', '=', id).where('expires_at', '>', sql<Date>`now()`).executeTakeFirst()) ??
        null
      );
    },
    async open(ownerId, transaction) {
      // One after the other for one owner: of two that count at once, each would miss the other's.
      if (transaction) await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`imports of ${ownerId}`}, 0))`.execute(transaction);
      const { imports, bytes } = await (transaction ?? store)
        .selectFrom('import')
        .leftJoin('import_file', 'import_file.import_id', 'import.id')
        .select([
          sql<string>`count(DISTINCT import.id)`.as('imports'),
          sql<string>`coalesce(sum(greatest(import_file.received, import_file.bytes)), 0)`.as('bytes'),
        ])
        .where('import.owner_id', '=', ownerId)
        .where('import.phase', '<>', 'complete')
        .executeTakeFirstOrThrow();
      return { imports: Number(imports), bytes: Number(bytes) };
    },
    async lease(id, lease) {
      const row = await store
        .updateTable('import')
        .set({ lease, lease_until: leaseEnd, attempts: sql<number>`attempts + 1` })
        .where('id', '=', id)
        .where((is) => is.or([is('lease_until', 'is', null), is('lease_until', '<', sql<Date>`now()`)]))
        .returningAll()
        .executeTakeFirst();
      return row ?? null;
    },
    async renew(id, lease) {
      const row = await store
        .updateTable('import')
        .set({ lease_until: leaseEnd })
        .where('id', '=', id)
        .where('lease', '=', lease)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },
    async checkpoint(id, lease, { phase, dbId, progress, state }, alongside) {
      return await store.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable('import')
          .set({
            phase,
            db_id: dbId,
            progress: JSON.stringify(progress),
            state: JSON.stringify(state),
            lease_until: leaseEnd,
            // Whoever dies from here on dies at the next step, which is begun by this.
            attempts: 1,
            updated_at: sql<Date>`now()`,
            ...(phase === 'complete' ? { expires_at: expiry(LIMITS.importKeptSeconds) } : {}),
          })
          .where('id', '=', id)
          .where('lease', '=', lease)
          .returning('id')
          .executeTakeFirst();
        if (!row) return false;
        await alongside?.(transaction);
        // Nobody needs the source any more.
        if (phase === 'complete') await transaction.deleteFrom('import_file').where('import_id', '=', id).execute();
        return true;
      });
    },
    async forgetSource(id, lease) {
      await store
        .deleteFrom('import_file')
        .where('import_id', 'in', store.selectFrom('import').select('id').where('id', '=', id).where('lease', '=', lease))
        .execute();
    },
    async release(id, lease, error, isGivenUp = false) {
      await store
        .updateTable('import')
        .set({
          lease: null,
          lease_until: null,
          error: error === null ? null : JSON.stringify(error),
          ...(isGivenUp ? {} : { attempts: 0 }),
          updated_at: sql<Date>`now()`,
        })
        .where('id', '=', id)
        .where('lease', '=', lease)
        .execute();
    },
    async claim(id, accountId, by) {
      const row = await store
        .updateTable('import')
        .set({ owner_id: accountId, state: sql<string>`jsonb_set(state, '{by}', ${JSON.stringify(by)}::jsonb)` })
        .where('id', '=', id)
        .where('owner_id', 'not in', store.selectFrom('account').select('id'))
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },
    async clearError(id) {
      await store.updateTable('import').set({ error: null }).where('id', '=', id).execute();
    },
    async remove(id) {
      return (await store.deleteFrom('import').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined;
    },
    async waiting() {
      const rows = await store
        .selectFrom('import')
        .select('id')
        .where('auto', '=', true)
        .where('phase', '<>', 'complete')
        .where('error', 'is', null)
        .where('expires_at', '>', sql<Date>`now()`)
        .where((is) => is.or([is('lease_until', 'is', null), is('lease_until', '<', sql<Date>`now()`)]))
        .where('owner_id', 'in', store.selectFrom('account').select('id'))
        // Of one that is sent in parts, once all of them are here.
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('import_file')
                .select('no')
                .whereRef('import_file.import_id', '=', 'import.id')
                .where('import_file.url', 'is', null)
                .whereRef('import_file.received', '<', 'import_file.bytes'),
            ),
          ),
        )
        .execute();
      return rows.map(({ id }) => id);
    },
    async sweep() {
      await store.deleteFrom('import').where('expires_at', '<', sql<Date>`now()`).execute();
    },
  };
}
