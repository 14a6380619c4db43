import { SUPERLATIVES } from '../../english/measure-words.ts';
import { anyPhraseAt, phraseAt, skip, wordAt } from '../../english/phrase-at.ts';
import { wordTable } from '../../english/word-table.ts';
import type { Entity, Mention } from '../../linking/mention.ts';
import { take } from '../found.ts';
import { mentionsAt, step } from '../match.ts';
import type { Condition, Ordering } from '../sketch.ts';
import type { Reader, State } from '../state.ts';
import { extremesAt, rank } from './extremes.ts';

/** "with the highest price", "the most orders", "the largest number of students", "oldest". */
export function readRanking(reader: Reader, state: State): State[] {
  if (state.not || state.or || state.inside) return [];
  // "newest first" is an order, and leaves nothing out.
  if (wordAt(reader, state.at) !== 'the' && [1, 2].some((after) => wordAt(reader, state.at + after) === 'first')) return [];
  const ranked = state.sketch.limit !== null && state.sketch.orders.length > 0;
  // The first of all is not the last of all as well.
  return rankings(reader, state).map((next) => (ranked ? { ...next, cost: next.cost + TWICE } : next));
}

const TWICE = 0.5;

function rankings(reader: Reader, state: State): State[] {
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
    // "the top 3 departments": by what, is said later.
    for (const span of sketch.limit === null ? reader.links.entities(from) : []) {
      const named = sketch.subject === null ? { subject: span.value } : { touches: [...sketch.touches, span.value] };
      next.push(step(state, span.end, span.cost * 0.5 + 0.05, { ...named, limit }));
    }
  }
  if (top !== null && from > state.at) next.push(...readTopOf(reader, state, from, limit));
  next.push(...readCommonly(reader, state));
  for (const extreme of extremesAt(reader, from)) {
    const { of, direction } = extreme;
    const followed = reader.links.entities(extreme.end).some(({ cost }) => cost < 0.9) ? 0.3 : 0;
    next.push(step(state, extreme.end, extreme.cost + followed, rank(sketch, { by: 'column', of, direction }, limit)));
    // "in the most recent year", "the three oldest ids"
    for (const span of reader.links.attributes(extreme.end)) {
      if (span.cost > (/\b(date|year|day|time|month)s?$/.test(span.value.words) ? 0.8 : 0.3)) continue;
      const order: Ordering = { by: 'column', of: span.value, direction: DATED_EXTREME.test(wordAt(reader, from)) ? direction : 'desc' };
      if (DATED_EXTREME.test(wordAt(reader, from)) || wordAt(reader, from + 1) === 'recent')
        next.push(step(state, span.end, span.cost * 0.5 + 0.1, rank(sketch, order, limit)));
    }
    // "who made the latest order": the order's date.
    for (const span of reader.links.entities(extreme.end)) {
      const order: Ordering = { by: 'column', of: { ...of, owner: span.value }, direction };
      const touches = [...sketch.touches, span.value];
      next.push(step(state, span.end, extreme.cost + span.cost * 0.5, { ...rank(sketch, order, limit), touches }));
    }
  }
  next.push(...readMost(reader, state), ...readSpent(reader, state));
  const counting = anyPhraseAt(reader, from, COUNTS);
  if (top !== null && from > state.at && counting !== null) {
    // "the top 3 number of orders"
    for (const { of, end, cost } of countedAt(reader, counting))
      next.push(step(state, end, cost + 0.1, rank(sketch, { by: 'count', of, direction: 'desc' }, limit)));
  }
  const direction = SUPERLATIVES[wordAt(reader, from)];
  if (direction === undefined) return next;
  const ordered = (order: Ordering, end: number, cost: number) => next.push(step(state, end, cost, rank(sketch, order, limit)));
  const count = anyPhraseAt(reader, from + 1, COUNTS);
  const start = skip(reader, count ?? from + 1, ENTITY_GLUE);
  const countable = count !== null || COUNTABLE.has(wordAt(reader, from));
  const named = countedAt(reader, start).filter(({ end }) => countable || TALLIES.has(wordAt(reader, end - 1)));
  for (const { of, end, cost, condition } of named) {
    const conditions = condition === null ? sketch.conditions : [...sketch.conditions, condition];
    const change = { ...rank(sketch, { by: 'count', of, direction }, limit), conditions };
    next.push(step(state, end, cost + 0.08, change));
  }
  const by = COUNTABLE.has(wordAt(reader, from)) ? 'most' : 'column';
  for (const span of reader.links.attributes(from + 1)) ordered({ by, of: span.value, direction }, span.end, span.cost * 0.5);
  // "the least amount of memory": by how much, where a column says it.
  const much = anyPhraseAt(reader, from + 1, AMOUNTS);
  for (const span of much === null ? [] : reader.links.attributes(skip(reader, much, ENTITY_GLUE)))
    ordered({ by: 'column', of: { ...span.value, words: `number of ${span.value.words}` }, direction }, span.end, span.cost * 0.5 + 0.25);
  const aggregate = RANKED[wordAt(reader, from + 1)];
  if (aggregate !== undefined) {
    for (const start of new Set([skip(reader, from + 2, OF_THE), skip(reader, from + 2, ENTITY_GLUE)]))
      for (const span of reader.links.attributes(start)) ordered({ by: aggregate, of: span.value, direction }, span.end, span.cost * 0.5);
  }
  return next;
}

