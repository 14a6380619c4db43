import type { AggregateName } from '../plan.ts';
import type { Span } from './link.ts';
import { anyPhraseAt, DETERMINERS, mentionsAt, phraseAt, skip, step, wordAt } from './match.ts';
import type { Reader, State } from './read.ts';
import type { Attribute, Entity, Item, Mention, Ordering, Sketch, Value } from './sketch.ts';
import { AGGREGATE_WORDS, QUANTITY_ADJECTIVES, QUANTITY_PHRASES, SUPERLATIVES } from './words.ts';

/** What is asked for: openers, then one or more things to show, joined by commas and "and". */
export function readHead(reader: Reader, state: State): State[] {
  const next: State[] = [];
  if (state.mode === 'open') {
    const each = readEach(reader, state);
    if (each.length > 0) return each;
    const opened = anyPhraseAt(reader, state.at, OPENERS);
    if (opened !== null) next.push(step(state, opened, 0, {}, { mode: 'open' }));
    if (wordAt(reader, state.at) === 'when') next.push(...readWhen(reader, state));
    if (wordAt(reader, state.at) === 'who') next.push(...readWho(reader, state));
  }
  for (const part of readItem(reader, state.at)) next.push(...afterItem(reader, state, part));
  if (state.mode === 'items') for (const part of readSamePrefix(reader, state)) next.push(...afterItem(reader, state, part));
  if (state.mode === 'items') for (const part of readSameAggregate(reader, state)) next.push(...afterItem(reader, state, part));
  return next;
}

/** "the average age and height": the second is averaged too. */
function readSameAggregate(reader: Reader, state: State): Part[] {
  const aggregate = state.sketch.items.at(-1)?.aggregate;
  if (aggregate === undefined || aggregate === 'count' || DETERMINERS.has(wordAt(reader, state.at))) return [];
  return reader.links
    .attributes(state.at)
    .map((span) => ({ items: [{ aggregate, of: span.value }], end: span.end, cost: span.cost * 0.5 - 0.3 }));
}

/** "the budget type codes and descriptions": the second is a budget type's too. */
function readSamePrefix(reader: Reader, state: State): Part[] {
  const before = state.sketch.items.at(-1);
  const words =
    before === undefined || before.of === null || before.of === 'all' || before.aggregate !== undefined ? [] : before.of.words.split(' ');
  const word = wordAt(reader, state.at);
  if (words.length < 2 || words.includes('of') || word === '' || DETERMINERS.has(word)) return [];
  const whole = reader.links.named([...words.slice(0, -1), word]);
  const cost = whole?.candidates[0]?.cost ?? 1;
  return whole === null || cost > 0.3 ? [] : [{ items: [{ of: whole }], end: state.at + 1, cost: cost * 0.5 - 0.1 }];
}

/** "When …" asks for a date. */
function readWhen(reader: Reader, state: State): State[] {
  const date = reader.links.named(['date']) ?? reader.links.named(['year']);
  if (date === null) return [];
  return [step(state, state.at + 1, 0.4, { items: [...state.sketch.items, { of: date }] }, { mode: 'rest' })];
}

const OPENERS = [
  'can you please',
  'could you please',
  'can you',
  'could you',
  'i want to know',
  'i would like to know',
  'tell me',
  'give me',
  'show me',
  'find me',
  'please',
  'find out',
  'what is',
  'what are',
  'what was',
  'what were',
  'who is',
  'who are',
  'who was',
  'who were',
  'which is',
  'which are',
  'what',
  'which',
  'whose',
  'list out',
  'list',
  'show',
  'display',
  'find',
  'return',
  'get',
  'give',
  'select',
  'report',
  'compute',
  'calculate',
  'provide',
  'retrieve',
  'print',
  'state',
  'determine',
  'identify',
  'sort',
  'fetch',
  'look up',
  'and',
  'also',
  ',',
  'for',
];

/** "For each customer, …" and "In each city …" in front. */
function readEach(reader: Reader, state: State): State[] {
  const each = anyPhraseAt(reader, state.at, [
    'for each',
    'for every',
    'in each',
    'of each',
    'on each',
    'per',
    'grouped by',
    'for each of the',
    'in every',
    'across each',
  ]);
  if (each === null) return [];
  return mentionsAt(reader, skip(reader, each, DETERMINERS)).map((span) => {
    const subject = span.value.kind === 'entity' && state.sketch.subject === null ? { subject: span.value } : {};
    const end = wordAt(reader, span.end) === ',' ? span.end + 1 : span.end;
    return step(state, end, span.cost, { ...subject, groups: [...state.sketch.groups, span.value] });
  });
}

