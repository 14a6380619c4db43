import { anyPhraseAt, DETERMINERS, skip, wordAt } from '../../english/phrase-at.ts';
import { stem } from '../../english/stem.ts';
import { DONE_BY } from '../../english/words.ts';
import type { Mention } from '../../linking/mention.ts';
import { mentionsAt, step } from '../match.ts';
import type { Sketch } from '../sketch.ts';
import type { Reader, State } from '../state.ts';
import { bucketAt, bucketOf, readBucket } from './read-bucket.ts';

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
  const found = readBucket(reader, state);
  if (by === null) return found;
  const ordered = anyPhraseAt(reader, state.at, ORDERED_TOO);
  if (ordered !== null)
    return mentionsAt(reader, skip(reader, ordered, DETERMINERS)).map((span) => {
      const orders = [...state.sketch.orders, { by: 'column' as const, of: span.value, direction: 'asc' as const }];
      return step(state, span.end, span.cost + 0.05, { groups: [...state.sketch.groups, span.value], orders });
    });
  const noun = skip(reader, by, new Set([...DETERMINERS, 'different', 'distinct']));
  const bucket = bucketAt(reader, noun);
  const named = reader.links.attributes(noun).some(({ cost }) => cost < 0.3);
  const bucketed = bucket === null || named ? null : bucketOf(reader, bucket);
  if (bucketed !== null && state.sketch.items.some(({ aggregate }) => aggregate !== undefined))
    found.push(step(state, noun + 1, 0.1, { groups: [...state.sketch.groups, bucketed] }));
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
    if (each === null && span.value.kind === 'entity' && isNarrowed(reader, span.end)) continue;
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
      const also = bucketAt(reader, skip(reader, and, EACH));
      const along = also === null || !state.sketch.items.some(({ aggregate }) => aggregate !== undefined) ? null : bucketOf(reader, also);
      if (along !== null)
        found.push(
          step(state, skip(reader, and, EACH) + 1, span.cost + 0.1, { groups: [...(change.groups ?? state.sketch.groups), along] }),
        );
      for (const more of mentionsAt(reader, skip(reader, and, EACH))) {
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

const EACH = new Set([...DETERMINERS, 'each', 'every']);

/** "by customers who joined", "by customers from Rome": which rows, not which groups. */
export const isNarrowed = (reader: Reader, at: number): boolean => NARROWING.has(wordAt(reader, at));

const NARROWING = new Set('who that whose from having with named called living aged older younger'.split(' '));

function groupBy(sketch: Sketch, mention: Mention): Partial<Sketch> {
  const aggregates = sketch.items.some(({ aggregate }) => aggregate !== undefined);
  if (!aggregates && mention.kind === 'entity')
    return sketch.subject === null ? { subject: mention } : { touches: [...sketch.touches, mention] };
  return { groups: [...sketch.groups, mention] };
}
