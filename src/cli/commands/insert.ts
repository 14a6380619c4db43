import type { Run } from '../commands.ts';
import { requireDatabase } from '../database.ts';
import { insertPortions } from '../insert-portions.ts';
import { fitValues } from '../read/fit-values.ts';
import { readRows } from '../read/rows.ts';

/** Reads the whole file first, so that a flaw in its last line is found before anything is sent. */
export const insert: Run = async (context, [table = '', file], { db: dbGiven, format, json }) => {
  const { rows, isText } = await readRows(file, format);
  const db = await requireDatabase(context, dbGiven);
  const client = await context.client();
  const known = isText ? (await client.describeDatabase({ id: db })).tables : [];
  const { inserted, created, traceIds, ms } = await insertPortions(context, {
    client,
    db,
    table,
    rows: isText ? fitValues(rows, table, known) : rows,
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
