import { anyPhraseAt, DETERMINERS, skip, step, wordAt } from './match.ts';
import type { Reader, State } from './read.ts';
import { RANKED } from './read-ranking.ts';
import type { Ordering } from './sketch.ts';

/** "sorted by age in descending order", "in alphabetical order of name", "ordered by the number of students". */
export function readOrder(reader: Reader, state: State): State[] {
  if (state.not || state.or) return [];
  const verb = anyPhraseAt(reader, state.at, [
    'and sort them',
    'and order them',
    'sort the results',
    'order the results',
    'sort them',
    'order them',
    'sorted',
    'ordered',
    'order',
    'sort',
    'ranked',
    'listed',
    'arranged',
    'rank',
    'sort the result',
    'order the result',
    'order the list',
    'sort the output',
    'sort result',
    'order result',
    'sort the list',
    'ordering',
    'sorting',
    'sort results',
    'order results',
  ]);
  const ranked = verb === null && state.sketch.limit !== null && state.sketch.orders.length === 0;
  const measure = ranked ? anyPhraseAt(reader, state.at, ['by', 'based on', 'according to', 'in terms of']) : null;
  if (measure !== null) {
    return orderingsAt(reader, skip(reader, measure, DETERMINERS)).map((found) =>
      step(state, found.end, found.cost, { orders: [{ ...found.order, direction: 'desc' }] }),
    );
  }
  const start = verb ?? state.at;
  const early = directionAt(reader, start);
  if (verb === null && early === null) return [];
  if (early?.alone === true && verb === null && state.sketch.orders.length > 0) {
    const turned = state.sketch.orders.map((order) => ({ ...order, direction: early.direction }));
    return [step(state, early.end, 0.02, { orders: turned })];
  }
  const by = anyPhraseAt(reader, early?.end ?? start, ['according to', 'based on', 'in terms of', 'by', 'of', 'on', 'for']);
  const next: State[] = [];
  if (by !== null) {
    const turned = directionAt(reader, by);
    for (const found of orderingsAt(reader, skip(reader, turned?.end ?? by, DETERMINERS))) {
      const late = turned ?? early ?? directionAt(reader, wordAt(reader, found.end) === ',' ? found.end + 1 : found.end);
      const direction = late?.direction ?? 'asc';
      const end = early === null && turned === null ? (late?.end ?? found.end) : found.end;
      const orders = [...state.sketch.orders, { ...found.order, direction }];
      next.push(step(state, end, found.cost, { orders }));
      const then = anyPhraseAt(reader, end, [
        ', and then by',
        ', then by',
        'and then by',
        'then by',
        ', and then',
        ', then',
        'and then',
        ', and',
        'and',
        ',',
      ]);
      if (then === null) continue;
      for (const second of reader.links.attributes(skip(reader, then, DETERMINERS))) {
        const after = directionAt(reader, second.end);
        const more = [...orders, { by: 'column' as const, of: second.value, direction: after?.direction ?? direction }];
        next.push(step(state, after?.end ?? second.end, found.cost + second.cost * 0.5 + 0.02, { orders: more }));
      }
    }
  }
  if (early !== null && by === null) {
    const counted = state.sketch.items.find(({ aggregate }) => aggregate === 'count');
    if (counted !== undefined && counted.of !== 'all' && /^(most|least|high|low)/.test(wordAt(reader, early.end - 3))) {
      return [
        step(state, early.end, 0.05, { orders: [...state.sketch.orders, { by: 'count', of: counted.of, direction: early.direction }] }),
      ];
    }
    const first = state.sketch.items.find(({ aggregate }) => aggregate === undefined)?.of ?? null;
    if (first !== null && first !== 'all')
      next.push(step(state, early.end, 0.1, { orders: [...state.sketch.orders, { by: 'column', of: first, direction: early.direction }] }));
  }
  return next;
}

function orderingsAt(reader: Reader, at: number): { order: Ordering; end: number; cost: number }[] {
  const found: { order: Ordering; end: number; cost: number }[] = [];
  const bare = anyPhraseAt(reader, at, ['count', 'counts', 'number', 'frequency', 'that number', 'this number']);
  const after = bare === null ? undefined : reader.tokens[bare];
  if (bare !== null && (after === undefined || after.kind !== 'word' || ['in', 'descending', 'ascending', 'from'].includes(after.lower))) {
    found.push({ order: { by: 'count', of: null, direction: 'asc' }, end: bare, cost: 0.1 });
  }
  const counted = anyPhraseAt(reader, at, ['number of', 'total number of', 'count of', 'the number of']);
  if (counted !== null) {
    for (const span of reader.links.entities(skip(reader, counted, DETERMINERS)))
      found.push({ order: { by: 'count', of: span.value, direction: 'asc' }, end: span.end, cost: span.cost * 0.5 + 0.05 });
  }
  const aggregate = RANKED[wordAt(reader, at)];
  if (aggregate !== undefined) {
    for (const span of reader.links.attributes(at + 1))
      found.push({ order: { by: aggregate, of: span.value, direction: 'asc' }, end: span.end, cost: span.cost * 0.5 });
  }
  for (const span of reader.links.attributes(at))
    found.push({ order: { by: 'column', of: span.value, direction: 'asc' }, end: span.end, cost: span.cost * 0.5 });
  return found;
}

const ASCENDING = [
  'ascending',
  'ascendingly',
  'increasing',
  'alphabetical',
  'alphabetic',
  'lexicographic',
  'lexicographical',
  'lexical',
  'asc',
  'alphabetically',
  'chronological',
];

const DESCENDING = ['descending', 'descendingly', 'decreasing', 'desc', 'reverse alphabetical', 'reversed alphabetical'];

/** "in descending order", "alphabetically", "from high to low". */
function directionAt(reader: Reader, from: number): { direction: 'asc' | 'desc'; end: number; alone: boolean } | null {
  const at = skip(reader, from, new Set(['in', 'the', 'an', 'a', 'by', 'from']));
  const down =
    anyPhraseAt(reader, at, DESCENDING) ??
    anyPhraseAt(reader, at, [
      'highest to lowest',
      'high to low',
      'most to least',
      'largest to smallest',
      'oldest to youngest',
      'most recent to least recent',
    ]);
  const up =
    anyPhraseAt(reader, at, ASCENDING) ??
    anyPhraseAt(reader, at, ['lowest to highest', 'low to high', 'least to most', 'smallest to largest', 'youngest to oldest']);
  const end = down ?? up;
  if (end === null) return null;
  const order = anyPhraseAt(reader, end, ['order', 'alphabetical order']);
  return {
    direction: down === null ? 'asc' : 'desc',
    end: order ?? end,
    alone: anyPhraseAt(reader, order ?? end, ['of', 'by', 'according to']) === null,
  };
}
