import type { Expr } from '../../../plan.ts';
import type { Column, ForeignKey, Table } from '../../../schema.ts';
import { snakeCase } from '../../english/inflect.ts';
import { conditionAfter } from '../write-conditions.ts';
import { Declined, type Found, type WriteReader } from '../write-reader.ts';
import { nameWords } from '../write-tokens.ts';
import { literalFor } from '../write-values.ts';
import { words } from '../write-words.ts';
import { Draft } from './draft.ts';
import { flagAt } from './flag.ts';
import { BARE_MONTH, moment } from './moment.ts';
import { parentRow } from './parent-row.ts';
import { tellsOne } from './person.ts';
import { ARTICLES, equal, isUnique, type Link, type Linker, ref, textOf } from './spans.ts';

/** "paid", "internal" */
export const byFlag: Linker = (reader, table, at) => {
  const flag = flagAt(new Draft(reader, table, 'update', -1), at);
  if (flag === null) return null;
  return { what: { condition: equal(table, flag.what, { kind: 'literal', value: true, type: 'boolean' }) }, next: flag.next };
};

/** "without a driver", "that have no driver": a key or another column that is called so and may be empty. */
export const byLack: Linker = (reader, table, at, end) => {
  const lack = LACKS.find((said) => said.every((word, i) => reader.lower(at + i) === word));
  if (lack === undefined) return null;
  const from = reader.skip(at + lack.length, ARTICLES);
  for (let next = Math.min(end, from + 2); next > from; next--) {
    const noun = reader.tokens.slice(from, next).map((_, i) => reader.lower(from + i));
    const empty = table.columns.filter(
      ({ name, nullable }) =>
        nullable &&
        nameWords(name)
          .filter((word) => word !== 'id')
          .join(' ') === noun.join(' '),
    );
    const [only, ...more] = empty;
    if (only !== undefined && more.length === 0) return { what: { condition: { kind: 'isNull', arg: ref(table, only) } }, next };
  }
  return childless(reader, table, from);
};

/** "who don't have a bike with us": rows that none of another table points at. */
function childless(reader: WriteReader, table: Table, at: number): Found<Link> | null {
  const mention = reader.tableAt(at);
  const child = mention?.what;
  const keys = child === undefined || child === table ? [] : child.foreignKeys.filter((key) => key.table === table.name);
  const [key, ...more] = keys;
  const [column, target] = [key?.columns[0], key?.references[0]];
  const own = table.columns.find(({ name }) => name === target);
  if (mention === null || child === undefined || column === undefined || own === undefined || more.length > 0) return null;
  const arg: Expr = { kind: 'column', table: child.name, column };
  const query = {
    kind: 'select' as const,
    columns: [{ expr: arg, as: column }],
    from: { kind: 'table' as const, table: child.name, as: child.name },
    where: { kind: 'not' as const, arg: { kind: 'isNull' as const, arg } },
  };
  const ours =
    /^(?:with|at)$/.test(reader.lower(mention.next)) && reader.lower(mention.next + 1) === 'us' ? mention.next + 2 : mention.next;
  return { what: { condition: { kind: 'not', arg: { kind: 'inQuery', arg: ref(table, own), query } } }, next: ours };
}

/** "from january 2026", "that started before july 2026" */
export const byMoment: Linker = (reader, table, at) => {
  const draft = new Draft(reader, table, 'delete', -1);
  try {
    const next = moment(draft, at);
    const [condition] = draft.conditions;
    // Of two years nobody said which, and a write to the wrong one is worse than none.
    const said = next === null ? '' : (textOf(reader, at, next) ?? '');
    if (BARE_MONTH.test(said) && !/\d/.test(said)) return null;
    return next === null || condition === undefined ? null : { what: { condition, moment: true }, next };
  } catch (problem) {
    if (problem instanceof Declined) return null;
    throw problem;
  }
};

/** "yesterday evening", "this morning": the day, and the part of it that a column keeps. */
export const byPartOfDay: Linker = (reader, table, at) => {
  const from = reader.skip(at, words('from on of'));
  const part = reader.columnsHolding(table, reader.lower(from + 1)).find(({ type }) => type === 'text');
  const days = table.columns.filter(({ type, nullable }) => (type === 'date' || type === 'timestamp') && !nullable);
  const [day, ...more] = days;
  if (!/^(?:this|yesterday)$/.test(reader.lower(from)) || !/^(?:morning|afternoon|evening|night)$/.test(reader.lower(from + 1)))
    return null;
  if (part === undefined || day?.type !== 'date' || more.length > 0) return null;
  const on = literalFor({ text: reader.lower(from) === 'this' ? 'today' : 'yesterday', quoted: false }, day, reader.question.now);
  const held: Expr = { kind: 'literal', value: reader.stored(table, part, reader.lower(from + 1)), type: 'text' };
  return on === null
    ? null
    : { what: { condition: { kind: 'and', args: [equal(table, day, on), equal(table, part, held)] } }, next: from + 2 };
};

