import type { ColumnEntry } from '../linking/entries.ts';
import { NUMERIC } from '../linking/expressions.ts';
import { isMeasure, PLAINLY } from './aggregates.ts';
import { moneyOf } from './columns.ts';
import { isDeed } from './deeds.ts';
import { amountOf } from './earnings.ts';
import { after, columnsAt, entry, found, type Ground, past, type Read, word } from './ground.ts';
import { counted, type Measure, measured } from './measure.ts';
import { modified } from './modifiers.ts';
import { headsAt } from './noun-phrase.ts';
import type { Things } from './things.ts';

/** "lessons given", "tickets sold", which are all of them where no state says otherwise. */
export function given(ground: Ground, head: Read<Things>): Read<Things>[] {
  const end = past(ground, head.end, GIVEN);
  return end === head.end || head.value.filters.length > 0 || !isDeed(ground, head.value.table)
    ? []
    : [{ ...head, end, cost: head.cost + 0.05 }];
}

const GIVEN = new Set('given done made taken held placed handled sold booked'.split(' '));

/** Things alone, where what follows shows that their number is meant: "tickets per month". */
export const impliedCountsAt = (ground: Ground, at: number): Read<Measure>[] =>
  headsAt(ground, at).flatMap((head) => {
    // "expenses by category" may be what they come to.
    const counts = !SUMS.has(entry(ground, head.value.table).words.at(-1) ?? '') || moneyOf(ground, head.value.table) === null;
    return counts ? tallied(ground, head) : amountOf(ground, { ...head, cost: head.cost + 0.1 }, 'sum');
  });

/** What it is that adds up: nobody asks how many there are by saying "costs by month". */
const SUMS = new Set('expense cost earning spending sale'.split(' '));

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

/** Whether what many rows hold of it comes to something: weights of gifts do, their years and ratings do not. */
export const addsUp = ({ column, words, reference }: ColumnEntry): boolean =>
  NUMERIC.has(column.type) &&
  !reference &&
  words.some((one) => ADDED.has(one) || MEASURED.has(one)) &&
  !words.some((one) => RATES.has(one));

const MEASURED = new Set('weight kg kilo gram litre quantity qty pound distance minute point premium charge'.split(' '));

const ADDED = new Set(
  'amount cost total tip fee fare expense earning hour commission premium mile kilometre litre sale donation deposit payment revenue takings'.split(
    ' ',
  ),
);

const RATES = new Set('rate average hourly daily unit per max min percent percentage pct limit target'.split(' '));
