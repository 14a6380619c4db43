import { QUANTITY_ADJECTIVES, QUANTITY_PHRASES, SUPERLATIVES } from '../../english/measure-words.ts';
import { anyPhraseAt, DETERMINERS, phraseAt, skip, wordAt } from '../../english/phrase-at.ts';
import type { Attribute } from '../../linking/mention.ts';
import { mentionsAt } from '../match.ts';
import type { Ordering, Sketch } from '../sketch.ts';
import type { Reader } from '../state.ts';
import type { Part } from './part.ts';

/** "the oldest student", "the 3 most expensive products", "the youngest student's name", "top 5 products". */
export function readExtreme(reader: Reader, from: number): Part[] {
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
  parts.push(...readSeveral(reader, ranked.at));
  const direction = SUPERLATIVES[wordAt(reader, ranked.at)];
  if (ranked.limit !== null && direction !== undefined) {
    for (const span of reader.links.attributes(ranked.at + 1)) {
      const change = (sketch: Sketch) => rank(sketch, { by: 'column', of: span.value, direction }, ranked.limit ?? 1);
      parts.push({ items: [{ of: span.value }], end: span.end, cost: span.cost * 0.5 + 0.1, change });
    }
  }
  // "the largest cities": by what, is said later.
  if (direction !== undefined && ranked.limit !== null) {
    for (const span of reader.links.entities(ranked.at + 1))
      parts.push({ items: [{ of: span.value }], end: span.end, cost: span.cost * 0.5 + 0.3, change: () => ({ limit: ranked.limit }) });
  }
  if (ranked.limit !== null) {
    const kinds = anyPhraseAt(reader, ranked.at, ['combinations of', 'combination of', 'pairs of', 'unique combinations of']) ?? ranked.at;
    for (const span of mentionsAt(reader, kinds, { entity: 0.05 })) {
      parts.push({ items: [{ of: span.value }], end: span.end, cost: span.cost + 0.1, change: () => ({ limit: ranked.limit }) });
    }
  }
  return parts;
}

/** "the last 10 orders", "the cheapest 5 products": how many is said after the measure. */
function readSeveral(reader: Reader, from: number): Part[] {
  return extremesAt(reader, from).flatMap((extreme) => {
    const limit = reader.tokens[extreme.end]?.number ?? null;
    if (limit === null || limit <= 0 || limit >= 1000) return [];
    return reader.links.entities(extreme.end + 1).flatMap((span) => {
      // Their own date or measure: of another table's they may have several, or none.
      const own = extreme.of.candidates.filter(({ table }) => span.value.candidates.some((one) => one.table === table && one.cost < 0.5));
      if (own.length === 0) return [];
      const of = { ...extreme.of, candidates: own, owner: span.value };
      const change = (sketch: Sketch) => ({
        ...rank(sketch, { by: 'column', of, direction: extreme.direction }, limit),
        subject: sketch.subject ?? span.value,
      });
      return [{ items: [{ of: span.value }], end: span.end, cost: span.cost * 0.5 + extreme.cost * 0.5, change }];
    });
  });
}

/** "top 5", "first three", or only a number before a superlative. */
export function readRank(reader: Reader, from: number): { at: number; limit: number | null } {
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
    const of = reader.links.moments();
    if (of !== null) found.push({ of: { ...of, words: word }, direction, end, cost: 0.2 });
  };
  for (const adjective of QUANTITY_ADJECTIVES) {
    if (word === adjective.most || word === adjective.least) {
      const direction = word === adjective.most ? 'desc' : 'asc';
      push(adjective.of, direction, at + 1, 0.1);
      if (adjective.of[0] !== 'age') continue;
      const turned = direction === 'desc' ? 'asc' : 'desc';
      push(['birth date', 'birth year'], turned, at + 1, 0.25);
      if (reader.links.named(['age']) === null) pushMoment(turned, at + 1);
    }
  }
  for (const phrase of QUANTITY_PHRASES) {
    const end = phraseAt(reader, at, phrase.words);
    if (end !== null) push(phrase.of, phrase.direction, end, 0.1);
  }
  const sold = anyPhraseAt(reader, at, ['best selling', 'bestselling', 'top selling', 'most sold']);
  const units = sold === null ? null : reader.links.worth('units sold', 'units');
  if (sold !== null && units !== null) found.push({ of: units, direction: 'desc', end: sold, cost: 0.1 });
  const recent = anyPhraseAt(reader, at, ['most recent', 'most recently', 'latest', 'newest']);
  if (recent !== null) pushMoment('desc', recent);
  if (word === 'earliest' || word === 'first') pushMoment('asc', at + 1);
  if (word === 'last') pushMoment('desc', at + 1);
  return found;
}

/** "the most common nationality", "the three least popular types": groups counted and ranked. */
export function readCommonest(reader: Reader, from: number): Part[] {
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
  const kind = anyPhraseAt(reader, end, ['kind of', 'kinds of', 'type of', 'types of', 'sort of', 'sorts of']);
  const starts = [{ at: end, charge: 0 }, ...(kind === null ? [] : [{ at: kind, charge: 0.2 }])];
  const kinds = starts.flatMap(({ at, charge }) =>
    mentionsAt(reader, skip(reader, at, DETERMINERS), { entity: 0.1 }).map((span) => ({ ...span, cost: span.cost + charge })),
  );
  return kinds.map((span) => ({
    items: [{ of: span.value }],
    end: span.end,
    cost: span.cost,
    change: (sketch) => ({
      ...rank(sketch, { by: 'count', of: null, direction }, ranked.limit ?? 1),
      groups: [...sketch.groups, span.value],
    }),
  }));
}
