import { anyPhraseAt, DETERMINERS, mentionsAt, skip, step, wordAt } from './match.ts';
import { stem } from './name-words.ts';
import type { Reader, State } from './read.ts';
import { BUCKETS, type Bucket, type Mention, type Sketch } from './sketch.ts';

/** "for each city", "per year", "in every department", "by country". */
export function readGroup(reader: Reader, state: State): State[] {
  if (state.not || state.or) return [];
  return [...groupsIn(reader, state), ...readSummed(reader, state)];
}

/** "freight by country", "sales per month": an amount is added up for each. */
function readSummed(reader: Reader, state: State): State[] {
  const { items, groups, orders, limit } = state.sketch;
  const [only, ...more] = items;
  if (only === undefined || more.length > 0 || groups.length > 0 || orders.length > 0 || limit !== null) return [];
  if (only.of === null || only.of === 'all' || only.of.kind === 'entity' || only.aggregate !== undefined) return [];
  if (anyPhraseAt(reader, state.at, ['by', 'per', 'for each', 'in each', 'for every', 'across']) === null) return [];
  const summed: State = { ...state, sketch: { ...state.sketch, items: [{ ...only, aggregate: 'sum', assumed: true }] } };
  return groupsIn(reader, summed).map((next) => ({ ...next, cost: next.cost + SUMMED }));
}

const SUMMED = 0.15;

function groupsIn(reader: Reader, state: State): State[] {
  const each = anyPhraseAt(reader, state.at, [
    'for each of the',
    'for each',
    'for every',
    'in each',
    'in every',
    'of each',
    'on each',
    'by each',
    'at each',
    'to each',
    'from each',
    'with each',
    'under each',
    'per',
    'grouped by',
    'group by',
    'split by',
    'broken down by',
    'each',
    'every',
  ]);
  const by =
    each ??
    (state.sketch.items.some(({ aggregate }) => aggregate !== undefined)
      ? anyPhraseAt(reader, state.at, ['by', 'across', 'for different', 'for all', 'in different'])
      : null);
  if (by === null) return [];
  const found: State[] = [];
  const noun = skip(reader, by, new Set([...DETERMINERS, 'different', 'distinct']));
  const bucket = bucketAt(reader, noun);
  const named = reader.links.attributes(noun).some(({ cost }) => cost < 0.3);
  const bucketed = bucket === null || named ? null : reader.links.moments();
  if (bucket !== null && bucketed !== null && state.sketch.items.some(({ aggregate }) => aggregate !== undefined))
    found.push(step(state, noun + 1, 0.1, { groups: [...state.sketch.groups, { ...bucketed, words: `when ${bucket}`, bucket }] }));
  const shown = state.sketch.items.find(({ aggregate }) => aggregate === undefined)?.of;
  const repeats =
    shown !== undefined &&
    shown !== null &&
    shown !== 'all' &&
    shown.kind === 'attribute' &&
    shown.words
      .split(' ')
      .map(stem)
      .includes(stem(wordAt(reader, noun)));
  if (each !== null && repeats) found.push(step(state, noun + 1, 0, { groups: [...state.sketch.groups, shown] }));
  for (const span of mentionsAt(reader, noun)) {
    const and = each !== null ? anyPhraseAt(reader, span.end, ['and', ', and']) : null;
    const change = groupBy(state.sketch, span.value);
    const plain = span.value.kind === 'attribute' && !state.sketch.items.some(({ aggregate }) => aggregate !== undefined);
    found.push(step(state, span.end, span.cost + (each === null ? 0.15 : plain ? 0.4 : 0.02), change));
    if (and !== null) {
      for (const more of mentionsAt(reader, skip(reader, and, new Set([...DETERMINERS, 'each', 'every'])))) {
        found.push(step(state, more.end, span.cost + more.cost + 0.05, groupBy({ ...state.sketch, ...change }, more.value)));
      }
    }
  }
  return found;
}

/** "month", "quarters". */
const bucketAt = (reader: Reader, at: number): Bucket | null =>
  BUCKETS.find((bucket) => [bucket, `${bucket}s`].includes(wordAt(reader, at))) ?? null;

function groupBy(sketch: Sketch, mention: Mention): Partial<Sketch> {
  const aggregates = sketch.items.some(({ aggregate }) => aggregate !== undefined);
  if (!aggregates && mention.kind === 'entity')
    return sketch.subject === null ? { subject: mention } : { touches: [...sketch.touches, mention] };
  return { groups: [...sketch.groups, mention] };
}
