import type { CompareOp, Expr } from '../../plan.ts';
import { stem } from '../english/stem.ts';
import type { ColumnEntry } from '../linking/entries.ts';
import { ageOf, NUMERIC } from '../linking/expressions.ts';
import { peopleIn } from '../linking/people.ts';
import { inUnit, unitIn, unitNamed } from '../linking/units.ts';
import { comparisonsAt } from '../search/comparisons.ts';
import { birthOf, columnOf, inHundredths, moneyOf } from './columns.ts';
import { orMoreAt, timesAt } from './counts.ts';
import { after, columnsAt, entry, found, type Ground, past, type Read, textOf, word } from './ground.ts';
import { measuredBy, type Quality } from './qualities.ts';
import { amount, columnIn, compare, number } from './query.ts';
import { BEING } from './states.ts';
import type { Filter } from './things.ts';

/** "over $500", "with an amount over 500", "older than 65", "costing more than 20". */
export function comparedAt(ground: Ground, from: number, table: string): Read<Filter>[] {
  const at = past(ground, from, OPENING);
  const named = columnsAt(ground, at, [table]).flatMap(({ value: { columns }, end, cost }) => {
    const [column, ...more] = columns;
    const amount = column === undefined || more.length > 0 ? null : amountAt(ground, past(ground, end, BEING), false);
    if (column === undefined || amount === null || !NUMERIC.has(columnOf(ground, table, column).type)) return [];
    const inQuestion = at > from || BEING.has(word(ground, end)) || amount.compared;
    return inQuestion ? [numeric(table, column, inUnitsOf(ground, table, column, amount), cost)] : [];
  });
  if (named.length > 0) return named;
  const measured = unitsAt(ground, at, table);
  if (measured !== null) return [measured];
  const age = ageAt(ground, at, table) ?? builtAt(ground, at, table);
  if (age !== null) return [age];
  const amount = amountAt(ground, at, true);
  // Of people "over 40" is how old they are, which may not be kept.
  const bare = at === from && amount?.money === false && peopleIn(ground.lexicon).some((one) => one.table.name === table);
  const known = amount?.compared && !bare && (amount.money || onlyNumber(ground, table)) ? moneyOf(ground, table) : null;
  // Nobody earns what they are charged.
  const earns = ground.tokens.slice(from, at).some(({ lower }) => lower.startsWith('earn'));
  const money =
    earns && !entry(ground, table).columns.some(({ column, words }) => column.name === known?.name && words.some(isWage)) ? null : known;
  return amount === null || money === null
    ? []
    : [numeric(table, money.name, inUnitsOf(ground, table, money.name, amount), 0.1, [`The amount is ${table}.${money.name}.`])];
}

const OPENING = new Set(
  'with of having whose a an the is are costing charging earning paying making priced worth weighing lasting last lasts lasted take takes taking took measuring earn earns earning cost costs pay pays charge charges weigh weighs'.split(
    ' ',
  ),
);

/** "over 500 kg", "longer than 2 hours", "12 seats or more": the column that such a unit or adjective is of, in what it counts in. */
function unitsAt(ground: Ground, from: number, table: string): Read<Filter> | null {
  const comparative = after(ground, from, Object.keys(COMPARATIVES));
  const compared = comparative === null ? comparisonsAt(ground, from)[0] : undefined;
  const start = comparative ?? compared?.end ?? from;
  const value = valueAt(ground, start);
  // "12 seats or more", "12 or more seats"
  const few = start === from ? orMoreAt(ground, start + 1) : null;
  const unitAt = few?.end ?? start + 1;
  const least = few ?? (start === from ? orMoreAt(ground, start + 2) : null);
  if (value === null || (start === from && least === null)) return null;
  const unit = unitNamed(word(ground, unitAt));
  const counted = unit === undefined ? countedIn(ground, table, word(ground, unitAt)) : undefined;
  const said = comparative === null ? undefined : COMPARATIVES[textOf(ground, from, comparative)];
  if (said === undefined && unit === undefined && counted === undefined) return null;
  const only = measuredBy(ground, table, said?.of ?? null, unit) ?? (said === undefined ? counted : null);
  if (only === null || only === undefined) return null;
  const kept = unitIn(only);
  // Hours of a column that does not say in what it counts may be minutes there.
  if (unit?.of === 'time' && kept === undefined && unit.size !== MINUTE) return null;
  const square = after(ground, unitAt, SQUARE);
  const end = (few === null ? least?.end : undefined) ?? square ?? (unit === undefined && counted === undefined ? unitAt : unitAt + 1);
  const meant = unit === undefined || kept === undefined ? value : inUnit(value, unit, kept);
  return numeric(
    table,
    only.column.name,
    { tests: [{ op: least?.op ?? said?.op ?? compared?.op ?? '>', value: meant }], money: false, compared: true, end },
    0.05,
    [`The number is that of ${table}.${only.column.name}.`],
  );
}