/** "Who …": a person, found later by what is said of them. */
function readWho(reader: Reader, state: State): State[] {
  const person = reader.links.named(['name']);
  if (person === null) return [];
  return [step(state, state.at + 1, 0.5, { items: [...state.sketch.items, { of: person }] }, { mode: 'rest' })];
}

/** One thing to show, with what its words bring along. */
interface Part {
  readonly items: readonly Item[];
  readonly end: number;
  readonly cost: number;
  readonly change?: (sketch: Sketch) => Partial<Sketch>;
}

function afterItem(reader: Reader, state: State, part: Part): State[] {
  const sketch: Sketch = { ...state.sketch, ...part.change?.(state.sketch) };
  const base = (items: readonly Item[], end: number, cost: number, change: Partial<Sketch> = {}) => {
    const after: State = {
      ...state,
      sketch: { ...sketch, items: [...sketch.items, ...items], ...change },
      at: end,
      cost: state.cost + part.cost + cost,
      mode: 'rest',
    };
    const found = joinedBy(reader, end);
    const joined =
      found !== null && wordAt(reader, end) === 'with' && !['their', 'its', 'corresponding'].includes(wordAt(reader, found - 1))
        ? end + 1
        : found;
    return joined === null ? [after] : [after, { ...after, at: joined, cost: after.cost + 0.02, mode: 'items' as const }];
  };
  const head = part.items[0]?.of;
  const next = base(part.items, part.end, 0, subjectOf(sketch, head));
  const of = anyPhraseAt(reader, part.end, [
    'of',
    'for',
    'from',
    'in',
    'about',
    'on',
    'to',
    'by',
    'across',
    'among',
    'within',
    'that',
    'with',
    'and of',
    'corresponding to',
    'associated with',
    'belonging to',
    'over',
    'at',
  ]);
  if (of !== null) {
    const each = anyPhraseAt(reader, of, ['each', 'every']);
    const start = skip(reader, each ?? of, OWNER_DETERMINERS);
    const isDistinct = DISTINCT.has(wordAt(reader, start));
    for (const { span, value } of ownersAt(reader, isDistinct ? start + 1 : start)) {
      const owner = span.value;
      const filter: Partial<Sketch> =
        value === null ? {} : { conditions: [...sketch.conditions, { kind: 'value', value, not: false, near: owner }] };
      const owned = part.items.map((item) => giveOwner(item, owner));
      const grouped = (each !== null || isDistinct) && owned.some(({ aggregate }) => aggregate !== undefined);
      const change: Partial<Sketch> = {
        ...(sketch.subject === null
          ? { subject: owner, items: [...sketch.items.map((item) => giveOwner(item, owner)), ...owned] }
          : { items: [...sketch.items, ...owned] }),
        ...(grouped ? { groups: [...sketch.groups, owner] } : isDistinct ? { distinct: true } : {}),
        ...filter,
      };
      next.push(
        ...base([], span.end, span.cost * 0.5 + 0.01, change).map((after) => ({ ...after, sketch: { ...after.sketch, ...change } })),
      );
    }
  }
  return next;
}

/** An entity, or a stored value and an entity: "of all history professors". */
function ownersAt(reader: Reader, at: number): { span: Span<Entity>; value: Value | null }[] {
  const valued = reader.links
    .values(at)
    .flatMap((value) =>
      value.value.number !== null || value.value.quoted
        ? []
        : reader.links
            .entities(value.end)
            .map((span) => ({ span: { ...span, cost: span.cost + 2 * value.cost + 0.2 }, value: value.value })),
    );
  return [...reader.links.entities(at).map((span) => ({ span, value: null })), ...valued];
}

const OWNER_DETERMINERS = new Set([...[...DETERMINERS].filter((word) => word !== 'both'), 'among', 'in', 'belonging']);

