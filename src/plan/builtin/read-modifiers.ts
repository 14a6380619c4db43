import { stem } from './lexicon.ts';
import { anyPhraseAt, DETERMINERS, mentionsAt, phraseAt, skip, step, wordAt } from './match.ts';
import type { Reader, State } from './read.ts';
import { extremesAt, rank } from './read-head.ts';
import type { Mention, Ordering, Sketch } from './sketch.ts';
import { GLUE, LINK_VERBS, SUPERLATIVES } from './words.ts';

/** What follows the things shown and is no condition: other entities, ranking, order, groups, a second sentence. */
export function readModifiers(reader: Reader, state: State): State[] {
  return [
    ...readSteps(reader, state),
    ...readTouch(reader, state),
    ...readRanking(reader, state),
    ...readOrder(reader, state),
    ...readGroup(reader, state),
    ...readAgain(reader, state),
  ];
}

const NOTS = ['never', 'not', 'without', 'no', 'except', 'excluding', 'neither', 'cannot', 'outside'];
const JOINERS = ['and', ',', 'but', 'also', 'yet', 'while'];

/** Function words, verbs that only state a relation, connectors and negations. */
function readSteps(reader: Reader, state: State): State[] {
  const word = wordAt(reader, state.at);
  const kind = reader.tokens[state.at]?.kind;
  const after = state.at + 1;
  if (kind === 'owner') return [step(state, after, 0.2)];
  if (NOTS.includes(word)) return state.not ? [] : [step(state, after, 0.02, {}, { not: true })];
  if (word === 'or') return state.or ? [] : [step(state, after, 0.02, {}, { or: true })];
  if (JOINERS.includes(word)) return state.or ? [] : [step(state, after, 0.02, {}, { inside: false })];
  if (word === 'each' && isEndOfPhrase(reader, after)) return [step(state, after, 0.02)];
  if (reader.tokens[state.at]?.text === 'A' && state.at > 0) return [];
  if (GLUE.has(word)) return [step(state, after, 0.01)];
  const mentioned = [...reader.links.attributes(state.at), ...reader.links.entities(state.at)].some(({ cost }) => cost < 0.9);
  if (LINK_VERBS.has(word)) return [step(state, after, mentioned ? 0.5 : 0.15)];
  if (!mentioned && /(ed|ing|es|s|en)$/.test(word) && reader.links.related(word)) return [step(state, after, 0.2)];
  return [];
}

/** "of each", "for each of them": each of what was shown. */
function isEndOfPhrase(reader: Reader, at: number): boolean {
  const token = reader.tokens[at];
  return (
    token === undefined || token.kind === 'stop' || token.kind === 'comma' || ['and', 'of', 'one', 'have', 'has'].includes(token.lower)
  );
}

/** Another entity or column that the question only passes through. */
function readTouch(reader: Reader, state: State): State[] {
  if (state.not || state.or) return [];
  const { sketch } = state;
  return reader.links.entities(state.at).map((span) => {
    if (sketch.subject === null) return step(state, span.end, span.cost * 0.5 + 0.05, { subject: span.value });
    return step(state, span.end, span.cost * 0.5 + 0.15, { touches: [...sketch.touches, span.value] });
  });
}

/** "with the highest price", "the most orders", "the largest number of students", "oldest". */
function readRanking(reader: Reader, state: State): State[] {
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
    next.push(step(state, extreme.end, extreme.cost, rank(sketch, { by: 'column', of: extreme.of, direction: extreme.direction }, limit)));
  }
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
  const of = sketch.items[0]?.of;
  if (
    after === null ||
    sketch.items.length !== 1 ||
    of === undefined ||
    of === null ||
    of === 'all' ||
    sketch.items[0]?.aggregate !== undefined
  )
    return [];
  const change = rank(sketch, { by: 'count', of: null, direction: end === null ? 'asc' : 'desc' }, 1);
  return [step(state, after, 0.15, { ...change, groups: [...sketch.groups, of] })];
}

const COUNTABLE = new Set(['most', 'least', 'fewest']);
const ENTITY_GLUE = new Set(['different', 'distinct', 'of', 'the', 'amount', 'value']);
const RANKED: Record<string, 'avg' | 'sum'> = { average: 'avg', mean: 'avg', total: 'sum', sum: 'sum', combined: 'sum' };

/** "sorted by age in descending order", "in alphabetical order of name", "ordered by the number of students". */
function readOrder(reader: Reader, state: State): State[] {
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
    'sort the list',
    'ordering',
    'sorting',
    'sort results',
    'order results',
  ]);
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

/** "for each city", "per year", "in every department", "by country". */
function readGroup(reader: Reader, state: State): State[] {
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
    'grouped by',
    'group by',
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
  if (each !== null && repeats) found.push(step(state, noun + 1, 0, {}));
  for (const span of mentionsAt(reader, noun)) {
    const and = each !== null ? anyPhraseAt(reader, span.end, ['and', ', and']) : null;
    const change = groupBy(state.sketch, span.value);
    found.push(step(state, span.end, span.cost + (each === null ? 0.15 : 0.02), change));
    if (and !== null) {
      for (const more of mentionsAt(reader, skip(reader, and, new Set([...DETERMINERS, 'each', 'every'])))) {
        found.push(step(state, more.end, span.cost + more.cost + 0.05, groupBy({ ...state.sketch, ...change }, more.value)));
      }
    }
  }
  return found;
}

function groupBy(sketch: Sketch, mention: Mention): Partial<Sketch> {
  const aggregates = sketch.items.some(({ aggregate }) => aggregate !== undefined);
  if (!aggregates && mention.kind === 'entity')
    return sketch.subject === null ? { subject: mention } : { touches: [...sketch.touches, mention] };
  return { groups: [...sketch.groups, mention] };
}

/** A second sentence or clause that asks for more: "Which customers …? Show their names.", "… and what is the total?" */
function readAgain(reader: Reader, state: State): State[] {
  if (state.not || state.or) return [];
  const stopped = reader.tokens[state.at]?.kind === 'stop';
  const joined = anyPhraseAt(reader, state.at, [', and', 'and', ',']);
  const at = stopped ? state.at + 1 : joined;
  if (at === null) return [];
  const opened = anyPhraseAt(reader, at, [
    'please',
    'list',
    'show',
    'give me',
    'give',
    'return',
    'find',
    'tell me',
    'what is',
    'what are',
    'what',
    'how many',
    'display',
    'also',
    'and',
    'the',
    'their',
    'its',
    'report',
  ]);
  if (opened === null) {
    return stopped ? [step(state, at, 0.05)] : [];
  }
  const start = wordAt(reader, at) === 'how' ? at : opened;
  const only = state.sketch.items[0];
  const more = ['also', 'and', 'how'].includes(wordAt(reader, at));
  const alone = state.sketch.items.length === 1 && only?.aggregate === undefined && !more;
  const kept = stopped && alone ? { items: [] } : {};
  if (!stopped && ['the', 'their', 'its'].includes(wordAt(reader, at))) return [step(state, start, 0.15, kept, { mode: 'items' })];
  return [step(state, start, 0.05, kept, { mode: stopped ? 'open' : 'items' })];
}
