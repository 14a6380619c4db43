import type { Statement, WriteTransaction } from '../engine.ts';
import { afterImages, keepImage } from './images.ts';
import { identifier, relation } from './quote.ts';

/** The insert into a table of `public`, or `schema.table`, which also keeps the keys of its rows: one row comes back, with their number and why it cannot be undone. */
export async function keptInsert(transaction: WriteTransaction, table: string, { sql, params }: Statement): Promise<Statement> {
  const name = table.includes('.') ? table.split('.').map(identifier).join('.') : relation(table);
  const key = ((await transaction.run({ sql: PRIMARY_KEY, params: [name] }, 1)).rows[0]?.[0] ?? []) as string[];
  const kept = keepImage({
    transaction,
    verb: 'insert',
    table: name,
    tableVerb: 'insert',
    key,
    before: "'{}'",
    after: afterImages('svc_changed', key),
  });
  return { sql: `WITH svc_changed AS (\n${sql}\nRETURNING *)\nSELECT (SELECT count(*) FROM svc_changed), ${kept}`, params };
}

/** Asked after the table is made or changed, so that it is the table's by then. */
const PRIMARY_KEY = `SELECT array_agg(a.attname::text ORDER BY i.place) FROM pg_index x, unnest(x.indkey) WITH ORDINALITY AS i(number, place), pg_attribute a
WHERE x.indrelid = to_regclass($1)
  AND x.indisprimary AND a.attrelid = x.indrelid AND a.attnum = i.number`;
