import { anyPhraseAt, DETERMINERS, skip, wordAt } from '../../english/phrase-at.ts';
import { mentionsAt, step, valuedAt } from '../match.ts';
import type { Condition, Item, Ordering } from '../sketch.ts';
import type { Reader, State } from '../state.ts';
import { type Direction, directionAt } from './directions.ts';
import { extremesAt } from './extremes.ts';
import { measureShown } from './read-listed.ts';
import { RANKED } from './read-ranking.ts';

/** "sorted by age in descending order", "in alphabetical order of name", "ordered by the number of students". */
export function readOrder(reader: Reader, state: State): State[] {
  if (state.not || state.or) return [];
  const verb = orderVerbAt(reader, state.at);
  const ranked = verb === null && state.sketch.limit !== null && state.sketch.orders.length === 0;
  const sorting = verb === null && SORTS.has(wordAt(reader, 0)) && state.sketch.orders.length === 0;
  const measure = ranked || sorting ? anyPhraseAt(reader, state.at, ['by', 'based on', 'according to', 'in terms of', 'using']) : null;
  // "by year from the most recent to the oldest"
  const scaled = verb === null && measure === null && state.sketch.orders.length === 0 && wordAt(reader, state.at) === 'by';
  if (scaled) {
    for (const { order, end, cost } of orderingsAt(reader, skip(reader, state.at + 1, DETERMINERS))) {
      const turned = directionAt(reader, end);
      if (turned?.from === undefined) continue;
      return [step(state, turned.end, cost + 0.05, { orders: [{ ...order, direction: facing(turned, order) }] })];
    }
  }
  if (measure !== null) {
    const direction = ranked ? 'desc' : 'asc';
    const { conditions } = state.sketch;
    return orderingsAt(reader, skip(reader, measure, DETERMINERS)).map(({ order, end, cost, condition }) =>
      step(state, end, cost, {
        orders: [{ ...order, direction }],
        ...measureShown(reader, state, order),
        conditions: condition === undefined ? conditions : [...conditions, condition],
      }),
    );
  }
  const start = verb ?? state.at;
  const inner = wordAt(reader, start) === 'by' ? directionAt(reader, start + 1) : null;
  const early = inner !== null && orderingsAt(reader, skip(reader, inner.end, DETERMINERS)).length > 0 ? null : directionAt(reader, start);
  if (verb === null && early === null) return [];
  if (early?.alone === true && verb === null && state.sketch.orders.length > 0) {
    const turned = state.sketch.orders.map((order) => ({ ...order, direction: early.direction }));
    return [step(state, early.end, 0.02, { orders: turned })];
  }
  const by = anyPhraseAt(reader, early?.end ?? start, BYS) ?? (verb !== null && wordAt(reader, verb - 1) === 'using' ? verb : null);
  const next: State[] = [];
  if (by !== null) {
    const turned = directionAt(reader, by);
    for (const found of orderingsAt(reader, skip(reader, turned?.end ?? by, DETERMINERS))) {
      if (found.condition !== undefined) continue;
      const late = turned ?? early ?? directionAt(reader, wordAt(reader, found.end) === ',' ? found.end + 1 : found.end);
      const direction = facing(late, found.order);
      const end = early === null && turned === null ? (late?.end ?? found.end) : found.end;
      const orders = [...state.sketch.orders, { ...found.order, direction }];
      next.push(step(state, end, found.cost, { orders }));
      const then = anyPhraseAt(reader, end, THENS);
      if (then === null) continue;
      next.push(...furtherOrders(reader, step(state, then, found.cost, { orders }), direction, 3));
    }
  }
  if (early !== null && by === null) {
    for (const extreme of early.from === undefined ? [] : extremesAt(reader, early.from)) {
      const order = { by: 'column' as const, of: extreme.of, direction: extreme.direction };
      next.push(step(state, early.end, extreme.cost, { orders: [...state.sketch.orders, order] }));
    }
    if (early.from !== undefined && (next.length > 0 || AGED.test(wordAt(reader, early.from)))) return next;
    const counted = state.sketch.items.find(({ aggregate }) => aggregate === 'count');
    if (counted !== undefined && counted.of !== 'all' && /^(most|least|high|low)/.test(wordAt(reader, early.end - 3))) {
      return [
        step(state, early.end, 0.05, { orders: [...state.sketch.orders, { by: 'count', of: counted.of, direction: early.direction }] }),
      ];
    }
    const several = state.sketch.items.length > 1 || state.sketch.groups.length > 0;
    const tallied = several && !early.spelled ? orderOf(state.sketch.items.at(-1)) : null;
    if (tallied !== null)
      return [step(state, early.end, 0.15, { orders: [...state.sketch.orders, { ...tallied, direction: early.direction }] })];
    const first = state.sketch.items.find(({ aggregate }) => aggregate === undefined)?.of ?? null;
    if (first !== null && first !== 'all')
      next.push(step(state, early.end, 0.1, { orders: [...state.sketch.orders, { by: 'column', of: first, direction: early.direction }] }));
  }
  return next;
}

/** ", then by name": what is ordered by where the first are the same. */
function furtherOrders(reader: Reader, state: State, direction: 'asc' | 'desc', left: number): State[] {
  return reader.links.attributes(skip(reader, state.at, DETERMINERS)).flatMap((span) => {
    const after = directionAt(reader, span.end);
    const orders: Ordering[] = [...state.sketch.orders, { by: 'column', of: span.value, direction: after?.direction ?? direction }];
    const next = step(state, after?.end ?? span.end, span.cost * 0.5 + 0.02, { orders });
    const then = left > 1 ? anyPhraseAt(reader, next.at, THENS) : null;
    return then === null ? [next] : [next, ...furtherOrders(reader, { ...next, at: then }, direction, left - 1)];
  });
}