/** "for the top 3 cities by number of orders", of what is grouped or shown: by what, is read next. */
function readTopOf(reader: Reader, state: State, from: number, limit: number): State[] {
  const { groups, items, orders } = state.sketch;
  if (orders.length > 0 || state.sketch.limit !== null || !['by', 'based', 'in'].some((word) => isNear(reader, from, word))) return [];
  const known = new Set([...groups, ...items.map(({ of }) => of)].flatMap((of) => (of === null || of === 'all' ? [] : tablesOf(of))));
  return mentionsAt(reader, from)
    .filter(({ value }) => tablesOf(value).some((name) => known.has(name)))
    .map((span) => step(state, span.end, span.cost + 0.05, { limit }));
}

const isNear = (reader: Reader, from: number, word: string): boolean => [1, 2, 3].some((ahead) => wordAt(reader, from + ahead) === word);

/** What a mention most likely is, by name. */
function tablesOf(mention: Mention): string[] {
  const candidates: readonly { table: string; columns?: readonly string[]; cost: number }[] = mention.candidates;
  const least = Math.min(...candidates.map(({ cost }) => cost));
  return candidates.filter(({ cost }) => cost <= least + 0.2).map((one) => [one.table, ...(one.columns ?? [])].join('.'));
}

const TALLIES = new Set(['count', 'counts', 'number', 'numbers']);
const COUNTS = ['number of', 'total number of', 'amount of', 'count of', 'numbers of', 'total amount of'];
const AMOUNTS = ['amount of', 'total amount of', 'number of', 'value of', 'level of'];

interface Counted {
  readonly of: Entity;
  readonly end: number;
  readonly cost: number;
  readonly condition: Condition | null;
}

/** Rows that are counted: an entity, perhaps with a stored value in front, or what a column alone keeps. */
export function countedAt(reader: Reader, at: number): Counted[] {
  const plain = [...reader.links.entities(at), ...reader.links.holders(at)].map((span) => ({
    of: span.value,
    // "the most settlement count"
    end: TALLIES.has(wordAt(reader, span.end)) ? span.end + 1 : span.end,
    cost: span.cost * 0.5,
    condition: null,
  }));
  const valued = reader.links.values(at).flatMap((value) =>
    value.value.number !== null || value.value.quoted
      ? []
      : reader.links.entities(value.end).map((span) => ({
          of: span.value,
          end: span.end,
          cost: span.cost * 0.5 + value.cost + 0.1,
          condition: { kind: 'value' as const, value: value.value, not: false, near: span.value },
        })),
  );
  return [...plain, ...valued];
}

