import { extremesAt, rank } from './extremes.ts';
import { anyPhraseAt, phraseAt, skip, step, wordAt } from './match.ts';
import type { Reader, State } from './read.ts';
import type { Ordering } from './sketch.ts';
import { wordTable } from './word-table.ts';
import { SUPERLATIVES } from './words.ts';

/** "with the highest price", "the most orders", "the largest number of students", "oldest". */
export function readRanking(reader: Reader, state: State): State[] {
  if (state.not || state.or) return [];
  const { sketch } = state;
  const next: State[] = [];
  const top = phraseAt(reader, state.at, 'top');
  const ranked = top ?? state.at;
  const number = reader.tokens[ranked]?.number ?? null;
  const from = number !== null && number > 0 && number < 1000 ? ranked + 1 : state.at;
  const limit = from > state.at ? (number ?? 1) : 1;
  if (top !== null && from > state.at) {
    for (const span of reader.links.attributes(from))
      next.push(step(state, span.end, span.cost * 0.5, rank(sketch, { by: 'column', of: span.value, direction: 'desc' }, limit)));
  }
  next.push(...readCommonly(reader, state));
  for (const extreme of extremesAt(reader, from)) {
    const { of, direction } = extreme;
    const followed = reader.links.entities(extreme.end).some(({ cost }) => cost < 0.9) ? 0.3 : 0;
    next.push(step(state, extreme.end, extreme.cost + followed, rank(sketch, { by: 'column', of, direction }, limit)));
    // "who made the latest order": the order's date.
    for (const span of reader.links.entities(extreme.end)) {
      const order: Ordering = { by: 'column', of: { ...of, owner: span.value }, direction };
      const touches = [...sketch.touches, span.value];
      next.push(step(state, span.end, extreme.cost + span.cost * 0.5, { ...rank(sketch, order, limit), touches }));
    }
  }
  next.push(...readMost(reader, state));
  const direction = SUPERLATIVES[wordAt(reader, from)];
  if (direction === undefined) return next;
  const ordered = (order: Ordering, end: number, cost: number) => next.push(step(state, end, cost, rank(sketch, order, limit)));
  const count = anyPhraseAt(reader, from + 1, ['number of', 'total number of', 'amount of', 'count of', 'numbers of']);
  const start = count ?? from + 1;
  const countable = count !== null || COUNTABLE.has(wordAt(reader, from));
  for (const span of countable ? reader.links.entities(skip(reader, start, ENTITY_GLUE)) : [])
    ordered({ by: 'count', of: span.value, direction }, span.end, span.cost * 0.5 + 0.08);
  for (const span of reader.links.attributes(from + 1)) ordered({ by: 'column', of: span.value, direction }, span.end, span.cost * 0.5);
  const aggregate = RANKED[wordAt(reader, from + 1)];
  if (aggregate !== undefined) {
    for (const span of reader.links.attributes(skip(reader, from + 2, ENTITY_GLUE)))
      ordered({ by: aggregate, of: span.value, direction }, span.end, span.cost * 0.5);
  }
  return next;
}

/** "ordered the most times", "used the greatest number of times", "bought the most": by how often what was said happens. */
function readMost(reader: Reader, state: State): State[] {
  const { sketch } = state;
  const at = skip(reader, state.at, MOST_GLUE);
  const word = wordAt(reader, at);
  const direction = SUPERLATIVES[word];
  if (direction === undefined || sketch.orders.length > 0) return [];
  const times = anyPhraseAt(reader, at + 1, [
    'number of times',
    'amount of times',
    'times',
    'of times',
    'of the times',
    'often',
    'frequently',
  ]);
  const ends = reader.tokens[at + 1] === undefined || reader.tokens[at + 1]?.kind !== 'word';
  const end = times ?? (ends && COUNTABLE.has(word) ? at + 1 : null);
  return end === null ? [] : [step(state, end, times === null ? 0.3 : 0.1, rank(sketch, { by: 'count', of: null, direction }, 1))];
}

const MOST_GLUE = new Set(['the', 'for', 'by']);

/** "which … is the most common", "that appears most frequently": the things shown, ranked by how often they occur. */
function readCommonly(reader: Reader, state: State): State[] {
  const { sketch } = state;
  const end = anyPhraseAt(reader, state.at, [
    'most common',
    'most commonly',
    'most frequent',
    'most frequently',
    'most popular',
    'most often',
    'the most often',
    'most used',
    'most frequently used',
    'most commonly used',
  ]);
  const rare = anyPhraseAt(reader, state.at, [
    'least common',
    'least commonly',
    'least frequent',
    'least popular',
    'least often',
    'least used',
    'least frequently used',
    'least commonly used',
  ]);
  const after = end ?? rare;
  const groups = sketch.items.flatMap(({ of, aggregate }) => (of === null || of === 'all' || aggregate !== undefined ? [] : [of]));
  if (after === null || groups.length === 0 || groups.length < sketch.items.length) return [];
  const change = rank(sketch, { by: 'count', of: null, direction: end === null ? 'asc' : 'desc' }, 1);
  return [step(state, after, 0.15, { ...change, groups: [...sketch.groups, ...groups] })];
}

const COUNTABLE = new Set(['most', 'least', 'fewest']);

const ENTITY_GLUE = new Set(['different', 'distinct', 'of', 'the', 'amount', 'value']);

export const RANKED = wordTable<'avg' | 'sum'>({ average: 'avg', mean: 'avg', total: 'sum', sum: 'sum', combined: 'sum' });
