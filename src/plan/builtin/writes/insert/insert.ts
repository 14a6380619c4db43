import type { Expr, Insert } from '../../../plan.ts';
import type { Outcome } from '../../../planner.ts';
import { type Column, needsValue, type Table } from '../../../schema.ts';
import { Declined, type WriteReader } from '../write-reader.ts';
import { insertable, type Row } from './row.ts';
import { readRows } from './rows.ts';
import { insertTable } from './target.ts';
import { isOwnNumber } from './typed.ts';

/** "add a coffee bean named Yirgacheffe with price 18.5", "insert 'x' into t with 5 for rating", several rows too. */
export function readInsert(reader: WriteReader, verbAt: number): Outcome {
  const target = insertTable(reader, verbAt);
  const rows = readRows(reader, target, verbAt);
  reader.settle();
  for (const row of rows) beginState(row);
  for (const row of rows) beginToday(row);
  const { empty } = target;
  if (empty !== undefined && rows.some(({ values }) => values.has(empty.name)))
    throw new Declined(`Say it without a value of ${empty.name}, or without the list.`);
  if (empty !== undefined) reader.assume(`${empty.name} is left empty`);
  const plan = planOf(target.what, rows);
  return { kind: 'plan', plan, confidence: reader.confidence(), assumptions: reader.assumptions };
}

/** Who is added without a day has joined today, where a row cannot be without one. */
function beginToday(row: Row): void {
  const needed = row.table.columns.filter((column) => needsValue(column) && !row.values.has(column.name));
  // What the database would fill in by its own clock is of the day of who asks.
  const [day, ...days] = row.table.columns.filter(
    ({ name, type, hasDefault, nullable }) => type === 'date' && hasDefault && !nullable && !row.values.has(name) && BEGUN.test(name),
  );
  if (day !== undefined && days.length === 0 && needed.length === 0) {
    row.put(day, { text: 'today', quoted: false });
    row.reader.assume(`${day.name} read as today`);
  }
  const [only, ...more] = needed;
  if (only === undefined || more.length > 0 || row.values.size === 0 || !BEGUN.test(only.name) || !/^(?:date|timestamp)$/.test(only.type))
    return;
  row.put(only, { text: 'today', quoted: false });
  row.reader.assume(`${only.name} read as today`);
}

/** A row that has to be in some state, and of which none was said, is in the one in which rows begin. */
function beginState(row: Row): void {
  const { reader, table } = row;
  const [state, ...more] = table.columns.filter(
    (column) => needsValue(column) && column.type === 'text' && !row.values.has(column.name) && STATE.test(column.name),
  );
  const held = state === undefined ? [] : (reader.question.values.of(table.name, state.name) ?? []);
  const [first, ...others] = [...new Set(held)].filter((one) => FIRST.test(one));
  if (state === undefined || more.length > 0 || first === undefined || others.length > 0) return;
  row.put(state, { text: first, quoted: true });
  reader.assume(`${state.name} read as ${first}`);
}

const STATE = /(?:^|_)(?:status|state|stage)$/;
const FIRST = /^(?:new|waiting|pending|requested|reported)$/i;
const BEGUN =
  /^(?:date_|[a-z]+_(?=since))?(?:joined|registered|registration|reg|created|since|member_since|signed_up|signup|added|enrolled|reserved|noted|requested|reported|logged|entered)(?:_(?:on|at|date|day|dt))?$/;

/** The insert of rows that all give the same columns; declines one that a required column is missing from. */
export function planOf(table: Table, rows: readonly Row[]): Insert {
  const columns = table.columns.filter((column) => rows[0]?.values.has(column.name));
  if (columns.length === 0) throw new Declined(`Say what to put into ${table.name}: "with ${insertable(table)[0]?.name ?? 'name'} …".`);
  const numbered = table.columns.find((column) => isOwnNumber(column, table.primaryKey) && !columns.includes(column));
  for (const column of table.columns) {
    if (!needsValue(column) || columns.includes(column) || column === numbered) continue;
    throw new Declined(`A row of ${table.name} needs a ${column.name.replaceAll('_', ' ')}.`);
  }
  if (numbered !== undefined && rows.length > 1)
    throw new Declined(`Each row of ${table.name} needs a ${numbered.name.replaceAll('_', ' ')}.`);
  const given = rows.map((row) =>
    columns.map((column): Expr => row.values.get(column.name) ?? { kind: 'literal', value: null, type: 'null' }),
  );
  return {
    kind: 'insert',
    table: table.name,
    columns: [...(numbered === undefined ? [] : [numbered]), ...columns].map((column) => column.name),
    rows: numbered === undefined ? given : given.map((values) => [nextNumber(table, numbered), ...values]),
  };
}

/** One more than the greatest, where a table numbers its rows and nothing does that for it. */
function nextNumber({ name: table }: Table, { name: column }: Column): Expr {
  const last: Expr = { kind: 'aggregate', fn: 'max', arg: { kind: 'column', table, column } };
  const expr: Expr = { kind: 'arithmetic', op: '+', left: last, right: { kind: 'literal', value: 1, type: 'integer' } };
  return { kind: 'scalarQuery', query: { kind: 'select', columns: [{ expr, as: column }], from: { kind: 'table', table, as: table } } };
}
