import type { Span } from '../plain/sentence.ts';
import { isMoney, moneyWords } from './amounts.ts';
import { type Ask, asking } from './ask.ts';
import { spanOf } from './groups.ts';
import type { Part } from './meaning.ts';
import type { State } from './state.ts';

/** "what do all licences bring in per year", of a yearly fee: it is added up, and makes no groups of years. */
export function rated(state: State, measuring: readonly Part[]): Ask[] {
  const { parts, used, things } = state;
  const at = parts.findIndex((part) => !used.has(part) && spanOf(part) !== null);
  const [each, part] = [parts[at - 1], parts[at]];
  const span = part === undefined ? null : spanOf(part);
  const words = moneyWords(state);
  if (part === undefined || span === null || (words.length === 0 && measuring.length === 0)) return [];
  if (measuring.some(({ cue }) => cue?.kind !== 'amount' && cue?.kind !== 'average')) return [];
  const fn = measuring.some(({ cue }) => cue?.kind === 'average') ? 'avg' : 'sum';
  const uses = [...measuring, ...words, ...(each?.cue?.kind === 'each' ? [each] : []), part];
  // What is charged by the day is no earning of a day.
  if (span === 'day' || span === 'week') return [];
  return things.columns.flatMap((column) =>
    isMoney(column) && column.words.some((word) => RATES[span].includes(word))
      ? [asking({ kind: fn, column: column.column.name, times: null }, null, uses, 0)]
      : [],
  );
}

/** What names call an amount that is due every so often. */
const RATES: Readonly<Record<Span, readonly string[]>> = {
  day: [],
  week: [],
  month: ['monthly', 'month'],
  year: ['yearly', 'year', 'annual', 'annually'],
};