const MINUTE = 60;

/** "an hour" is one. */
const valueAt = (ground: Ground, at: number): number | null =>
  ['a', 'an'].includes(word(ground, at)) && unitNamed(word(ground, at + 1)) !== undefined ? 1 : (ground.tokens[at]?.number ?? null);

/** "over 2000 words" of `word_count`: the one column of numbers whose name has such a plural. */
function countedIn(ground: Ground, table: string, said: string): ColumnEntry | undefined {
  const unit = stem(said);
  if (unit === said || unit.length < 3) return undefined;
  const counted = entry(ground, table).columns.filter(
    ({ column, words, reference }) => NUMERIC.has(column.type) && !reference && words.includes(unit),
  );
  return counted.length === 1 ? counted[0] : undefined;
}

const SQUARE = ['square metres', 'square meters', 'square feet', 'sqm', 'm2', 'sq m', 'sqft'];
const COMPARATIVES: Readonly<Record<string, { readonly op: CompareOp; readonly of: Quality }>> = {
  'heavier than': { op: '>', of: 'weight' },
  'lighter than': { op: '<', of: 'weight' },
  'longer than': { op: '>', of: 'length' },
  'shorter than': { op: '<', of: 'length' },
  'taller than': { op: '>', of: 'height' },
  'higher than': { op: '>', of: 'height' },
  'deeper than': { op: '>', of: 'depth' },
  'wider than': { op: '>', of: 'width' },
  'faster than': { op: '>', of: 'speed' },
  'slower than': { op: '<', of: 'speed' },
  'bigger than': { op: '>', of: 'size' },
  'larger than': { op: '>', of: 'size' },
  'smaller than': { op: '<', of: 'size' },
  'cheaper than': { op: '<', of: 'price' },
  'more expensive than': { op: '>', of: 'price' },
};

/** A word of a column that holds what somebody is paid. */
export const isWage = (word: string): boolean => ['salary', 'wage', 'pay', 'income', 'earning', 'hourly'].includes(word);

/** Whether what a row comes to is the one number that it has. */
const onlyNumber = (ground: Ground, table: string): boolean => {
  const { columns, table: own } = entry(ground, table);
  const numbers = columns.filter(
    ({ column, reference }) => NUMERIC.has(column.type) && !reference && !own.primaryKey.includes(column.name),
  );
  const [only, ...more] = numbers;
  return only !== undefined && more.length === 0 && moneyOf(ground, table)?.name === only.column.name;
};

interface Amount {
  readonly tests: readonly { readonly op: CompareOp; readonly value: number }[];
  readonly money: boolean;
  readonly compared: boolean;
  readonly end: number;
}

/** A comparison with a number: "over $500", "of 1 or 2", "between 5 and 10". */
function amountAt(ground: Ground, from: number, compared: boolean): Amount | null {
  const at = past(ground, from, new Set(['of', 'is', 'are']));
  const between = after(ground, at, ['between', 'from']);
  if (between !== null) {
    const [low, high] = [ground.tokens[between], ground.tokens[between + 2]];
    if (low?.number == null || high?.number == null || !['and', 'to'].includes(word(ground, between + 1))) return null;
    const [end, money] = unitAfter(ground, between + 3, `${low.text}${high.text}`);
    return {
      tests: [
        { op: '>=', value: low.number },
        { op: '<=', value: high.number },
      ],
      money,
      compared: true,
      end,
    };
  }
  const [comparison] = comparisonsAt(ground, at);
  const start = comparison?.end ?? at;
  const token = ground.tokens[start];
  if (token?.number == null || token.kind === 'quoted' || timesAt(ground, start) !== null) return null;
  const [end, money] = unitAfter(ground, start + 1, token.text);
  const least = comparison === undefined ? orMoreAt(ground, end) : null;
  if (least !== null) return { tests: [{ op: least.op, value: token.number }], money, compared: true, end: least.end };
  if (compared && comparison === undefined) return null;
  const or = after(ground, end, ['or']);
  const second = or === null ? undefined : ground.tokens[or];
  if (comparison === undefined && second?.number != null && or !== null)
    return {
      tests: [
        { op: '=', value: token.number },
        { op: '=', value: second.number },
      ],
      money,
      compared: false,
      end: or + 1,
    };
  return { tests: [{ op: comparison?.op ?? '=', value: token.number }], money, compared: comparison !== undefined, end };
}

