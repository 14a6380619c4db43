import { styleText } from 'node:util';
import Table from 'cli-table3';
import type { AskReply, Trace } from '../contract/ask.ts';
import type { RunReply } from '../contract/run.ts';

export const line = (text: string): void => void process.stdout.write(`${text}\n`);

export const heading = (what: string, text: string): void => line(`\n${styleText('bold', what)}  ${styleText('cyan', text)}`);

/** The answer, the rows, the SQL and the time of one reply. */
export function showReply(reply: AskReply | RunReply): void {
  if ('answer' in reply) line(reply.answer);
  if (reply.kind === 'create')
    showRows(
      reply.schema.tables.map((table) => ({
        table: table.name,
        columns: table.columns.map(({ name, type }) => `${name} ${type}`).join(', '),
      })),
    );
  else if (reply.kind === 'preview') {
    line(reply.diff.summary);
    showRows(
      reply.diff.sample.flatMap(({ before, after }) => [
        ...(before ? [{ '': 'before', ...before }] : []),
        ...(after ? [{ '': 'after', ...after }] : []),
      ]),
    );
  } else showRows(reply.data);
  showTrace(reply.trace);
}

function showRows(rows: readonly Record<string, unknown>[]): void {
  const [first] = rows;
  if (!first) return;
  const names = Object.keys(first);
  const table = new Table({
    head: names,
    style: { head: [], border: [] },
    chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
    wordWrap: true,
    colWidths: names.map((name) => (name === 'columns' ? 90 : null)),
  });
  for (const row of rows.slice(0, ROWS_SHOWN)) table.push(names.map((name) => cell(row[name])));
  line(table.toString());
}

const ROWS_SHOWN = 12;
const cell = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

function showTrace({ sql, params, ms, model }: Trace): void {
  if (sql) line(styleText('dim', `${sql}${params.length > 0 ? `\n-- values: ${JSON.stringify(params)}` : ''}`));
  line(styleText('dim', `${ms} ms, ${model}`));
}
