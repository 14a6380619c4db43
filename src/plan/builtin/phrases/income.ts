import type { Expr } from '../../plan.ts';
import { stem } from '../english/stem.ts';
import type { TableEntry } from '../linking/entries.ts';
import { NUMERIC, text, unfit } from '../linking/expressions.ts';
import { lineWorth, saidLineWorth } from '../linking/line-worth.ts';
import { chosen } from './choices.ts';
import { dateOf, isKind, moneyOf, wholeOf } from './columns.ts';
import { after, found, type Ground, past, type Read, word } from './ground.ts';
import type { Measure } from './measure.ts';
import { modified } from './modifiers.ts';
import { columnIn, compare, type Scope } from './query.ts';
import type { Filter, Things } from './things.ts';
import { valuesAt } from './values.ts';

/** Rows that say what money moved, and what one of them comes to. */
export interface Money {
  readonly things: Things;
  readonly worth: (scope: Scope) => Expr;
  readonly note: string;
  readonly column: string;
}

/** "revenue", "income", "money made", where no column is called so: what the one table of payments, sales or orders adds up to. */
export function moneyMovedAt(ground: Ground, from: number): Read<Money>[] {
  const at = past(ground, from, new Set(['total', 'the', 'our', 'my', 'overall', 'gross']));
  const outward = after(ground, at, SPENT);
  const end = outward ?? after(ground, at, [...EARNED, ...CAME_IN, ...asking(EARNING)]) ?? soldAt(ground, at);
  if (end === null) return namedMoneyAt(ground, at);
  // "how much did we take in cash": how it was paid, rather than "take in".
  const ends = outward === null && word(ground, end - 1) === 'in' && valuesAt(ground, end).length > 0 ? [end, end - 1] : [end];
  const moved = movedIn(ground, outward !== null).map((money) => ({ money, cost: 0.1 }));
  return ends.flatMap((to) => moved.map(({ money, cost }) => found(money, to, cost, [money.note])));
}

/** "ticket income", "labour revenue": what one table that is called so, or one amount, adds up to. */
function namedMoneyAt(ground: Ground, at: number): Read<Money>[] {
  const end = after(ground, at + 1, [...EARNED, 'money', 'sales', 'spend', 'spending']);
  const noun = stem(word(ground, at));
  if (end === null || noun.length < 2) return [];
  const moved = ground.lexicon.tables.flatMap((own) => {
    const money = moneyIn(ground, own, false);
    const said = own.words.includes(noun) || own.columns.some(({ column, words }) => column.name === money?.column && words.includes(noun));
    return money !== null && said ? [money] : [];
  });
  const [only, ...more] = moved;
  return only === undefined || more.length > 0 ? [] : [found(only, end, 0.1, [only.note])];
}

/** "sales", "how much did we sell", where nothing is called a sale. */
const soldAt = (ground: Ground, at: number): number | null =>
  ground.lexicon.words.has('sale') ? null : after(ground, at, ['sales', ...asking(['sell'])]);

const EARNED = ['revenue', 'revenues', 'income', 'earnings', 'turnover', 'takings', 'money made', 'money earned'];
const CAME_IN = ['how much came in', 'how much money came in', 'how much has come in', 'how much money has come in'];
const SPENT = ['money spent', 'amount spent'];
const EARNING = ['make', 'earn', 'take in', 'bring in', 'collect', 'take', 'get', 'receive'];
const asking = (verbs: readonly string[]): string[] =>
  ['how much did we', 'how much did i', 'how much have we', 'how much money did we', 'how much money have we', 'what did we'].flatMap(
    (ask) => verbs.flatMap((verb) => [`${ask} ${verb}`, `${ask} ${PAST[verb] ?? verb}`]),
  );
const PAST: Readonly<Record<string, string>> = {
  make: 'made',
  earn: 'earned',
  'take in': 'taken in',
  'bring in': 'brought in',
  collect: 'collected',
  take: 'taken',
  get: 'got',
  receive: 'received',
  sell: 'sold',
};

/** What keeps what money moved; what was paid is nearer to it than what was asked for, and that nearer than what was agreed. */
const KEPT_IN: readonly (readonly string[])[] = [
  ['payment', 'receipt', 'donation', 'gift', 'contribution'],
  ['sale', 'transaction', 'order', 'purchase', 'invoice', 'bill'],
  ['reservation', 'booking', 'rental', 'ticket'],
];

