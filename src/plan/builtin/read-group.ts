import { anyPhraseAt, DETERMINERS, mentionsAt, skip, step, wordAt } from './match.ts';
import { stem } from './name-words.ts';
import type { Reader, State } from './read.ts';
import { BUCKETS, type Bucket, type Mention, type Sketch } from './sketch.ts';
import { DONE_BY } from './words.ts';

/** "for each city", "per year", "in every department", "by country". */
export function readGroup(reader: Reader, state: State): State[] {
  if (state.not || state.or) return [];
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
    ...ORDERED_TOO,
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
      ? anyPhraseAt(reader, state.at, ['by', 'across', 'for all', ...DIFFERENT])
      : null);
  if (by === null) return [];
  const found: State[] = [];
  const ordered = anyPhraseAt(reader, state.at, ORDERED_TOO);
  if (ordered !== null)
    return mentionsAt(reader, skip(reader, ordered, DETERMINERS)).map((span) => {
      const orders = [...state.sketch.orders, { by: 'column' as const, of: span.value, direction: 'asc' as const }];
      return step(state, span.end, span.cost + 0.05, { groups: [...state.sketch.groups, span.value], orders });
    });
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
  // "the average across all ships" is one; "the lessons taught by Ann" are no lessons of each.
  const whole = each === null && ['across', 'all'].includes(wordAt(reader, by - 1));
  const agent = each === null && wordAt(reader, by - 1) === 'by' && DONE_BY.test(wordAt(reader, by - 2));
  for (const span of mentionsAt(reader, noun)) {
    const and = each !== null ? anyPhraseAt(reader, span.end, ['and', ', and']) : null;
    const change = groupBy(state.sketch, span.value);
    const plain = span.value.kind === 'attribute' && !state.sketch.items.some(({ aggregate }) => aggregate !== undefined);
    found.push(
      step(
        state,
        span.end,
        span.cost + (agent || (whole && span.value.kind === 'entity') ? VAGUE : 0) + (each === null ? 0.15 : plain ? 0.4 : 0.02),
        change,
      ),
    );
    if (and !== null) {
      for (const more of mentionsAt(reader, skip(reader, and, new Set([...DETERMINERS, 'each', 'every'])))) {
        found.push(step(state, more.end, span.cost + more.cost + 0.05, groupBy({ ...state.sketch, ...change }, more.value)));
      }
    }
  }
  return found;
}

const VAGUE = 0.4;

const ORDERED_TOO = [
  'grouped and ordered by',
  'grouped and sorted by',
  'grouped by and ordered by',
  'grouped and alphabetically ordered by',
  'grouped by and alphabetically ordered by',
  'grouped by and sorted by',
];

/** "for the different states", "in each different position" */
const DIFFERENT = ['for', 'in', 'of', 'on', 'at', 'from', 'across'].flatMap((word) => [
  `${word} different`,
  `${word} the different`,
  `${word} all different`,
]);

/** "month", "quarters". */
const bucketAt = (reader: Reader, at: number): Bucket | null =>
  BUCKETS.find((bucket) => [bucket, `${bucket}s`].includes(wordAt(reader, at))) ?? null;

function groupBy(sketch: Sketch, mention: Mention): Partial<Sketch> {
  const aggregates = sketch.items.some(({ aggregate }) => aggregate !== undefined);
  if (!aggregates && mention.kind === 'entity')
    return sketch.subject === null ? { subject: mention } : { touches: [...sketch.touches, mention] };
  return { groups: [...sketch.groups, mention] };
}
