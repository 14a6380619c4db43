import { sql } from 'kysely';
import type { Store } from './control-plane.ts';
import { CONTROL_SCHEMA } from './migrations.ts';
import type { Seal } from './seal.ts';

/** Where sealed records are. */
interface Sealed {
  readonly table: 'byollm_key' | 'connection';
  readonly id: 'account_id' | 'db_id';
  /** What they are, in the log. */
  readonly what: string;
  readonly contextOf: (id: string) => string;
}

interface Options {
  readonly store: Store;
  readonly seal: Seal;
  readonly records: readonly Sealed[];
  readonly log: { info(facts: object, text: string): void; warn(facts: object, text: string): void };
}

const BATCH = 500;

/**
 * Seals anew, with the present key of the ring, what an earlier one sealed, so that the earlier one can be taken off the
 * ring. A record that somebody changes meanwhile stays as they made it. What does not open is counted, and stays.
 */
export async function resealAll({ store, seal, records, log }: Options): Promise<void> {
  for (const { table, id, what, contextOf } of records) {
    const counts = { resealed: 0, unopened: 0 };
    const missing = new Set<string>();
    const [from, key] = [sql.table(`${CONTROL_SCHEMA}.${table}`), sql.ref(id)];
    for (let after = ''; ; ) {
      const { rows } = await sql<{ id: string; sealed: string }>`SELECT ${key}::text AS id, sealed FROM ${from}
        WHERE ${key}::text > ${after} ORDER BY ${key}::text LIMIT ${BATCH}`.execute(store);
      for (const { id: of, sealed } of rows.filter((row) => !seal.isPresent(row.sealed))) {
        const secret = seal.open(sealed, contextOf(of));
        if (secret === null) {
          counts.unopened += 1;
          missing.add(seal.keyOf(sealed));
          continue;
        }
        await sql`UPDATE ${from} SET sealed = ${seal.close(secret, contextOf(of))} WHERE ${key}::text = ${of} AND sealed = ${sealed}`.execute(
          store,
        );
        counts.resealed += 1;
      }
      const last = rows.at(-1);
      if (!last || rows.length < BATCH) break;
      after = last.id;
    }
    if (counts.resealed > 0) log.info({ what, ...counts }, 'sealed records were sealed anew with the present key of SVC_SEALING_KEYS');
    if (counts.unopened > 0)
      log.warn(
        { what, ...counts, sealedWith: [...missing].sort() },
        'sealed records do not open: the key that they were sealed with is not in SVC_SEALING_KEYS, or another one has its name (`secret` is the one that was used before any was set): put it back behind the present one',
      );
  }
}