/** Tables of these keep what somebody may pay, and nothing that was paid. */
const PLANNED = new Set('quote quotation estimate offer proposal tender bid budget forecast target pledge'.split(' '));

/** Every table of the first kind that there is: with two of them, which one is meant is open. */
export function movedIn(ground: Ground, out = false): Money[] {
  const dealt = ground.lexicon.tables.filter(({ words }) => !PLANNED.has(words.at(-1) ?? ''));
  const kinds = KEPT_IN.map((nouns) =>
    ground.lexicon.tables
      .filter(({ words }) => nouns.includes(words.at(-1) ?? ''))
      .flatMap((own) => moneyIn(ground, own, out) ?? linesOf(ground, own).flatMap((line) => moneyIn(ground, line, out) ?? [])),
  );
  const found = kinds.find((moved) => moved.length > 0);
  if (found !== undefined) return whichMoney(ground, out || found === kinds[0] ? found : [...found, ...chargedBeside(ground, found)]);
  // What the lines of something that has its day were sold for: the kegs of deliveries.
  const [lined, ...others] = out
    ? []
    : dealt.flatMap((own) => {
        const whole = wholeOf(ground, own.table.name);
        const money = whole === null || dateOf(ground, whole) === null ? null : moneyIn(ground, own, false);
        return money === null || money.column.includes('cost') ? [] : [money];
      });
  if (lined !== undefined && others.length === 0) return [lined];
  // Else what has a total of its own and a date: jobs, visits.
  const totals = dealt.flatMap((own) => {
    const total = own.columns.some(({ column, words }) => NUMERIC.has(column.type) && TOTALS.has(words.join(' ')));
    return total && dateOf(ground, own.table.name) !== null ? (moneyIn(ground, own, out) ?? []) : [];
  });
  if (totals.length > 0 || out) return totals;
  // Where nothing is called a payment, what has a price and a day: which of them is meant is open.
  const priced = dealt.flatMap((own) =>
    dateOf(ground, own.table.name) !== null && moneyOf(ground, own.table.name) !== null ? (moneyIn(ground, own, out) ?? []) : [],
  );
  const earned = priced.filter(({ column }) => !column.includes('cost'));
  return priced.length < 2 ? [] : whichMoney(ground, earned);
}

/** What moved by one thing or other: where anything else has a price, what its repairs cost is nothing that it brought in. */
export function broughtIn(ground: Ground): Money[] {
  const moved = movedIn(ground);
  return moved.length > 1 ? moved.filter(({ column }) => !column.includes('cost')) : moved;
}

/** What money moved, with what is said of it after a position. */
export const movedAt = (ground: Ground, end: number): Read<Measure>[] =>
  broughtIn(ground).flatMap((money) => addedUp(ground, found(money, end, 0.1, [money.note])));

export const addedUp = (ground: Ground, { value: { things, worth }, end, cost, notes }: Read<Money>): Read<Measure>[] =>
  modified(ground, found(things, end, cost, notes)).map((read) => ({
    ...read,
    value: { things: read.value, value: (scope: Scope): Expr => ({ kind: 'aggregate', fn: 'sum', arg: worth(scope) }), as: 'total' },
  }));

/** Of several that keep what money moved, the one that was chosen; all of them where none was. */
function whichMoney(ground: Ground, moved: readonly Money[]): Money[] {
  const meant = chosen(ground.choices, 'the amount', moved, ({ things: { table }, column }) => ({ table, column }));
  return meant === null ? [...moved] : [meant];
}

/** What was charged apart from what was sold: of the work of a salon that also sells shampoo. What was paid for both would be in payments. */
const chargedBeside = (ground: Ground, sold: readonly Money[]): Money[] =>
  ground.lexicon.tables.flatMap((own) => {
    const name = own.table.name;
    const charged = own.columns.some(({ column, words }) => NUMERIC.has(column.type) && words.some((one) => CHARGED.has(one)));
    const known = sold.some(
      ({ things: { table } }) => table === name || wholeOf(ground, table) === name || wholeOf(ground, name) === table,
    );
    return charged && !known ? (moneyIn(ground, own, false) ?? []) : [];
  });

