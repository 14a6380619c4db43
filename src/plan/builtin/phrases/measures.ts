import { aggregatesAt } from './aggregates.ts';
import { costOfAll, earnedAt } from './earnings.ts';
import { after, type Ground, type Read, tablesAt, word } from './ground.ts';
import { given, impliedSumsAt } from './implied.ts';
import { addedUp, moneyMovedAt } from './income.ts';
import { counted, type Measure } from './measure.ts';
import { modified } from './modifiers.ts';
import { headsAt } from './noun-phrase.ts';
import { quantitiesAt } from './quantities.ts';
import { movedByName, spendingAt } from './spending.ts';
import { timeSpentAt } from './time-spent.ts';
import { wholeWorthAt } from './whole-worth.ts';

/** Numbers of things, sums and averages of columns, and the amounts that verbs ask for. */
export const measuresAt = (ground: Ground, at: number): Read<Measure>[] => [
  ...countsAt(ground, at),
  ...talliesAt(ground, at),
  ...timeSpentAt(ground, at),
  ...quantitiesAt(ground, at),
  ...aggregatesAt(ground, at),
  ...wholeWorthAt(ground, at),
  ...spendingAt(ground, at),
  ...moneyAt(ground, at),
  ...earnedAt(ground, at),
  ...costOfAll(ground, at),
  ...movedByName(ground, at),
];

/** "revenue", "how much did we make": what money moved adds up to. */
const moneyAt = (ground: Ground, at: number): Read<Measure>[] =>
  moneyMovedAt(ground, at).flatMap(({ value, end, cost, notes }) => addedUp(ground, { value, end, cost, notes }));

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

/** "how many points": what a column of such numbers adds up to, where nothing is called so. */
function talliesAt(ground: Ground, at: number): Read<Measure>[] {
  const start = after(ground, at, ['how many', 'total number of', 'the total number of']);
  return start === null || tablesAt(ground, start).length > 0 ? [] : impliedSumsAt(ground, start);
}
