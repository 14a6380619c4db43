import { MEASURES } from '../../english/measure-words.ts';
import { OPENERS } from '../../english/openers.ts';
import { anyPhraseAt, DETERMINERS, phraseAt, skip, wordAt } from '../../english/phrase-at.ts';
import { DONE_BY } from '../../english/words.ts';
import type { Span } from '../../linking/links.ts';
import type { Entity, Mention, Value } from '../../linking/mention.ts';
import { comparisonsAt } from '../comparisons.ts';
import { mentionsAt, step } from '../match.ts';
import type { Item, Sketch } from '../sketch.ts';
import type { Reader, State } from '../state.ts';
import { directionAt } from './directions.ts';
import type { Part } from './part.ts';
import { readAsked } from './read-asked.ts';
import { bucketAt, bucketOf, readBucketItem } from './read-bucket.ts';
import { isNarrowed } from './read-group.ts';
import { DISTINCT, readItem } from './read-items.ts';
import { giveOwner, readOwners } from './read-owners.ts';

/** What is asked for: openers, then one or more things to show, joined by commas and "and". */
export function readHead(reader: Reader, state: State): State[] {
  const next: State[] = [];
  if (state.mode === 'open') {
    const each = readEach(reader, state);
    if (each.length > 0) return each;
    const opened = anyPhraseAt(reader, state.at, OPENERS);
    if (opened !== null) next.push(step(state, opened, 0, {}, { mode: 'open' }));
    // "In how many cities …?"
    if (['in', 'at', 'on', 'for', 'from', 'to'].includes(wordAt(reader, state.at)) && phraseAt(reader, state.at + 1, 'how many') !== null)
      next.push(step(state, state.at + 1, 0.05, {}, { mode: 'open' }));
    next.push(...readOrderFirst(reader, state));
    if (wordAt(reader, state.at) === 'who') next.push(...readWho(reader, state));
  }
  next.push(...readAsked(reader, state));
  for (const part of [...readBucketItem(reader, state), ...readItem(reader, state.at)]) {
    if (endsWithVerb(reader, state, part)) continue;
    next.push(...afterItem(reader, state, asksWhich(reader, state, part) ? { ...part, change: distinctly(part) } : part));
  }
  if (state.mode === 'items') for (const part of readSamePrefix(reader, state)) next.push(...afterItem(reader, state, part));
  return next;
}

/** "Which industries are our customers in?" asks for each once. */
function asksWhich(reader: Reader, { at, mode }: State, { items: [item, ...more], end }: Part): boolean {
  const plain = item?.of != null && item.of !== 'all' && item.of.kind === 'attribute' && item.aggregate === undefined;
  const asked = mode === 'open' && /^(?:which|what)$/.test(wordAt(reader, at - 1)) && more.length === 0;
  return plain && asked && /[^s]s$/.test(wordAt(reader, end - 1)) && AUXILIARIES.has(wordAt(reader, end));
}

/** "Which beans cost more than 15?" asks for beans: a verb that measures, before a comparison, is not the noun of that name. */
function endsWithVerb(reader: Reader, { at, mode }: State, { items: [item, ...more], end }: Part): boolean {
  const isAttribute = item?.of != null && item.of !== 'all' && item.of.kind === 'attribute' && more.length === 0;
  const asked = mode === 'open' && /^(?:which|what)$/.test(wordAt(reader, at - 1)) && end - at > 1;
  const isVerb = MEASURES[wordAt(reader, end - 1)] !== undefined && /[^s]s$/.test(wordAt(reader, end - 2));
  return isAttribute && asked && isVerb && comparisonsAt(reader, end).length > 0;
}

const AUXILIARIES = new Set(['are', 'do', 'did', 'have', 'were']);

const distinctly =
  ({ change }: Part) =>
  (sketch: Sketch): Partial<Sketch> => ({ ...change?.(sketch), distinct: true });

/** "the budget type codes and descriptions": the second is a budget type's too. */
function readSamePrefix(reader: Reader, state: State): Part[] {
  const before = state.sketch.items.at(-1);
  const words =
    before === undefined || before.of === null || before.of === 'all' || before.aggregate !== undefined ? [] : before.of.words.split(' ');
  const word = wordAt(reader, state.at);
  if (words.length < 2 || words.includes('of') || words.at(-1) === word || word === '' || DETERMINERS.has(word)) return [];
  const whole = reader.links.named([...words.slice(0, -1), word]);
  const cost = whole?.candidates[0]?.cost ?? 1;
  return whole === null || cost > 0.3 ? [] : [{ items: [{ of: whole }], end: state.at + 1, cost: cost * 0.5 - 0.1 }];
}

/** "List in alphabetical order the names …", "the alphabetically ordered list of …": by what is shown first. */
function readOrderFirst(reader: Reader, state: State): State[] {
  const found = directionAt(reader, skip(reader, state.at, DETERMINERS));
  if (found === null || state.sketch.orders.length > 0) return [];
  const end = skip(reader, found.end, ORDER_GLUE);
  return [step(state, end, 0.05, { orders: [{ by: 'column', of: null, direction: found.direction }] })];
}

