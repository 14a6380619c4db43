import type { Measure, Unit } from '../plain/sentence.ts';
import type { Part } from './meaning.ts';
import { type Span, spansOf } from './spans.ts';
import { isUnknown, type State } from './state.ts';

const NUMBER = 0.1;

interface Stretched {
  readonly measure: Measure;
  readonly uses: readonly Part[];
  readonly cost: number;
}

/** "hours per waiter", of shifts that say when they begin and end. */
export function stretchesIn(state: State, fn: 'sum' | 'avg'): Stretched[] {
  const part = state.parts.find((one) => isUnknown(one) && !state.used.has(one) && /^(?:minutes|hours|days|nights|weeks)$/.test(one.words));
  if (part === undefined) return [];
  return spansOf(state).flatMap((span): Stretched[] => {
    const isFiner = span.isOfDays && /^(?:minutes|hours)$/.test(part.words);
    const measure: Measure = { kind: 'between', fn, from: span.from, to: span.to, unit: unitOf(part.words, span) };
    return isFiner ? [] : [{ measure, uses: [part, ...span.uses], cost: span.cost + NUMBER }];
  });
}

/** The unit that is said, else days of days and hours of hours. */
export const unitOf = (said: string, span: Span): Unit =>
  (['minute', 'hour', 'week', 'day'] as const).find((one) => said.includes(one)) ??
  (span.isOfDays || said.includes('night') ? 'day' : 'hour');