const CHARGED = new Set(['charged', 'billed', 'invoiced', 'fare', 'takings']);

const TOTALS = new Set(['total', 'total amount', 'total price', 'grand total', 'amount paid']);

/** What a total is made of, where only its parts are kept: the items of orders. */
export const linesOf = (ground: Ground, { table }: TableEntry): TableEntry[] =>
  ground.lexicon.tables.filter((own) => wholeOf(ground, own.table.name) === table.name);

/** Null where no single amount, and no quantity with its price, says what a row comes to. */
export function moneyIn(ground: Ground, own: TableEntry, out: boolean): Money | null {
  const { table, columns } = own;
  const numbers = columns.filter(({ column, reference }) => NUMERIC.has(column.type) && !reference);
  const called = numbers.filter(({ words }) => words.some((one) => QUANTITY.has(one)) && !words.some((one) => THERE.has(one)));
  const [quantity, ...quantities] = called.length > 0 ? called : piecesOf(ground, own);
  const [price, ...prices] = numbers.filter(({ words }) => words.includes('price') && !words.some((one) => OF_ALL.has(one)));
  const known = moneyOf(ground, table.name);
  const money = numbers.find(({ column, words }) => column.name === known?.name && !words.some((one) => PARTS.has(one)));
  // A line or a sale that says no quantity is of one.
  const alone = wholeOf(ground, table.name) !== null || own.words.at(-1) === 'sale';
  const one = quantity === undefined && prices.length === 0 && alone;
  const single = money === undefined || (money === price && !one);
  if (single && (quantity === undefined || price === undefined || quantities.length + prices.length > 0)) return null;
  const worth = (scope: Scope): Expr => {
    const alias = scope.reach(table.name);
    if (!single) return columnIn(alias, money.column.name);
    return price === undefined || quantity === undefined ? unfit() : lineWorth(own, alias, price.column.name, quantity.column.name);
  };
  const kinds = columns.filter(isKind).flatMap(({ column }) => {
    const stored = ground.values.of(table.name, column.name) ?? [];
    const [inward, outward] = [IN, OUT].map((words) => stored.filter((value) => words.has(value.toLowerCase())));
    return inward?.length === 1 && outward?.length === 1 ? [{ column: column.name, value: (out ? outward : inward)[0] ?? '' }] : [];
  });
  const [kind] = kinds;
  const filters: Filter[] =
    kind === undefined
      ? []
      : [{ kind: 'test', table: table.name, not: false, test: (alias) => compare('=', columnIn(alias, kind.column), text(kind.value)) }];
  const what = single ? saidLineWorth(own, price?.column.name ?? '', quantity?.column.name ?? '') : money.column.name;
  return {
    things: { table: table.name, filters },
    column: (single ? price : money)?.column.name ?? '',
    worth,
    note: `The money is ${what} of ${table.name}.`,
  };
}

/** How many a line is of, where nothing is called so: "bottles", the one whole number beside the price of a unit. */
function piecesOf(ground: Ground, { table, columns }: TableEntry): TableEntry['columns'] {
  if (wholeOf(ground, table.name) === null || !columns.some(({ words }) => words.includes('unit') && words.includes('price'))) return [];
  const whole = columns.filter(
    ({ column, reference, words }) =>
      column.type === 'integer' && !reference && !table.primaryKey.includes(column.name) && !words.some((one) => NUMBERING.has(one)),
  );
  return whole.length === 1 ? whole : [];
}

const NUMBERING = new Set('id no number line position year rank order sequence'.split(' '));

/** A price of all that there is, and none of one of it. */
const OF_ALL = new Set(['paid', 'total', 'full', 'final', 'whole']);
/** Of an order, what is no more than a part of what it comes to. */
const PARTS = new Set('shipping delivery tax vat discount fee tip deposit balance'.split(' '));
/** How many there are is not how many were sold. */
const THERE = new Set(['available', 'stock', 'left', 'remaining', 'maximum', 'minimum', 'reorder']);
const QUANTITY = new Set(['quantity', 'qty', 'units', 'sold']);
const IN = new Set(['income', 'credit', 'deposit', 'in', 'incoming']);
const OUT = new Set(['expense', 'debit', 'withdrawal', 'out', 'outgoing']);