/** An entity shown or counted is the subject unless another one is known. */
function subjectOf(sketch: Sketch, head: Item['of'] | undefined): Partial<Sketch> {
  if (sketch.subject !== null || head === undefined || head === null || head === 'all') return {};
  return head.kind === 'entity' ? { subject: head } : {};
}

function giveOwner(item: Item, owner: Entity): Item {
  if (item.of === null || item.of === 'all' || item.of.kind === 'entity' || item.of.owner !== undefined) return item;
  return { ...item, of: { ...item.of, owner } };
}

/** The position after a comma, "and" or the like, when another thing to show may follow. */
function joinedBy(reader: Reader, at: number): number | null {
  return anyPhraseAt(reader, at, [
    ', and also',
    ', and',
    ', as well as',
    ', along with',
    ', together with',
    'and also',
    'as well as',
    'along with',
    'together with',
    'and',
    ',',
    'with the number of',
    'with number of',
    'with the corresponding',
    'with their',
    'with its',
    'with the total',
    'or',
    '&',
  ]);
}

function readItem(reader: Reader, from: number): Part[] {
  const parts: Part[] = [];
  const plain = skip(reader, from, DETERMINERS);
  const listed = anyPhraseAt(reader, plain, ['list of', 'lists of', 'full list of', 'kinds of', 'set of']);
  for (const at of new Set([from, plain, ...(listed === null ? [] : [skip(reader, listed, DETERMINERS)])])) {
    if (at === from || at > from) parts.push(...readItemAt(reader, at));
  }
  return parts;
}

const DISTINCT = new Set(['distinct', 'different', 'unique']);

function readItemAt(reader: Reader, at: number): Part[] {
  const word = wordAt(reader, at);
  if (DISTINCT.has(word)) {
    return readPlain(reader, skip(reader, at + 1, DETERMINERS)).map((part) => ({
      ...part,
      change: (sketch) => ({ ...part.change?.(sketch), distinct: true }),
    }));
  }
  const counted = anyPhraseAt(reader, at, COUNTERS);
  const parts = counted === null ? [] : readCounted(reader, counted);
  parts.push(
    ...readEverything(reader, at),
    ...readAggregate(reader, at),
    ...readCommonest(reader, at),
    ...readExtreme(reader, at),
    ...readOwned(reader, at),
    ...readPlain(reader, at),
  );
  return parts;
}

const COUNTERS = [
  'count how many',
  'count the total number of',
  'count the number of',
  'count number of',
  'count the',
  'count all',
  'count',
  'how many',
  'total number of',
  'overall number of',
  'number of',
  'total count of',
  'count of',
  'the number of',
  'numbers of',
];

/** "how many distinct cities", "number of students". */
function readCounted(reader: Reader, from: number): Part[] {
  let at = skip(reader, from, DETERMINERS);
  const distinct = DISTINCT.has(wordAt(reader, at));
  if (distinct) at = skip(reader, at + 1, DETERMINERS);
  const entities = reader.links.entities(at).map((span) => ({
    items: [{ aggregate: 'count' as const, of: span.value, ...(distinct ? { distinct } : {}) }],
    end: span.end,
    cost: span.cost * 0.5,
  }));
  const attributes = reader.links.attributes(at).map((span) => ({
    items: [{ aggregate: 'count' as const, of: span.value, distinct: true, implied: !distinct }],
    end: span.end,
    cost: span.cost * 0.5 + (distinct ? 0.05 : 0.5),
  }));
  const valued = distinct
    ? []
    : reader.links.values(at).flatMap((value) =>
        reader.links.entities(value.end).map((span) => ({
          items: [{ aggregate: 'count' as const, of: span.value }],
          end: span.end,
          cost: span.cost * 0.5 + value.cost + 0.05,
          change: (sketch: Sketch) => ({
            conditions: [...sketch.conditions, { kind: 'value' as const, value: value.value, not: false, near: span.value }],
          }),
        })),
      );
  const total = wordAt(reader, from - 3) === 'total' && !distinct;
  const sums = reader.links.attributes(at).map((span) => ({
    items: [{ aggregate: 'sum' as const, of: span.value }],
    end: span.end,
    cost: span.cost * 0.5 + (total ? 0.2 : 0.6),
  }));
  const them = anyPhraseAt(reader, at, ['them', 'those', 'each', 'times', 'records', 'rows', 'entries', 'occurrences']);
  const rows = them === null || distinct ? [] : [{ items: [{ aggregate: 'count' as const, of: null }], end: them, cost: 0.25 }];
  return [...entities, ...attributes, ...valued, ...rows, ...(distinct ? [] : sums)];
}

