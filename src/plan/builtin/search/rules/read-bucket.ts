import { UNITS, type Unit } from '../../english/dates/calendar.ts';
import { momentAt } from '../../english/dates/moments.ts';
import { anyPhraseAt, DETERMINERS, skip, wordAt } from '../../english/phrase-at.ts';
import { wordTable } from '../../english/word-table.ts';
import type { Attribute } from '../../linking/mention.ts';
import { step } from '../match.ts';
import type { Condition } from '../sketch.ts';
import type { Reader, State } from '../state.ts';
import type { Part } from './part.ts';

/** "month", "quarters". */
export const bucketAt = (reader: Reader, at: number): Unit | null =>
  UNITS.find((bucket) => [bucket, `${bucket}s`].includes(wordAt(reader, at))) ?? null;

/** The stretch that a moment of the asked rows falls in, when no column is named for it. */
export function bucketOf(reader: Reader, bucket: Unit): Attribute | null {
  const moments = reader.links.moments();
  return moments === null ? null : { ...moments, words: `when ${bucket}`, bucket };
}

export const PERIODIC = wordTable<Unit>({
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  quarterly: 'quarter',
  yearly: 'year',
  annual: 'year',
});

/** "in each of the last 8 weeks", "month by month", "on a monthly basis": numbers along time. */
export function readBucket(reader: Reader, state: State): State[] {
  if (!state.sketch.items.some(({ aggregate }) => aggregate !== undefined)) return [];
  return [...readEachOf(reader, state), ...readRhythm(reader, state)];
}

function readEachOf(reader: Reader, state: State): State[] {
  const of = anyPhraseAt(reader, state.at, ['in each of', 'for each of', 'during each of', 'over each of', 'each of']);
  const moment = of === null ? null : momentAt(reader, of);
  if (of === null || moment === null || moment.value.assumption === null) return [];
  const unit = [1, 2, 3, 4].map((back) => bucketAt(reader, of + back)).find((bucket) => bucket !== null);
  const group = unit === undefined || unit === null ? null : bucketOf(reader, unit);
  if (group === null) return [];
  const during: Condition = { kind: 'period', op: '=', from: moment.value, said: [] };
  const { groups, conditions } = state.sketch;
  return [step(state, moment.end, 0.1, { groups: [...groups, group], conditions: [...conditions, during] })];
}

function readRhythm(reader: Reader, state: State): State[] {
  const at = skip(reader, state.at, new Set(['on', 'a']));
  const periodic = PERIODIC[wordAt(reader, at)];
  const basis = periodic !== undefined && at > state.at && wordAt(reader, at + 1) === 'basis' ? at + 2 : null;
  const named = bucketAt(reader, state.at);
  const repeated =
    named !== null && wordAt(reader, state.at + 1) === 'by' && bucketAt(reader, state.at + 2) === named ? state.at + 3 : null;
  const end = basis ?? repeated;
  const group = end === null ? null : bucketOf(reader, basis === null ? (named ?? 'day') : (periodic ?? 'day'));
  return end === null || group === null ? [] : [step(state, end, 0.1, { groups: [...state.sketch.groups, group] })];
}

/** "Return the month and …", of numbers that are counted by it. */
export function readBucketItem(reader: Reader, state: State): Part[] {
  const at = skip(reader, state.at, DETERMINERS);
  const said = bucketAt(reader, at) ?? (wordAt(reader, at) === 'date' ? 'day' : null);
  const group = state.sketch.groups.find((one): one is Attribute => one.kind === 'attribute' && one.bucket === said);
  if (said === null || group === undefined) return [];
  return [{ items: [{ of: group }], end: anyPhraseAt(reader, at + 1, ['as a date', 'as date', 'as a timestamp']) ?? at + 1, cost: 0.02 }];
}
