import type { Run } from '../command-run.ts';
import { requireDatabase } from '../database.ts';
import { insertPortions } from '../insert-portions.ts';
import { fitValues } from '../read/fit-values.ts';
import { readRows } from '../read/rows.ts';
import { Stop } from '../stop.ts';

/** Reads the whole file first, so that a flaw in its last line is found before anything is sent. */
export const insert: Run = async (context, [table = '', file], { db: dbGiven, format, skip, json }) => {
  const read = await readRows(file, format);
  const { isText } = read;
  const skipped = skippedOf(skip, read.rows.length);
  const rows = read.rows.slice(skipped);
  const db = await requireDatabase(context, dbGiven);
  const client = await context.client();
  const known = isText ? (await client.describeDatabase({ id: db })).tables : [];
  const { inserted, created, traceIds, ms } = await insertPortions(context, {
    client,
    db,
    table,
    // Of all of them, so that what a column takes does not hang on where one went on.
    rows: isText ? fitValues(read.rows, table, known).slice(skipped) : rows,
    skipped,
    goOn: (from) =>
      // With the database itself: another may be the active one by then.
      ['svc', 'insert', table, file ?? '-', '--db', db, ...(format === undefined ? [] : ['--format', format]), '--skip', String(from)]
        .map(asWord)
        .join(' '),
  });
  const { output } = context;
  if (json) output.json({ status: 'ok', db, table, inserted, created, traceIds, ms });
  else {
    const made = [created.table ? 'the table' : '', created.columns.length > 0 ? `columns ${created.columns.join(', ')}` : ''].filter(
      Boolean,
    );
    const changes = [
      made.length > 0 ? `; made ${made.join(' with ')}` : '',
      created.widened.length > 0 ? `; widened ${created.widened.join(', ')}` : '',
    ];
    output.line(`${inserted} ${inserted === 1 ? 'row' : 'rows'} into ${table} in ${ms} ms${changes.join('')}.`);
  }
  return 'ok';
};

/** As a shell reads it back. */
const asWord = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** @throws Stop usage for what is no number of rows, or is all of them */
function skippedOf(given: string | undefined, count: number): number {
  if (given === undefined) return 0;
  if (!/^\d{1,15}$/.test(given)) throw new Stop('usage', '--skip takes a number of rows.');
  if (Number(given) >= count) throw new Stop('usage', `There are ${count} rows, and --skip leaves all of them out.`, 'Nothing was sent.');
  return Number(given);
}