/** "all information about …" shows every column. */
function readEverything(reader: Reader, at: number): Part[] {
  const end = anyPhraseAt(reader, at, [
    'information',
    'info',
    'details',
    'the details',
    'all columns',
    'columns',
    'data',
    'all the information',
    'all information',
    'records',
    'everything',
  ]);
  if (end === null || !['of', 'about', 'for', 'on', 'regarding', 'from'].includes(wordAt(reader, end))) return [];
  return reader.links.entities(skip(reader, end + 1, DETERMINERS)).map((span) => ({
    items: [{ of: 'all' as const }],
    end: span.end,
    cost: span.cost * 0.5 + 0.2,
    change: () => ({ subject: span.value }),
  }));
}

/** "average price", "minimum and maximum age". */
function readAggregate(reader: Reader, from: number): Part[] {
  const functions: AggregateName[] = [];
  let at = from;
  for (;;) {
    const aggregate = AGGREGATE_WORDS[wordAt(reader, at)];
    if (aggregate === undefined) break;
    functions.push(aggregate);
    at = skip(reader, at + 1, ITEM_GLUE);
  }
  if (functions.length === 0) return [];
  at = skip(reader, at, DETERMINERS);
  const number = anyPhraseAt(reader, at, ['number of']);
  const distinct = DISTINCT.has(wordAt(reader, at));
  const quantities = number === null ? [] : reader.links.attributes(skip(reader, number, DETERMINERS));
  const parts: Part[] = quantities.map((span) => ({
    items: functions.map((aggregate) => ({ aggregate, of: span.value })),
    end: span.end,
    cost: span.cost * 0.5 + 0.1,
  }));
  if (number !== null && functions.includes('sum')) parts.length = 0;
  const named: Part[] = reader.links.attributes(distinct ? at + 1 : at).map((span) => ({
    items: functions.map((aggregate) => ({ aggregate, of: span.value, ...(distinct ? { distinct } : {}) })),
    end: span.end,
    cost: span.cost * 0.5,
  }));
  return [...parts, ...named];
}

const ITEM_GLUE = new Set(['and', ',', 'of', 'the', 'value', 'values', 'amount']);

/** "the most common nationality", "the three least popular types": groups counted and ranked. */
function readCommonest(reader: Reader, from: number): Part[] {
  const ranked = readRank(reader, from);
  const word = wordAt(reader, ranked.at);
  if (word !== 'most' && word !== 'least') return [];
  const end = anyPhraseAt(reader, ranked.at + 1, [
    'common',
    'commonly used',
    'popular',
    'frequent',
    'frequently used',
    'commonly',
    'frequently',
    'used',
    'prevalent',
    'occurring',
  ]);
  if (end === null) return [];
  const direction = word === 'most' ? 'desc' : 'asc';
  return mentionsAt(reader, skip(reader, end, DETERMINERS), { entity: 0.1 }).map((span) => ({
    items: [{ of: span.value }],
    end: span.end,
    cost: span.cost,
    change: (sketch) => ({
      ...rank(sketch, { by: 'count', of: null, direction }, ranked.limit ?? 1),
      groups: [...sketch.groups, span.value],
    }),
  }));
}

/** "the oldest student", "the 3 most expensive products", "the youngest student's name", "top 5 products". */
function readExtreme(reader: Reader, from: number): Part[] {
  const ranked = readRank(reader, from);
  const parts: Part[] = [];
  for (const extreme of extremesAt(reader, ranked.at)) {
    const limit = ranked.limit ?? extreme.limit ?? 1;
    for (const span of reader.links.entities(extreme.end)) {
      const change = (sketch: Sketch) => ({
        ...rank(sketch, { by: 'column', of: { ...extreme.of, owner: span.value }, direction: extreme.direction }, limit),
        subject: sketch.subject ?? span.value,
      });
      parts.push({ items: [{ of: span.value }], end: span.end, cost: span.cost * 0.5 + extreme.cost, change });
    }
  }
  if (ranked.limit !== null) {
    for (const span of mentionsAt(reader, ranked.at, { entity: 0.05 })) {
      parts.push({ items: [{ of: span.value }], end: span.end, cost: span.cost + 0.1, change: () => ({ limit: ranked.limit }) });
    }
  }
  return parts;
}

