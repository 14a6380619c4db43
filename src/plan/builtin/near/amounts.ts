import type { ColumnEntry } from '../linking/entries.ts';
import { type Unit, unitIn, unitNamed } from '../linking/units.ts';
import type { Field, Measure } from '../plain/sentence.ts';
import { MONEY_WORD } from './cues.ts';
import type { Part } from './meaning.ts';
import { entryOf, fieldOf, hasOne, isDated, isNumber, isSaid, isUnknown, markedColumn, type State } from './state.ts';
import { stretchesIn } from './stretches.ts';

/** Something that is measured of the things, the parts that say it, and how far it is from these. */
export interface Amount {
  readonly measure: Measure;
  readonly uses: readonly Part[];
  readonly cost: number;
}

const UNIT = 0.1;
const MONEY = 0.15;
const ANY = 0.3;
const TOLD_MAX = 2;

/** Numbers that are named, or told by their unit or by a word of money; where none is, what the things come to. */
export function amountsOf(state: State, fn: 'sum' | 'avg'): Amount[] {
  const told = toldAmounts(state, fn);
  if (told.length > 0) return told;
  const money = moneyWords(state);
  return moneyOf(state, fn).map((measure) => ({
    measure,
    uses: [...money, ...('times' in measure && measure.times !== null ? stockWords(state) : [])],
    cost:
      (money.length > 0 ? MONEY : ANY) + (isAside(state, measure) ? UNIT : 0) - ('times' in measure && measure.times !== null ? UNIT : 0),
  }));
}

/** A fee or a tax is asked for by its name. */
const isAside = ({ things }: State, measure: Measure): boolean =>
  'column' in measure &&
  things.columns.some(({ column, words }) => column.name === measure.column && words.some((word) => ASIDE.has(word)));
const ASIDE = new Set('fee cost rate charge shipping discount tax deposit tip'.split(' '));

/** Numbers that are named or told by their unit. */
export function toldAmounts(state: State, fn: 'sum' | 'avg'): Amount[] {
  const named = numbersIn(state);
  if (named.length > 0) return named.map(({ field, part, column }) => ({ ...worth(state, field, column, fn), uses: [part], cost: 0 }));
  for (const part of state.parts) {
    const unit = isUnknown(part) && !state.used.has(part) ? unitNamed(part.words) : undefined;
    const counted = unit === undefined ? [] : inUnit(state, unit);
    if (counted.length > 0)
      return counted.map((column) => ({ ...worth(state, column.column.name, column, fn), uses: [part, ...moneyWords(state)], cost: UNIT }));
  }
  return stretchesIn(state, fn);
}

interface Named {
  readonly field: Field;
  readonly part: Part;
  readonly column: ColumnEntry;
}

/** Number columns of the things, or of what they have one of, that are named. */
export function numbersIn(state: State): Named[] {
  const found = state.parts.flatMap((part): Named[] => {
    const { mark } = part;
    const column = markedColumn(state, mark);
    const isGroup = state.parts[state.parts.indexOf(part) - 1]?.cue?.kind === 'each';
    const own = mark?.kind === 'column' && !state.used.has(part) && !isGroup && isCounted(state, mark.table);
    return own && column !== null && isNumber(column) ? [{ field: fieldOf(state, mark), part, column }] : [];
  });
  return found.length > TOLD_MAX ? [] : found;
}

/** What belongs to each of the things once; of what is named itself a number is not added up for each row that refers to it. */
const isCounted = (state: State, table: string): boolean => table === state.things.table.name || (!isSaid(state) && hasOne(state, table));

/** A price is paid for each of as many as a row says. */
function worth(state: State, field: Field, { words }: ColumnEntry, fn: 'sum' | 'avg'): { measure: Measure } {
  const quantity = fn === 'sum' && words.some((word) => SINGLE.has(word)) ? quantityOf(state) : undefined;
  return { measure: { kind: fn, column: field, times: quantity?.column.name ?? null } };
}

const inUnit = ({ things }: State, { of, size }: Unit): ColumnEntry[] =>
  things.columns.filter((column) => {
    const own = unitIn(column);
    return isNumber(column) && own?.of === of && own.size === size;
  });

/** Words of money that name nothing here. */
export const moneyWords = ({ parts, used }: State): Part[] =>
  parts.filter((part) => isUnknown(part) && !used.has(part) && isMoneyWord(part));
export const isMoneyWord = ({ words }: Part): boolean => MONEY_WORD.test(words);

const AMOUNTS = new Set(
  'salary wage price cost fee amount total revenue value paid charge charged rate fare amt worth invoiced billed earned income turnover cent cents pence eur usd gbp'.split(
    ' ',
  ),
);
/** What one of several costs. */
const SINGLE = new Set(['price', 'rate']);
const QUANTITY = new Set(
  'quantity qty days hours nights seats tickets bottles pieces hour night ticket bottle piece guest head people person pax portion'.split(
    ' ',
  ),
);
/** Of what is still there. */
const STOCK = new Set(['stock', 'hand']);

/** Words for where things are kept that are sold. */
const STORED = /^(?:stock|shel(?:f|ves)|warehouse|store)$/;
const stockWords = ({ parts }: State): Part[] => parts.filter((part) => isUnknown(part) && STORED.test(part.words));

function quantityOf({ things, parts }: State): ColumnEntry | undefined {
  const there = parts.some(({ words }) => /^(?:worth|value)$/.test(words) || STORED.test(words));
  const is = (words: ReadonlySet<string>) => (column: ColumnEntry) =>
    isNumber(column) && !column.words.some((word) => AMOUNTS.has(word)) && column.words.some((word) => words.has(word));
  return (
    things.columns.find((column) => is(QUANTITY)(column) && !is(STOCK)(column)) ?? (there ? things.columns.find(is(STOCK)) : undefined)
  );
}