const THENS = [
  ', and then by',
  ', then by',
  'and then by',
  'then by',
  ', and lastly by',
  ', and finally by',
  ', then finally',
  ', and finally',
  ', and lastly',
  ', and then',
  ', and by',
  ', then',
  'and then',
  'and by',
  ', by',
  ', and',
  'and',
  ',',
];

/** "each city and the number of its customers, in descending order": by what was said last, when that is worked out. */
function orderOf(item: Item | undefined): Omit<Ordering, 'direction'> | null {
  if (item?.aggregate === undefined || item.of === 'all' || item.distinct === true) return null;
  const by = ORDERED_BY.find((one) => one === item.aggregate);
  return by === undefined ? null : { by, of: item.of };
}

const ORDERED_BY = ['count', 'avg', 'sum', 'min', 'max'] as const;

/** Says by itself what it is measured by. */
const AGED = /^(old|young|lat|new|earl)/;

const BYS = ['according to', 'based on', 'in terms of', 'with respect to', 'by', 'of', 'on', 'for', 'using', 'in'];

interface OrderFound {
  readonly order: Ordering;
  readonly end: number;
  readonly cost: number;
  /** What is said of the rows that are counted: "by the number of cancelled orders". */
  readonly condition?: Condition;
}

function orderingsAt(reader: Reader, at: number): OrderFound[] {
  const found: OrderFound[] = [];
  const bare = anyPhraseAt(reader, at, ['count', 'counts', 'number', 'frequency', 'that number', 'this number']);
  const after = bare === null ? undefined : reader.tokens[bare];
  if (bare !== null && (after === undefined || after.kind !== 'word' || ['in', 'descending', 'ascending', 'from'].includes(after.lower))) {
    found.push({ order: { by: 'count', of: null, direction: 'asc' }, end: bare, cost: 0.1 });
  }
  const counted = anyPhraseAt(reader, at, ['number of', 'total number of', 'count of', 'the number of']);
  if (counted !== null) {
    const start = skip(reader, counted, DETERMINERS);
    for (const span of [...reader.links.entities(start), ...reader.links.holders(start)])
      found.push({ order: { by: 'count', of: span.value, direction: 'asc' }, end: span.end, cost: span.cost * 0.5 + 0.05 });
  }
  for (const span of reader.links.entities(at)) {
    // "the course count"
    if (!['count', 'counts'].includes(wordAt(reader, span.end))) continue;
    found.push({ order: { by: 'count', of: span.value, direction: 'asc' }, end: span.end + 1, cost: span.cost * 0.5 + 0.1 });
  }
  for (const { span, condition, cost } of counted === null ? [] : valuedAt(reader, skip(reader, counted, DETERMINERS)))
    found.push({ order: { by: 'count', of: span.value, direction: 'asc' }, end: span.end, cost: cost + 0.05, condition });
  const aggregate = RANKED[wordAt(reader, at)];
  if (aggregate !== undefined) {
    for (const span of reader.links.attributes(at + 1))
      found.push({ order: { by: aggregate, of: span.value, direction: 'asc' }, end: span.end, cost: span.cost * 0.5 });
  }
  for (const owner of reader.links.entities(at)) {
    if (reader.tokens[owner.end]?.kind !== 'owner') continue;
    for (const span of reader.links.attributes(owner.end + 1))
      found.push({
        order: { by: 'column', of: { ...span.value, owner: owner.value }, direction: 'asc' },
        end: span.end,
        cost: span.cost * 0.5,
      });
  }
  for (const span of reader.links.attributes(at))
    found.push({ order: { by: 'column', of: span.value, direction: 'asc' }, end: span.end, cost: span.cost * 0.5 });
  // "grouped by genre and ordered by genre": by its name.
  for (const span of reader.links.entities(at))
    found.push({ order: { by: 'column', of: span.value, direction: 'asc' }, end: span.end, cost: span.cost * 0.5 + 0.2 });
  return found;
}

/** Old to young is down the ages, and up the dates. */
function facing(found: Direction | null, { of }: Ordering): 'asc' | 'desc' {
  const turned = found?.old === true && of !== null && !/\bage\b/.test(of.words);
  const direction = found?.direction ?? 'asc';
  return turned ? (direction === 'asc' ? 'desc' : 'asc') : direction;
}

/** The position after "sorted", "and order them", "list the results", where an order may follow; null when none does. */
export function orderVerbAt(reader: Reader, from: number): number | null {
  const at = ['and', 'then'].includes(wordAt(reader, from)) ? from + 1 : from;
  const word = wordAt(reader, at);
  const what = skip(reader, at + 1, SORTED_THINGS);
  if (SORTS.has(word)) {
    // "order the countries by the number of airports"
    const sorted = mentionsAt(reader, what).find(({ end }) => SORTED_BY.has(wordAt(reader, end)) && what > at + 1);
    return sorted?.end ?? what;
  }
  return ARRANGES.has(word) && directionAt(reader, what) !== null ? what : null;
}

const SORTS = new Set('sort sorted sorting order ordered ordering rank ranked arrange arranged'.split(' '));

const SORTED_BY = new Set(['by', 'in', 'according']);

/** Verbs that order only when a direction follows: "list them in ascending order". */
const ARRANGES = new Set('list listed show display return give report present make put print'.split(' '));

const SORTED_THINGS = new Set(
  'them it the result results list output rows set data first names records entries these those all is are be should using'.split(' '),
);