/** "top 5", "first three", or only a number before a superlative. */
function readRank(reader: Reader, from: number): { at: number; limit: number | null } {
  const top = phraseAt(reader, from, 'top') ?? from;
  const number = reader.tokens[top]?.number ?? null;
  if (number !== null && number > 0) return { at: top + 1, limit: number };
  return { at: from, limit: null };
}

export const rank = (sketch: Sketch, order: Ordering, limit: number): Partial<Sketch> => ({
  orders: [...sketch.orders, order],
  limit: sketch.limit ?? limit,
});

export interface Extreme {
  readonly of: Attribute;
  readonly direction: 'asc' | 'desc';
  readonly end: number;
  readonly cost: number;
  readonly limit?: number;
}

/** Superlative adjectives that name their own quantity. Dates of birth turn "oldest" round. */
export function extremesAt(reader: Reader, at: number): Extreme[] {
  const found: Extreme[] = [];
  const word = wordAt(reader, at);
  const push = (names: readonly string[], direction: 'asc' | 'desc', end: number, cost: number) => {
    for (const name of names) {
      const of = reader.links.named(name.split(' '));
      if (of !== null && (of.candidates[0]?.cost ?? 1) < 0.8) {
        found.push({ of, direction, end, cost });
        return;
      }
    }
  };
  const pushMoment = (direction: 'asc' | 'desc', end: number) => {
    const candidates = ['date', 'year'].flatMap((name) => reader.links.named([name])?.candidates ?? []);
    if (candidates.length > 0) found.push({ of: { kind: 'attribute', words: word, candidates }, direction, end, cost: 0.3 });
  };
  for (const adjective of QUANTITY_ADJECTIVES) {
    if (word === adjective.most || word === adjective.least) {
      const direction = word === adjective.most ? 'desc' : 'asc';
      push(adjective.of, direction, at + 1, 0.1);
      if (adjective.of[0] === 'age') push(['birth date', 'birth year'], direction === 'desc' ? 'asc' : 'desc', at + 1, 0.25);
    }
  }
  for (const phrase of QUANTITY_PHRASES) {
    const end = phraseAt(reader, at, phrase.words);
    if (end !== null) push(phrase.of, phrase.direction, end, 0.1);
  }
  const recent = anyPhraseAt(reader, at, ['most recent', 'most recently', 'latest', 'newest']);
  if (recent !== null) pushMoment('desc', recent);
  if (word === 'earliest') pushMoment('asc', at + 1);
  return found;
}

/** "the student's name". */
function readOwned(reader: Reader, at: number): Part[] {
  return reader.links.entities(at).flatMap((owner) => {
    if (reader.tokens[owner.end]?.kind !== 'owner') return [];
    return reader.links.attributes(owner.end + 1).map((span) => ({
      items: [{ of: { ...span.value, owner: owner.value } }],
      end: span.end,
      cost: (span.cost + owner.cost) * 0.5,
      change: (sketch: Sketch) => ({ subject: sketch.subject ?? owner.value }),
    }));
  });
}

/** A column or an entity, plainly; or with a stored value in front: "American architects". */
function readPlain(reader: Reader, at: number): Part[] {
  const plain = (span: { value: Mention; end: number; cost: number }): Part => ({
    items: [{ of: span.value }],
    end: span.end,
    cost: span.cost,
  });
  const parts = mentionsAt(reader, at, { entity: 0.08 }).map(plain);
  for (const value of reader.links.values(at)) {
    if (value.value.number !== null) continue;
    for (const span of reader.links.entities(value.end)) {
      parts.push({
        items: [{ of: span.value }],
        end: span.end,
        cost: span.cost * 0.5 + value.cost + 0.1,
        change: (sketch) => ({
          conditions: [...sketch.conditions, { kind: 'value', value: value.value, not: false, near: span.value }],
          subject: sketch.subject ?? span.value,
        }),
      });
    }
  }
  return parts;
}

export const isSuperlative = (word: string) => word in SUPERLATIVES;
