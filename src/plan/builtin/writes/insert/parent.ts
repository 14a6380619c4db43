import type { Expr } from '../../../plan.ts';
import type { Column, ForeignKey, Table } from '../../../schema.ts';
import { parentRow } from '../change/parent-row.ts';
import { equal, isUnique, ref, textOf } from '../change/spans.ts';
import { Declined, type Found } from '../write-reader.ts';
import { ARTICLES, NAMED, words } from '../write-words.ts';
import type { Row } from './row.ts';
import { endOfItem } from './typed.ts';

/** "into room 301", "for flat 2A in parkside": a row of another table by the number or code that it goes by, and by where it is. */
export function placedParent(row: Row, at: number): number | null {
  const { reader, table } = row;
  const from = reader.skip(reader.skip(at, LEADS), ARTICLES);
  const parent = reader.tableAt(from);
  const [key, ...keys] = table.foreignKeys.filter((each) => each.table === parent?.what.name && each.columns.length === 1);
  const column = table.columns.find(({ name }) => name === key?.columns[0]);
  if (parent === null || key === undefined || keys.length > 0 || column === undefined || row.values.has(column.name)) return null;
  const start = reader.skip(parent.next, NAMED);
  const own = codeAt(row, parent.what, start);
  const target = parent.what.columns.find(({ name }) => name === key.references[0]);
  if (own === null) refuseUnknown(row, parent.what, start);
  if (own === null || target === undefined) return null;
  const within = withinAt(row, parent.what, start + 1);
  // What two conditions find may be nothing, which would leave the key empty.
  if (within === null && !isTold(row, parent.what, own.column)) return null;
  if (column.nullable && (within !== null || own.column.type !== 'text')) return null;
  const where: Expr = within === null ? own.condition : { kind: 'and', args: [own.condition, within.what] };
  row.values.set(column.name, {
    kind: 'scalarQuery',
    query: {
      kind: 'select',
      columns: [{ expr: ref(parent.what, target), as: target.name }],
      from: { kind: 'table', table: parent.what.name, as: parent.what.name },
      where,
    },
  });
  const next = within?.next ?? start + 1;
  reader.assume(`"${textOf(reader, at, next)}" read as ${column.name}`);
  return next;
}

/** "box 77", where boxes go by numbers of their own and none has that: no key of the database is meant. */
function refuseUnknown({ reader }: Row, table: Table, at: number): void {
  const text = reader.tokens[at]?.text ?? '';
  const column = table.columns.find(({ name, type }) => type === 'text' && NUMBER.test(name));
  const held = column === undefined ? [] : (reader.question.values.of(table.name, column.name) ?? []);
  if (/^#?\d+$/.test(text) && column !== undefined && held.length > 0 && held.every(({ length }) => length <= SAID_MAX))
    throw new Declined(`No row of ${table.name} has the ${column.name} "${text}".`, [text]);
}

/** "between Tigers and Owls", "Tigers against Owls": two rows of one table, at home and away. */
export function twoOfOne(row: Row, at: number): number | null {
  const { reader, table } = row;
  const [home, away] = SIDES.map((side) => table.foreignKeys.filter(({ columns }) => columns.length === 1 && side.test(columns[0] ?? '')));
  const [one, two] = [home?.[0], away?.[0]];
  if (one === undefined || two === undefined || one.table !== two.table || home?.length !== 1 || away?.length !== 1) return null;
  const end = endOfItem(row, at);
  const from = reader.lower(at) === 'between' ? at + 1 : at;
  const first = parentRow(reader, one, from, end, true);
  if (first === null || !(from > at ? /^and$/ : /^(?:vs|versus|against)$/).test(reader.lower(first.next))) return null;
  const second = parentRow(reader, two, first.next + 1, end, true);
  const [own, other] = [one.columns[0] ?? '', two.columns[0] ?? ''];
  if (second === null || row.values.has(own) || row.values.has(other)) return null;
  for (const [name, { what }] of [
    [own, first],
    [other, second],
  ] as const)
    row.values.set(name, what.kind === 'key' ? what.value : { kind: 'scalarQuery', query: what.query });
  reader.assume(`"${textOf(reader, at, second.next)}" read as ${own} and ${other}`);
  return second.next;
}

/** "boss is hassan mirza", "team lead: Ada": a key by its own name, and the row that it points at by what that is called. */
export function namedKey(row: Row, at: number): number | null {
  const { reader, table } = row;
  const mention = row.column(at);
  const key = table.foreignKeys.find(({ columns }) => columns.length === 1 && columns[0] === mention?.what.name);
  if (mention === null || key === undefined || row.values.has(mention.what.name)) return null;
  const from = reader.skip(mention.next, IS);
  const found = parentRow(reader, key, from, endOfItem(row, from), true);
  if (found === null || (found.what.kind === 'query' && !found.what.row)) return null;
  row.values.set(mention.what.name, found.what.kind === 'key' ? found.what.value : { kind: 'scalarQuery', query: found.what.query });
  return found.next;
}

/** "301", "2A": what one column of texts holds, and no word. */
function codeAt({ reader }: Row, table: Table, at: number): { readonly column: Column; readonly condition: Expr } | null {
  const text = reader.tokens[at]?.text ?? '';
  const number = /^\d+$/.test(text)
    ? table.columns.find(({ name, type }) => type === 'integer' && !table.primaryKey.includes(name) && NUMBER.test(name))
    : undefined;
  if (number !== undefined)
    return { column: number, condition: equal(table, number, { kind: 'literal', value: Number(text), type: 'integer' }) };
  const [column, ...more] = reader.columnsHolding(table, text).filter(({ type }) => type === 'text');
  if (!/\d/.test(text) || column === undefined || more.length > 0) return null;
  const value: Expr = { kind: 'literal', value: reader.stored(table, column, text), type: 'text' };
  return { column, condition: equal(table, column, value) };
}

/** "in parkside", "at the harbour": the row that the parent itself belongs to, as a condition on it. */
function withinAt(row: Row, parent: Table, at: number): Found<Expr> | null {
  const { reader } = row;
  if (!WITHIN.has(reader.lower(at))) return null;
  const found = parent.foreignKeys.flatMap((key: ForeignKey) => {
    const column = parent.columns.find(({ name }) => key.columns.length === 1 && name === key.columns[0]);
    const one = column === undefined ? null : parentRow(reader, key, at + 1, endOfItem(row, at + 1));
    if (column === undefined || one === null) return [];
    const { what, next } = one;
    const condition: Expr | null =
      what.kind === 'key'
        ? equal(parent, column, what.value)
        : what.row
          ? { kind: 'inQuery', arg: ref(parent, column), query: what.query }
          : null;
    return condition === null ? [] : [{ what: condition, next }];
  });
  const [one, ...more] = found;
  return one === undefined || more.length > 0 ? null : one;
}

/** Whether a code means one row: it is unique, or no two rows share what is held. */
function isTold({ reader }: Row, table: Table, { name, type }: Column): boolean {
  const held = reader.question.values.of(table.name, name)?.length ?? 0;
  return isUnique(table, name) || type !== 'text' || held >= table.rowEstimate;
}

/** How long a number is that people say: more of it is a reference, of which they say the key. */
const SAID_MAX = 5;
const NUMBER = /^(?:[a-z]+_)?(?:number|no|nr)$/i;
const LEADS = words('for in into to at of on from');
const SIDES = [/^(?:home|host|first)_/, /^(?:away|visitor|visiting|guest|second)_/];
const IS = words('is : will be');
const WITHIN = words('in at of on');
