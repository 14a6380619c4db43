import type { AggregateName } from '../../plan.ts';
import { NUMERIC } from '../expressions.ts';
import type { ColumnEntry } from '../lexicon.ts';
import { moneyOf } from './columns.ts';
import { isDeed } from './deeds.ts';
import { after, columnsAt, entry, found, type Ground, past, type Read, tablesAt, word } from './ground.ts';
import { addedUp, moneyMovedAt } from './income.ts';
import { counted, type Measure, measured } from './measure.ts';
import { modified } from './modifiers.ts';
import { headsAt } from './noun-phrase.ts';
import { invoicedAt, movedByName, spendingAt } from './spending.ts';
import { narrowed, type Things } from './things.ts';
import { timeSpentAt } from './time-spent.ts';
import { Ambiguous, valueFilter, valuesAt } from './values.ts';

/** Numbers of things, sums and averages of columns, and the amounts that verbs ask for. */
export const measuresAt = (ground: Ground, at: number): Read<Measure>[] => [
  ...countsAt(ground, at),
  ...talliesAt(ground, at),
  ...timeSpentAt(ground, at),
  ...aggregatesAt(ground, at),
  ...spendingAt(ground, at),
  ...moneyAt(ground, at),
  ...earnedAt(ground, at),
  ...costOfAll(ground, at),
  ...movedByName(ground, at),
];

/** "what have we earned with packages this year", "how much did we make from tickets": what each of them brought in. */
const earnedAt = (ground: Ground, at: number): Read<Measure>[] => {
  const asked = after(ground, past(ground, at, TOTAL), EARNED_ASKED);
  const from = asked === null ? null : after(ground, asked, ['with', 'from', 'on', 'off', 'through']);
  if (from === null) return [];
  return headsAt(ground, from).flatMap((head) => {
    const money = moneyOf(ground, head.value.table);
    return money === null
      ? []
      : modified(ground, head).map((read) =>
          measured(read, 'sum', head.value.table, money.name, [`The amount is ${head.value.table}.${money.name}.`]),
        );
  });
};

/** "what do all the bands together cost us": the prices of all of them. */
function costOfAll(ground: Ground, at: number): Read<Measure>[] {
  const asked = after(ground, at, ['what do', 'how much do', 'what did', 'how much did', 'what would', 'how much would']);
  if (asked === null) return [];
  const all = past(ground, asked, new Set(['all', 'of']));
  return headsAt(ground, all).flatMap((head) => {
    const money = moneyOf(ground, head.value.table);
    return modified(ground, head).flatMap(({ value: things, end, cost, notes }) => {
      const together = after(ground, end, TOGETHER);
      const verb = after(ground, together ?? end, ['cost us', 'cost', 'come to', 'add up to']);
      const total = verb === null ? null : after(ground, verb, TOGETHER);
      if (money === null || verb === null || (all === asked && together === null && total === null)) return [];
      const read = found(things, total ?? verb, cost + 0.1, notes);
      return [measured(read, 'sum', things.table, money.name, [`The amount is ${things.table}.${money.name}.`])];
    });
  });
}

const TOGETHER = ['together', 'altogether', 'all together', 'in total', 'in all', 'combined'];

const TOTAL = new Set(['total', 'the', 'our', 'overall']);

const EARNED_ASKED = [
  ...['income', 'revenue', 'earnings', 'takings', 'turnover', 'money'],
  ...['how much', 'how much money', 'what'].flatMap((what) =>
    ['did we', 'have we', 'do we', 'did i', 'have i'].flatMap((whom) =>
      ['earn', 'earned', 'make', 'made', 'take', 'taken', 'take in', 'taken in', 'get', 'bring in'].map(
        (verb) => `${what} ${whom} ${verb}`,
      ),
    ),
  ),
];

/** "revenue", "how much did we make": what money moved adds up to. */
const moneyAt = (ground: Ground, at: number): Read<Measure>[] =>
  moneyMovedAt(ground, at).flatMap(({ value, end, cost, notes }) => addedUp(ground, found(value, end, cost, notes)));

const COUNTING = [
  'how many',
  'number of',
  'the number of',
  'count of',
  'total number of',
  'the total number of',
  'how many of',
  'how many of our',
  'count',
  'count the',
  'how many times',
];

export function countsAt(ground: Ground, at: number): Read<Measure>[] {
  const start = after(ground, at, COUNTING);
  return start === null || word(ground, start - 1) === 'times'
    ? []
    : headsAt(ground, start)
        .flatMap((head) => [head, ...given(ground, head)])
        .flatMap((head) => modified(ground, head))
        .map(counted);
}

/** "lessons given", "tickets sold", which are all of them where no state says otherwise. */
export function given(ground: Ground, head: Read<Things>): Read<Things>[] {
  const end = past(ground, head.end, GIVEN);
  return end === head.end || head.value.filters.length > 0 || !isDeed(ground, head.value.table)
    ? []
    : [{ ...head, end, cost: head.cost + 0.05 }];
}

