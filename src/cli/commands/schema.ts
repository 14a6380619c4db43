import type { Run } from '../command-run.ts';
import { requireDatabase } from '../database.ts';
import { safeText } from '../output/safe-text.ts';
import { drawTable } from '../output/table.ts';

/** A person reads no more at once; programs get all. */
const SHOWN_MAX = 50;

export const schema: Run = async (context, [given], { db, table, json }) => {
  const { output } = context;
  const client = await context.client();
  let isMore = false;
  const described = await client.describeDatabase(
    { id: await requireDatabase(context, given ?? db), ...(table === undefined ? {} : { table }), ...(json ? {} : { limit: SHOWN_MAX }) },
    { onNextCursor: (cursor) => (isMore = cursor !== null) },
  );
  if (json) {
    output.json(described);
    return 'ok';
  }
  if (described.tables.length === 0)
    output.line(table === undefined ? 'No tables yet; `svc insert <table> <file>` makes one.' : `No table is called like ${table}.`);
  for (const { name, kind, rowEstimate, columns, primaryKey, foreignKeys, comment } of described.tables) {
    const size = rowEstimate >= 0 ? `about ${rowEstimate} rows` : '';
    output.line(
      `${output.paint('bold', safeText(name))} ${output.paint('dim', [kind === 'view' ? 'view' : '', size].filter(Boolean).join(', '))}`.trimEnd(),
    );
    if (comment) output.line(output.paint('dim', safeText(comment)));
    const refers = new Map(
      foreignKeys.flatMap((key) => key.columns.map((column, index) => [column, `${key.table}.${key.references[index] ?? ''}`])),
    );
    const rows = columns.map((column) => ({
      column: column.name,
      type: column.type,
      'may be empty': column.nullable ? 'yes' : '',
      key: [primaryKey.includes(column.name) ? 'primary' : '', refers.get(column.name) ?? ''].filter(Boolean).join(', '),
    }));
    output.line(drawTable(['column', 'type', 'may be empty', 'key'], rows, output.width));
  }
  if (isMore) output.line(`There are more than these ${SHOWN_MAX}: --table <part of a name> shows those that you look for, --json all.`);
  return 'ok';
};