/** "under $10": of the one column that measures. */
export const byMeasure: Linker = (reader, table, at) => {
  const op = COMPARISONS.find(([said]) => said.split(' ').every((word, i) => reader.lower(at + i) === word));
  const column = measureOf(table);
  const value = op && column ? reader.valueAt(at + op[0].split(' ').length, null) : null;
  const literal = value && column ? literalFor(value.what, { ...column, type: 'decimal' }, reader.question.now) : null;
  if (!op || !column || !value || !literal) return null;
  return { what: { condition: { kind: 'compare', op: op[1], left: ref(table, column), right: literal } }, next: value.next };
};

/** The one column that says how much: the only number that is no key, or the only one whose name says so. */
export function measureOf(table: Table): Column | null {
  const keys = new Set([...table.primaryKey, ...table.foreignKeys.flatMap(({ columns }) => columns)]);
  const numbers = table.columns.filter(
    ({ name, type }) => ['integer', 'decimal', 'float'].includes(type) && !keys.has(name) && !/_id$|year/.test(snakeCase(name)),
  );
  const money = numbers.filter(({ name }) => /(?:^|_)(?:amount|price|cost|total|fee|salary|rent)(?:_per_|$)/.test(snakeCase(name)));
  return (money.length === 1 ? money[0] : numbers.length === 1 ? numbers[0] : null) ?? null;
}

/** "with priority high", "where the price is above 20" */
export const byColumn: Linker = (reader, table, at) => {
  const from = reader.skip(at, ARTICLES);
  const mention = reader.columnAt(from, table);
  if (mention === null) return null;
  // "container MSKU04" of container_no
  const text = mention.whole ? null : textOf(reader, mention.next, mention.next + 1);
  if (text !== null && /\d/.test(text) && mention.what.type === 'text' && reader.columnsHolding(table, text).includes(mention.what)) {
    const value: Expr = { kind: 'literal', value: reader.stored(table, mention.what, text), type: 'text' };
    const row = isUnique(table, mention.what.name) || tellsOne(reader, table, mention.what) ? { row: true as const } : {};
    return { what: { condition: equal(table, mention.what, value), ...row }, next: mention.next + 1 };
  }
  if (!mention.whole) return null;
  const found = conditionAfter(reader, mention.next, table, mention.what);
  // "the venue of the session": whose it is, and no value.
  const isOf = found !== null && reader.lower(mention.next) === 'of' && mention.what.type === 'text';
  const said = isOf ? textOf(reader, reader.skip(mention.next + 1, ARTICLES), found.next) : null;
  if (isOf && (said === null || !reader.columnsHolding(table, said).includes(mention.what))) return null;
  return found === null ? null : { what: { condition: found.what }, next: found.next };
};