/** "ordered the most times", "used the greatest number of times", "bought the most": by how often what was said happens. */
function readMost(reader: Reader, state: State): State[] {
  const { sketch } = state;
  const at = skip(reader, state.at, MOST_GLUE);
  const word = wordAt(reader, at);
  const direction = SUPERLATIVES[word];
  if (direction === undefined || sketch.orders.length > 0) return [];
  const traded = readTraded(reader, state, at);
  if (traded !== null) return [traded];
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

/** "spent the most", "sold the most money": what the sales come to. */
function readTraded(reader: Reader, state: State, at: number): State | null {
  const verb = wordAt(reader, state.at - 1);
  if (!TRADES.has(verb) || !COUNTABLE.has(wordAt(reader, at))) return null;
  const end = wordAt(reader, at + 1) === 'money' ? at + 2 : at + 1;
  const next = reader.tokens[end];
  if (next !== undefined && next.kind === 'word' && !['in', 'during', 'since', 'on'].includes(next.lower)) return null;
  const of = reader.links.worth(`money ${verb}`, 'money');
  const direction = SUPERLATIVES[wordAt(reader, at)] ?? 'desc';
  // The verb before was passed over at a cost, and has found its place now.
  return of === null ? null : step(state, end, 0.1 - PASSED_VERB, rank(state.sketch, { by: 'sum', of, direction }, 1));
}

/** "spent the most on freight". */
function readSpent(reader: Reader, state: State): State[] {
  const at = skip(reader, state.at, MOST_GLUE);
  const direction = SUPERLATIVES[wordAt(reader, at)];
  const on = anyPhraseAt(reader, at + 1, ['money on', 'on']);
  if (direction === undefined || on === null || !TRADES.has(wordAt(reader, state.at - 1)) || !COUNTABLE.has(wordAt(reader, at))) return [];
  return reader.links
    .attributes(on)
    .map((span) => step(state, span.end, span.cost * 0.5, rank(state.sketch, { by: 'sum', of: span.value, direction }, 1)));
}

const TRADES = new Set(['spent', 'spend', 'spends', 'paid', 'pays', 'sold', 'sell', 'sells', 'earned', 'generated']);
const PASSED_VERB = 0.25;

const MOST_GLUE = new Set(['the', 'for', 'by']);

/** "which … is the most common", "that appears most frequently": the things shown, ranked by how often they occur. */
function readCommonly(reader: Reader, state: State): State[] {
  const { sketch } = state;
  const frequent = frequencyAt(reader, state.at);
  if (frequent === null) return [];
  const kinds = mentionsAt(reader, skip(reader, frequent.end, new Set(['the']))).map((span) => {
    const condition: Condition = { kind: 'commonest', of: span.value, direction: frequent.direction };
    return take(state, { condition, end: span.end, cost: span.cost + 0.1 });
  });
  const groups = sketch.items.flatMap(({ of, aggregate }) => (of === null || of === 'all' || aggregate !== undefined ? [] : [of]));
  if (groups.length === 0 || groups.length < sketch.items.length) return kinds;
  const change = rank(sketch, { by: 'count', of: null, direction: frequent.direction }, 1);
  return [...kinds, step(state, frequent.end, 0.15, { ...change, groups: [...sketch.groups, ...groups] })];
}

/** "most common", "least frequently used", "most often". */
export function frequencyAt(reader: Reader, at: number): { direction: 'asc' | 'desc'; end: number } | null {
  const start = skip(reader, at, new Set(['the']));
  const word = wordAt(reader, start);
  if (word !== 'most' && word !== 'least') return null;
  const end = anyPhraseAt(reader, start + 1, FREQUENCIES);
  return end === null ? null : { direction: word === 'most' ? 'desc' : 'asc', end };
}

const FREQUENCIES = [
  'commonly used',
  'frequently used',
  'widely used',
  'frequently occurring',
  'common',
  'commonly',
  'popular',
  'frequent',
  'frequently',
  'often',
  'used',
  'prevalent',
  'prominent',
  'widespread',
  'occurring',
];

const DATED_EXTREME = /^(latest|earliest|newest|oldest|first|last)$/;

const COUNTABLE = new Set(['most', 'least', 'fewest']);

const OF_THE = new Set(['of', 'the']);
const ENTITY_GLUE = new Set(['different', 'distinct', 'of', 'the', 'amount', 'value']);

export const RANKED = wordTable<'avg' | 'sum'>({ average: 'avg', mean: 'avg', total: 'sum', sum: 'sum', combined: 'sum' });