const GIVEN = new Set('given done made taken held placed handled sold booked'.split(' '));

/** "how many points": what a column of such numbers adds up to, where nothing is called so. */
function talliesAt(ground: Ground, at: number): Read<Measure>[] {
  const start = after(ground, at, ['how many', 'total number of', 'the total number of']);
  return start === null || tablesAt(ground, start).length > 0 ? [] : impliedSumsAt(ground, start);
}

/** Things alone, where what follows shows that their number is meant: "tickets per month". */
export const impliedCountsAt = (ground: Ground, at: number): Read<Measure>[] =>
  headsAt(ground, at).flatMap((head) => {
    // "expenses by category" may be what they come to.
    const counts = !SUMS.has(entry(ground, head.value.table).words.at(-1) ?? '') || moneyOf(ground, head.value.table) === null;
    return counts ? tallied(ground, head) : summed(ground, head);
  });

/** What it is that adds up: nobody asks how many there are by saying "costs by month". */
const SUMS = new Set('expense cost earning spending sale'.split(' '));

const summed = (ground: Ground, head: Read<Things>): Read<Measure>[] => {
  const money = moneyOf(ground, head.value.table);
  return money === null
    ? []
    : modified(ground, head).map((read) => {
        const note = `The amount is ${head.value.table}.${money.name}.`;
        return measured({ ...read, cost: read.cost + 0.1 }, 'sum', head.value.table, money.name, [note]);
      });
};

const tallied = (ground: Ground, head: Read<Things>): Read<Measure>[] =>
  [head, ...given(ground, head)]
    .flatMap((one) => modified(ground, one))
    .map(counted)
    .flatMap((read) => {
      const trend = after(ground, read.end, ['trend', 'trends', 'count', 'counts', 'volume', 'numbers']);
      const implied = { ...read, value: { ...read.value, implied: true as const }, cost: read.cost + 0.1 };
      return trend === null ? [implied] : [{ ...implied, end: trend }, implied];
    });

/** "repair costs", "tips", where what follows shows that they are added up: "repair costs by contractor". */
export const impliedSumsAt = (ground: Ground, at: number, said: 'plural' | 'any' = 'plural'): Read<Measure>[] => {
  const named = ground.lexicon.tables.flatMap(({ table: { name: table } }) =>
    columnsAt(ground, at, [table]).flatMap(({ value: { columns }, end, cost }) => {
      const [column, ...more] = columns;
      const own = entry(ground, table).columns.find((one) => one.column.name === column);
      const added =
        own !== undefined && (own.words.some((one) => ADDED.has(one)) || isTally(own)) && !own.words.some((one) => RATES.has(one));
      if (column === undefined || more.length > 0 || !added || !isMeasure(ground, table, column) || cost > PLAINLY) return [];
      return [{ table, column, read: found<Things>({ table, filters: [] }, end, cost + 0.1) }];
    }),
  );
  return named.flatMap(({ table, column, read }) => {
    const plural = said === 'any' || /[^s]s$/.test(word(ground, read.end - 1));
    const rivals = named.some((other) => other.table !== table && other.read.end >= read.end);
    return !plural || rivals
      ? []
      : modified(ground, read).map((one) => measured(one, 'sum', table, column, [`The sum is of ${table}.${column}.`]));
  });
};

/** A whole number that is called by a plural is how many there were: downloads, tickets sold. */
const isTally = ({ column, words }: ColumnEntry): boolean =>
  column.type === 'integer' && (/[^s]s$/i.test(column.name) || words.at(-1) === 'sold') && !words.some((one) => SCALES.has(one));

const SCALES = new Set('star degree year status floor kilometer km'.split(' '));

const ADDED = new Set(
  'amount cost total tip fee fare expense earning hour commission premium mile kilometre litre sale donation deposit payment revenue takings'.split(
    ' ',
  ),
);

const RATES = new Set('rate average hourly daily unit per max min percent percentage'.split(' '));

const AGGREGATES: Readonly<Record<string, AggregateName>> = {
  average: 'avg',
  avg: 'avg',
  mean: 'avg',
  typical: 'avg',
  total: 'sum',
  sum: 'sum',
  combined: 'sum',
};