function unitAfter(ground: Ground, at: number, text: string): [number, boolean] {
  const money = MONEYS.has(word(ground, at));
  const end = money ? at + 1 : at;
  // "100 a night", "40 per hour": a price, however it is counted.
  const rate = ['a', 'an', 'per'].includes(word(ground, end)) && RATES.has(word(ground, end + 1)) ? end + 2 : end;
  return [rate, money || rate > end || /[$€£]/.test(text)];
}

const MONEYS = new Set('dollars dollar bucks usd euros euro eur quid gbp francs chf pounds'.split(' '));
const RATES = new Set('hour day night week month year piece item person head seat unit kg'.split(' '));

/** An amount in what its column counts: in hundredths of what was said, or in minutes where hours were; what was said in those is as it is. */
function inUnitsOf(ground: Ground, table: string, column: string, said: Amount): Amount {
  const own = entry(ground, table).columns.find((one) => one.column.name === column);
  const unit = unitNamed(word(ground, said.end));
  const kept = own === undefined ? undefined : unitIn(own);
  if (unit !== undefined && kept?.of === unit.of)
    return { ...said, tests: said.tests.map(({ op, value }) => ({ op, value: inUnit(value, unit, kept) })), end: said.end + 1 };
  if (own === undefined || !inHundredths(own) || ['cents', 'cent', 'pence', 'p'].includes(word(ground, said.end))) return said;
  return { ...said, tests: said.tests.map(({ op, value }) => ({ op, value: Math.round(value * 100) })) };
}

export function numeric(table: string, column: string, { tests, end }: Amount, cost: number, notes: readonly string[] = []): Read<Filter> {
  const test = (alias: string): Expr => {
    const args = tests.map(({ op, value }) => compare(op, columnIn(alias, column), amount(value)));
    const [only, ...more] = args;
    if (only !== undefined && more.length === 0) return only;
    return { kind: tests.every(({ op }) => op === '=') ? 'or' : 'and', args };
  };
  return found<Filter>({ kind: 'test', table, not: false, test }, end, cost, notes);
}

/** "over 65", "older than 30", "under 18 years old", of who has a day of birth. */
function ageAt(ground: Ground, at: number, table: string): Read<Filter> | null {
  const birth = birthOf(ground, table);
  const kept = birth === null ? agedBy(ground, table) : null;
  if (birth === null && kept === null) return null;
  const older = after(ground, at, ['older than', 'over', 'above', 'over the age of', 'above the age of', 'more than']);
  const younger = after(ground, at, ['younger than', 'under', 'below', 'under the age of', 'less than']);
  const start = older ?? younger;
  const years = start === null ? null : (ground.tokens[start]?.number ?? null);
  if (start === null || years === null || /[$%]/.test(ground.tokens[start]?.text ?? '')) return null;
  const said = after(ground, start + 1, ['years old', 'years', 'years of age']);
  if (said === null && ['more', 'less'].includes(word(ground, at))) return null;
  const age = (alias: string): Expr => (birth === null ? columnIn(alias, kept ?? '') : ageOf(columnIn(alias, birth.name)));
  const test = (alias: string): Expr => compare(older === null ? '<' : '>', age(alias), number(years));
  return found<Filter>({ kind: 'test', table, not: false, test }, said ?? start + 1, 0.05);
}

/** The column in which the ages of people, or of animals, are kept as numbers. */
function agedBy(ground: Ground, table: string): string | null {
  const [only, ...more] = entry(ground, table).columns.filter(({ column, words }) => NUMERIC.has(column.type) && words.join(' ') === 'age');
  return only === undefined || more.length > 0 ? null : only.column.name;
}

/** "older than 2012", "built before 1950", of what has the year in which it was made. */
function builtAt(ground: Ground, at: number, table: string): Read<Filter> | null {
  const older = after(ground, at, ['older than', 'built before', 'made before', 'from before']);
  const newer = after(ground, at, ['newer than', 'built after', 'made after', 'from after']);
  const start = older ?? newer;
  const year = start === null ? null : (ground.tokens[start]?.number ?? null);
  if (start === null || year === null || year < 1500 || year > 2200) return null;
  const made = entry(ground, table).columns.filter(
    ({ column, words }) =>
      NUMERIC.has(column.type) && words.includes('year') && words.some((one) => ['built', 'year', 'founded', 'made'].includes(one)),
  );
  const [only, ...more] = made;
  if (only === undefined || more.length > 0) return null;
  return numeric(
    table,
    only.column.name,
    { tests: [{ op: older === null ? '>' : '<', value: year }], money: false, compared: true, end: start + 1 },
    0.05,
  );
}