/** "that we've already paid back", "not returned yet": the day of it, which is there or not. */
export const byDone: Linker = (reader, table, at, end) => {
  const from = reader.skip(at, DONE_LEADS);
  const denied = reader.tokens.slice(at, from).some(({ lower }) => /^(?:not|never|haven't|hasn't|aren't|isn't|weren't)$/.test(lower));
  const back = reader.lower(from) === 'paid' && reader.lower(from + 1) === 'back';
  const states = back ? ['reimbursed', 'refunded', 'repaid'] : [reader.lower(from)];
  const days = table.columns.filter(
    ({ name, type, nullable }) =>
      nullable &&
      (type === 'date' || type === 'timestamp') &&
      states.some((state) => new RegExp(`^${state.replaceAll(/[^a-z]/g, '')}_(?:at|on|date)$`).test(name)),
  );
  const [column, ...more] = days;
  // "that we turned down", "we declined": a state that is stored
  if (from > at && days.length === 0 && !denied) return byStoredState(reader, table, from, end);
  if (from === at || column === undefined || more.length > 0) return null;
  const empty: Expr = { kind: 'isNull', arg: ref(table, column) };
  const next = reader.skip(from + (back ? 2 : 1), words('yet already'));
  return next > end ? null : { what: { condition: denied ? empty : { kind: 'not', arg: empty } }, next };
};

function byStoredState(reader: WriteReader, table: Table, from: number, end: number): Found<Link> | null {
  for (let next = Math.min(end, from + 2); next > from; next--) {
    const text = textOf(reader, from, next);
    const [column, ...more] = (text === null ? [] : reader.columnsHolding(table, text)).filter(({ name }) => STATUS.test(snakeCase(name)));
    if (text === null || column?.type !== 'text' || more.length > 0) continue;
    const value: Expr = { kind: 'literal', value: reader.stored(table, column, text), type: 'text' };
    return { what: { condition: equal(table, column, value) }, next };
  }
  return byFlag(reader, table, from, end);
}

/** "that says late again": a text that is stored as it is said. */
export const bySaying: Linker = (reader, table, at, end) => {
  // What it is called does not matter, where no table is called so.
  const noun =
    /^(?:that|which)$/.test(reader.lower(at + 1)) && reader.tableAt(at) === null && reader.columnAt(at, table) === null ? at + 1 : at;
  const from = reader.skip(noun, words('that which'));
  if (!/^(?:says|say|saying|reads|reading)$/.test(reader.lower(from))) return null;
  for (let next = end; next > from + 1; next--) {
    const text = textOf(reader, from + 1, next);
    const [column, ...more] = text === null ? [] : reader.columnsHolding(table, text).filter(({ type }) => type === 'text');
    if (text === null || column === undefined || more.length > 0) continue;
    const value: Expr = { kind: 'literal', value: reader.stored(table, column, text), type: 'text' };
    return { what: { condition: equal(table, column, value), row: true, likely: true }, next };
  }
  return null;
};

/** "between the Gulls and the Terns": the row that points at both, by two keys to one table, whichever way round. */
export const byBoth: Linker = (reader, table, at, end) => {
  if (reader.lower(at) !== 'between') return null;
  const pairs = table.foreignKeys.flatMap((one, i) =>
    table.foreignKeys.slice(i + 1).flatMap((other) => (other.table === one.table ? [[one, other] as const] : [])),
  );
  const [pair, ...more] = pairs;
  if (pair === undefined || more.length > 0) return null;
  const first = parentRow(reader, pair[0], at + 1, end);
  const second = first === null || reader.lower(first.next) !== 'and' ? null : parentRow(reader, pair[1], first.next + 1, end);
  if (first === null || second === null || first.what.kind !== 'query' || second.what.kind !== 'query') return null;
  const is = ({ columns: [column = ''] }: ForeignKey, { query }: typeof first.what): Expr => ({
    kind: 'inQuery',
    arg: { kind: 'column', table: table.name, column },
    query,
  });
  const [here, there] = [first.what, second.what];
  const ways: Expr[] = [
    { kind: 'and', args: [is(pair[0], here), is(pair[1], there)] },
    { kind: 'and', args: [is(pair[0], there), is(pair[1], here)] },
  ];
  return { what: { condition: { kind: 'or', args: ways } }, next: second.next };
};

/** "one star", "5 stars" of a rating. */
export const byStars: Linker = (reader, table, at) => {
  const word = reader.lower(at);
  const count = STARS[word] ?? (/^[1-9]$/.test(word) ? Number(word) : undefined);
  const [column, ...more] = table.columns.filter(({ name, type }) => NUMBERS.has(type) && /^(?:rating|stars?|score)$/.test(name));
  if (count === undefined || column === undefined || more.length > 0 || !/^stars?$/.test(reader.lower(at + 1))) return null;
  return { what: { condition: equal(table, column, { kind: 'literal', value: count, type: 'integer' }) }, next: at + 2 };
};

const LACKS = [
  'without',
  'with no',
  ...['that', 'who', 'which'].flatMap((who) =>
    ['have no', 'has no', "don't have", 'dont have', 'do not have', "doesn't have", 'doesnt have', 'does not have'].map(
      (lack) => `${who} ${lack}`,
    ),
  ),
].map((said) => said.split(' '));

const DONE_LEADS = words(
  "that which who we we've i i've have has had been was were are is already not never yet haven't hasn't aren't isn't weren't",
);

const STATUS = /(?:^|_)(?:status|state|stage)(?:_code)?$/;

const STARS: Readonly<Record<string, number>> = { one: 1, two: 2, three: 3, four: 4, five: 5 };

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'decimal', 'float']);

const COMPARISONS = [
  ['less than', '<'],
  ['more than', '>'],
  ['at least', '>='],
  ['at most', '<='],
  ['under', '<'],
  ['below', '<'],
  ['over', '>'],
  ['above', '>'],
] as const;