const ORDER_GLUE = new Set(['ordered', 'sorted', 'list', 'of', 'the', ',']);

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
  const noun = skip(reader, each, DETERMINERS);
  const bucket = bucketAt(reader, noun);
  const group = bucket === null || reader.links.attributes(noun).some(({ cost }) => cost < 0.3) ? null : bucketOf(reader, bucket);
  if (group !== null) {
    const end = wordAt(reader, noun + 1) === ',' ? noun + 2 : noun + 1;
    return [step(state, end, 0.1, { groups: [...state.sketch.groups, group] })];
  }
  return mentionsAt(reader, skip(reader, each, DETERMINERS)).flatMap((span) => {
    const subject = span.value.kind === 'entity' && state.sketch.subject === null ? { subject: span.value } : {};
    const grouped = (at: number, cost: number, groups: readonly Mention[]) => {
      const end = wordAt(reader, at) === ',' ? at + 1 : at;
      // "for each product type" is not "for each product, the type"
      const cut = end === at && reader.links.attributes(at).some((after) => after.cost < 1) ? 0.3 : 0;
      return step(state, end, cost + cut, { ...subject, groups: [...state.sketch.groups, ...groups] });
    };
    // "For each country and airline name, …"
    const and = wordAt(reader, span.end) === 'and' ? mentionsAt(reader, skip(reader, span.end + 1, EACH_MORE)) : [];
    return [
      grouped(span.end, span.cost, [span.value]),
      ...and.map((more) => grouped(more.end, span.cost + more.cost - 0.05, [span.value, more.value])),
    ];
  });
}

const EACH_MORE = new Set([...DETERMINERS, 'each']);

/** "Who …": a person, found later by what is said of them. */
function readWho(reader: Reader, state: State): State[] {
  const name = reader.links.named(['name']);
  if (name === null) return [];
  // People have a first and a last name; what has one alone is less likely a person.
  const candidates = name.candidates.map((one) => (one.columns.length > 1 ? { ...one, cost: Math.min(one.cost, PERSON) } : one));
  const person = { ...name, candidates: candidates.filter(({ cost }) => cost < NAMELESS) };
  if (person.candidates.length === 0) return [];
  return [step(state, state.at + 1, 0.5, { items: [...state.sketch.items, { of: person }] }, { mode: 'rest' })];
}

const PERSON = 0.1;
/** Whose names only someone else's. */
const NAMELESS = 0.55;

function afterItem(reader: Reader, state: State, part: Part): State[] {
  const sketch: Sketch = { ...state.sketch, ...part.change?.(state.sketch) };
  const { antecedent } = state;
  const base = (shown: readonly Item[], end: number, cost: number, change: Partial<Sketch> = {}) => {
    const items = antecedent === undefined ? shown : shown.map((item) => giveOwner(item, antecedent));
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
  const next = [...base(part.items, part.end, 0, subjectOf(sketch, head)), ...readOwners(reader, state, part)];
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
    // "across all tracks" is over them together.
    const together = wordAt(reader, of - 1) === 'across' && ['all', 'the', 'our'].includes(wordAt(reader, of));
    const per =
      !together &&
      ['by', 'across'].includes(wordAt(reader, of - 1)) &&
      !DONE_BY.test(wordAt(reader, part.end - 1)) &&
      part.items.some(({ aggregate }) => aggregate !== undefined);
    const each = anyPhraseAt(reader, of, ['each', 'every']) ?? (per ? of : null);
    // "freight by country" is no country's freight.
    const apart = wordAt(reader, of - 1) === 'by' && head !== null && head !== undefined && head !== 'all' && head.kind === 'attribute';
    const unowned = apart && !per ? 0.4 : 0;
    const start = skip(reader, each ?? of, OWNER_DETERMINERS);
    const isDistinct = DISTINCT.has(wordAt(reader, start));
    const number = reader.tokens[start]?.number ?? null;
    const limit = number !== null && number > 0 && number < 1000 && sketch.limit === null ? number : null;
    for (const { span, value } of ownersAt(reader, isDistinct || limit !== null ? start + 1 : start)) {
      const owner = span.value;
      const filter: Partial<Sketch> =
        value === null ? {} : { conditions: [...sketch.conditions, { kind: 'value', value, not: false, near: owner }] };
      const aggregates = part.items.some(({ aggregate }) => aggregate !== undefined);
      const narrowed = per && isNarrowed(reader, span.end);
      const grouped = ((each !== null && !narrowed) || isDistinct) && aggregates;
      const owned = part.items.map((item) => giveOwner(item, owner));
      const change: Partial<Sketch> = grouped
        ? { items: [...sketch.items, ...part.items], groups: [...sketch.groups, owner], ...filter }
        : {
            ...(sketch.subject === null
              ? { subject: owner, items: [...sketch.items.map((item) => giveOwner(item, owner)), ...owned] }
              : { items: [...sketch.items, ...owned] }),
            ...(isDistinct ? { distinct: true } : {}),
            ...(limit !== null ? { limit } : {}),
            ...filter,
          };
      next.push(
        ...base([], span.end, span.cost * 0.5 + 0.01 + unowned, change).map((after) => ({
          ...after,
          sketch: { ...after.sketch, ...change },
        })),
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

/** The position after a comma, "and" or the like, when another thing to show may follow. */
function joinedBy(reader: Reader, at: number): number | null {
  return anyPhraseAt(reader, at, JOINERS);
}

const JOINERS =
  ', and also|, and|, as well as|, along with|, together with|and also|as well as|along with|together with|and|,|with the number of|with the count of|with count of|with number of|with the corresponding|with their|with its|with the total|or|&'.split(
    '|',
  );