/** What is charged or taken off beside it is not what something comes to. */
const BESIDE = new Set('shipping freight postage discount tax vat deposit tip'.split(' '));

export const isMoney = (column: ColumnEntry): boolean => isNumber(column) && column.words.some((word) => AMOUNTS.has(word));

/** What things come to: their amounts, a price by how many of them; where they have none, the price of what they have one of. */
function moneyOf(state: State, fn: 'sum' | 'avg'): Measure[] {
  const quantity = quantityOf(state);
  const amounts = state.things.columns.filter((column) => isMoney(column) && !column.words.some((word) => BESIDE.has(word)));
  // What is sold one by one has one price, and a day.
  const sole = amounts.length === 1;
  const hasDate = state.things.columns.some(isDated);
  const own = amounts.flatMap(({ column, words }): Measure[] => {
    const single = words.some((word) => SINGLE.has(word));
    if (fn === 'avg') return [{ kind: fn, column: column.name, times: null }];
    if (single && quantity === undefined && !(sole && hasDate && words.includes('price'))) return [];
    return [{ kind: fn, column: column.name, times: single ? (quantity?.column.name ?? null) : null }];
  });
  // Of what only refers to them prices would be added up more than once.
  if (own.length > 0 || fn === 'avg' || (quantity === undefined && !isSaid(state))) return own;
  const near = (state.about.graph.edges.get(state.things.table.name) ?? []).filter(({ to, toOne }) => toOne && hasOne(state, to));
  return near.flatMap(({ to }) =>
    (entryOf(state, to)?.columns ?? []).flatMap((column): Measure[] =>
      isMoney(column) && !column.words.includes('total')
        ? [{ kind: fn, column: { table: to, column: column.column.name }, times: quantity?.column.name ?? null }]
        : [],
    ),
  );
}

/** "how many tickets", of ticket sales that each say how many: they are named by one of their words alone. */
export function unitsOf(state: State): Measure[] {
  const quantity = state.things.columns.filter((one) => isNumber(one) && one.words.some((word) => UNITS.has(word)));
  return !isLoose(state) ? [] : quantity.map(({ column }) => ({ kind: 'sum', column: column.name, times: null }));
}

export const isLoose = ({ things, parts }: State): boolean => {
  const of = parts.find(({ mark }) => mark?.kind === 'table' && mark.table === things.table.name);
  return (of?.mark?.cost ?? 0) >= LOOSE;
};

const UNITS = new Set(['quantity', 'qty', 'amount', 'seats', 'count']);
const LOOSE = 0.3;

/** "what is the stock worth", of what has a price: the one that is named, else each. */
export function stockWorth(state: State): Amount[] {
  const worth = moneyWords(state).find(isWorth);
  const pieces = worth === undefined ? undefined : numbersIn(state).find(({ column }) => !isMoney(column));
  if (worth === undefined || pieces === undefined) return [];
  const named = numbersIn(state).filter(({ column }) => isMoney(column));
  const prices = named.length > 0 ? named.map(({ column }) => column) : state.things.columns.filter(isMoney);
  const uses = [worth, pieces.part, ...named.map(({ part }) => part)];
  return prices.map(({ column }, at) => ({
    measure: { kind: 'sum', column: column.name, times: pieces.column.column.name },
    uses,
    cost: 0.05 * at,
  }));
}

export const isWorth = ({ words }: Part): boolean => words === 'worth' || words === 'value';

/** Numbers of the things: how many, what they come to, or the average. */
export function measured(state: State, cues: readonly Part[], grouped: boolean): Amount[] {
  const kinds = new Set(cues.map(({ cue }) => cue?.kind));
  if (kinds.has('average')) {
    const isTold = !kinds.has('count') || moneyWords(state).length > 0 || toldAmounts(state, 'avg').length > 0;
    return isTold ? amountsOf(state, 'avg') : [];
  }
  const count: Amount = { measure: { kind: 'count' }, uses: [], cost: 0 };
  const told = toldAmounts(state, 'sum');
  if (kinds.has('count') && !kinds.has('amount')) {
    if (told.length > 0) return told;
    // "how often was each package taken" counts what refers to it.
    if (!isSaid(state)) return cues.some(({ words }) => /^how (?:often|many times)$/.test(words)) ? [{ ...count, cost: ANY }] : [];
    return [...unitsOf(state).map((measure): Amount => ({ measure, uses: [], cost: 0 })), count];
  }
  const sums = amountsOf(state, 'sum');
  if (kinds.has('amount')) return sums;
  const worth = grouped ? stockWorth(state) : [];
  if (worth.length > 0) return worth;
  return grouped ? (sums.some(({ uses }) => uses.length > 0) ? sums : [count]) : [];
}

/** The one number that the things keep, or their amounts. */
export function soleNumber(state: State): Measure[] {
  const numbers = state.things.columns.filter(isNumber);
  if (numbers.length === 1) return numbers.map(({ column }): Measure => ({ kind: 'sum', column: column.name, times: null }));
  return numbers.some(isMoney) ? amountsOf(state, 'sum').map(({ measure }) => measure) : [];
}

/** Numbers that add up to nothing. */
export const isScore = ({ words }: ColumnEntry): boolean => words.some((word) => SCORES.has(word));
const SCORES = new Set('score rating star stars grade level rank age percent pct temperature speed height rate'.split(' '));