/** "average fee of completed appointments", "total overdue amount", "total of my bills". */
function aggregatesAt(ground: Ground, from: number): Read<Measure>[] {
  const at = past(ground, from, new Set(['the', 'our', 'my']));
  const fn = AGGREGATES[word(ground, at)];
  if (fn === undefined) return [];
  const worth = fn === 'sum' && ['value', 'worth', 'amount', 'price', 'cost'].includes(word(ground, at + 1)) ? at + 2 : at + 1;
  const of = after(ground, worth, ['of', 'of the', 'of all', 'of my', 'of our', 'of all my', 'of all our', 'up']);
  const kept = (table: string) => worth > at + 1 && entry(ground, table).columns.some(({ words }) => words.some((one) => KEPT.has(one)));
  const sums =
    of === null || fn !== 'sum'
      ? []
      : headsAt(ground, of).flatMap((head) => {
          // What is in stock is worth its price times how many there are.
          const money = kept(head.value.table) ? null : moneyOf(ground, head.value.table);
          return money === null
            ? []
            : modified(ground, head).map((read) =>
                measured(read, fn, head.value.table, money.name, [`The amount is ${head.value.table}.${money.name}.`]),
              );
        });
  // "total payments", of what is an amount of money itself
  const amounts =
    fn !== 'sum'
      ? []
      : headsAt(ground, at + 1).flatMap((head) => {
          const money = MONIES.has(entry(ground, head.value.table).words.at(-1) ?? '') ? moneyOf(ground, head.value.table) : null;
          return money === null
            ? []
            : modified(ground, head).map((read) =>
                measured(read, fn, head.value.table, money.name, [`The amount is ${head.value.table}.${money.name}.`]),
              );
        });
  // "average bill"
  const ones =
    fn !== 'avg'
      ? []
      : headsAt(ground, at + 1).flatMap((head) => {
          const money = moneyOf(ground, head.value.table);
          const to = money === null ? null : (after(ground, head.end, ['value', 'amount', 'total', 'price', 'cost']) ?? head.end);
          return money === null || to === null
            ? []
            : modified(ground, { ...head, end: to }).map((read) =>
                measured(read, fn, head.value.table, money.name, [`The amount is ${head.value.table}.${money.name}.`]),
              );
        });
  return [...sums, ...amounts, ...ones, ...namedAt(ground, at + 1, fn), ...(fn === 'sum' ? amountsBefore(ground, at + 1) : [])];
}

const KEPT = new Set(['stock', 'quantity', 'qty', 'inventory']);

/** What is itself so much money: of these a total is no number of rows. */
const MONIES = new Set('payment expense donation refund fee cost bill invoice'.split(' '));

/** "fee of appointments", "overdue amount", "score from Spain". */
function namedAt(ground: Ground, from: number, fn: AggregateName): Read<Measure>[] {
  const adjective = valuesAt(ground, from).map(({ value, end, cost, notes }) => ({ value, end, cost, notes }));
  const starts = [{ value: null, end: from, cost: 0, notes: [] as readonly string[] }, ...adjective];
  const tables = ground.lexicon.tables.map(({ table }) => table.name);
  return starts.flatMap((start) => {
    const named = tables.flatMap((table) =>
      columnsAt(ground, start.end, [table]).map((read) => ({ table, read, counts: isMeasure(ground, table, read.value.columns[0] ?? '') })),
    );
    return named.flatMap(
      ({
        table,
        read: {
          value: { columns },
          end,
          cost,
        },
      }) => {
        const [column, ...more] = columns;
        if (column === undefined || more.length > 0 || !isMeasure(ground, table, column)) return [];
        const said = start.value === null ? null : valueFilter(ground, table, start.value, false, 'own');
        if (start.value !== null && said === null) return [];
        const head = narrowed({ table, filters: [] }, ...(said === null ? [] : [said]));
        const rest = start.cost + cost;
        const of = after(ground, end, ['of', 'for', 'from', 'of the', 'for the', 'of all', 'on', 'per']);
        const per = of !== null && word(ground, of - 1) === 'per';
        const things =
          of === null || (per && !headsAt(ground, of).some((noun) => noun.value.table === table && noun.end >= ground.tokens.length))
            ? []
            : headsAt(ground, of).flatMap((noun) => {
                if (noun.value.table !== table) return [];
                return modified(ground, { ...noun, value: narrowed(noun.value, ...head.filters), cost: noun.cost + rest });
              });
        // Without the noun of the table, only one table may have such a column.
        const hasRival = named.some(
          (other) => other.table !== table && other.read.end === end && other.read.cost <= cost + 0.1 && other.counts,
        );
        const bare = hasRival ? [] : modified(ground, found(head, end, rest + 0.1, start.notes));
        return [...things, ...bare].map((read) => {
          const plain = measured(read, fn, table, column);
          return cost <= PLAINLY ? plain : { ...plain, value: { ...plain.value, value: ambiguous } };
        });
      },
    );
  });
}

const ambiguous = (): never => {
  throw new Ambiguous();
};

/** How near a name has to be for its numbers to be put together. */
const PLAINLY = 0.15;

const isMeasure = (ground: Ground, table: string, column: string): boolean => {
  const own = entry(ground, table).columns.find((one) => one.column.name === column);
  return own !== undefined && NUMERIC.has(own.column.type) && !own.reference && !entry(ground, table).table.primaryKey.includes(column);
};

/** "total invoice amount" is read as a column's name; "total invoiced" as what the invoices come to. */
function amountsBefore(ground: Ground, at: number): Read<Measure>[] {
  return invoicedAt(ground, at);
}
