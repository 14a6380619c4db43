import type { AskReply, Diff, ResultSet, Trace } from '../../contract/ask.ts';
import type { CreatedSchema } from '../../contract/database.ts';
import { encodeJson } from '../../lib/encode-json.ts';
import type { Output } from './output.ts';
import { safeText } from './safe-text.ts';
import { drawRecords, drawTable, tableOf } from './table.ts';

export interface Shown {
  readonly chart?: boolean;
  /** Each row as lines down the page. */
  readonly records?: boolean;
}

/** The answer, the rows, the SQL and the time of one ask. */
export async function showAsk(output: Output, reply: AskReply, shown: Shown = {}): Promise<void> {
  if ('selected_db' in reply && reply.selected_db) output.note(`Of your databases, ${reply.selected_db.slug} was asked.`);
  if (reply.kind === 'preview') {
    showDiff(output, reply.diff);
  } else {
    output.line(output.paint('bold', safeText(reply.answer)));
    if (reply.kind === 'create') {
      if ('dbId' in reply) output.line(output.paint('dim', `${reply.dbId} on ${reply.engine}`));
      showCreated(output, reply.schema, reply.assumptions);
    } else {
      await showRows(output, reply, shown);
      // Nothing but the answer, where that says it.
      for (const one of reply.trace.assumptions) if (one !== reply.answer) output.line(output.paint('dim', safeText(one)));
    }
  }
  showTrace(output, reply.trace);
}

/** Rows as a table, and as bars where these are wanted. */
export async function showRows(
  output: Output,
  { data, columns, truncated }: ResultSet,
  { chart = false, records = false }: Shown = {},
): Promise<void> {
  const names = columns.map(({ name }) => name);
  if (names.length === 0) return;
  const rows = output.isTerminal ? data.slice(0, ROWS_ON_TERMINAL) : data;
  if (chart) {
    const { drawChart } = await import('./chart.ts');
    const drawn = drawChart(names, rows, output.width);
    if (drawn !== null) output.line(drawn);
    else output.note('No chart: it takes a column of labels and a column of numbers.');
    if (drawn !== null) return showMore(output, data.length - rows.length, truncated);
  }
  const { text, isCut } = records ? { text: drawRecords(names, rows, output.width), isCut: false } : tableOf(names, rows, output.width);
  if (text !== '') output.line(text);
  if (isCut) output.note('… marks what was cut to fit the screen; --json and --csv give it whole.');
  showMore(output, data.length - rows.length, truncated);
}

const ROWS_ON_TERMINAL = 200;

function showMore(output: Output, hidden: number, truncated: boolean): void {
  if (hidden > 0) output.note(`… ${hidden} more rows${truncated ? ', and more than that' : ''}; --csv and --json print them.`);
  else if (truncated) output.note('… there are more rows; `svc run --csv` streams all of them.');
}

/** What a write would do, before it does it. */
export function showDiff(output: Output, { summary, sample, affectedRows, cascades, changes = [] }: Diff): void {
  output.line(output.paint('bold', safeText(summary)));
  if (changes.length > 0) output.line(drawTable(['change', 'table', 'before', 'after'], changes.map(changeRow), output.width));
  const rows = sample.flatMap(({ before, after }) => [
    ...(before ? [{ '': after ? 'before' : 'deleted', ...before }] : []),
    ...(after ? [{ '': before ? 'after' : 'new', ...after }] : []),
  ]);
  const [first] = rows;
  if (first) output.line(drawTable(Object.keys(first), rows, output.width));
  if (sample.length > 0 && affectedRows > sample.length) output.line(`… ${affectedRows - sample.length} more rows`);
  for (const { table, rows: count, change } of cascades)
    output.line(`and ${count} of ${safeText(table)} ${change === undefined || change === 'deleted' ? 'with them' : `(${change})`}`);
}

/** One change of tables and columns, as a row. */
function changeRow({ change, table, renamedTo, before, after }: NonNullable<Diff['changes']>[number]): Record<string, string> {
  const words = change.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return { change: words, table, before: columnsText(before), after: renamedTo ?? columnsText(after) };
}

const columnsText = (columns: NonNullable<Diff['changes']>[number]['after']): string =>
  columns.map(({ name, type, nullable }) => `${name} ${type}${nullable ? '' : ', required'}`).join('; ');

/** The tables of a new database, and what its brief left open: how that was read. */
export function showCreated(output: Output, { tables }: CreatedSchema, assumptions: readonly string[]): void {
  for (const { name, columns, foreignKeys } of tables) {
    output.line(output.paint('bold', safeText(name)));
    const keys = new Map(
      foreignKeys.flatMap((key) => key.columns.map((column, index) => [column, `${key.table}.${key.references[index] ?? ''}`])),
    );
    output.line(
      drawTable(
        ['column', 'type', 'may be empty', 'refers to'],
        columns.map((column) => ({
          column: column.name,
          type: column.type,
          'may be empty': column.nullable ? 'yes' : '',
          'refers to': keys.get(column.name) ?? '',
        })),
        output.width,
      ),
    );
  }
  for (const one of assumptions) output.line(output.paint('dim', safeText(one)));
}

export function showTrace(output: Output, { id, sql, params, ms, model }: Trace): void {
  if (sql) output.line(output.paint('dim', safeText(`${sql}${params.length > 0 ? `\n-- values: ${encodeJson(params)}` : ''}`)));
  output.line(output.paint('dim', `${ms} ms, ${safeText(model)}, trace ${id}`));
}
