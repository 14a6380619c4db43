import type { ValueIndex } from '../../planner.ts';
import { stem } from '../english/stem.ts';
import type { Token } from '../english/tokens.ts';
import { FUNCTION_WORDS, NUMBER_WORDS } from '../english/words.ts';
import { findDoing } from './doing.ts';
import { DATED } from './expressions.ts';
import { happened } from './happened.ts';
import { type Lexicon, rootOf } from './lexicon.ts';
import { flagSpans } from './link-flags.ts';
import { compoundsFor, relatedValues, standInsFor, unlinkedIn } from './link-related.ts';
import { formSpans, valueSpans } from './link-values.ts';
import type { Links, Span } from './links.ts';
import type { Attribute, Entity } from './mention.ts';
import { momentsOf } from './moment-columns.ts';
import { findAttribute, findEntity } from './named.ts';
import { placeSpans } from './place-values.ts';
import { roleSpans } from './roles.ts';
import { valueFormsOf } from './value-forms.ts';
import { MONEY_WORDS, UNIT_WORDS, worthOf } from './worth.ts';

/** What it costs to stop short of a longer name that fits well; to read "number of …" as a column rather than a count. */
const SHORTER = 0.5;
const COUNTED = 0.12;
/** What it costs to read "X of Y" as one name where Y has an X. */
const OWNED = 1;
const MAX_PHRASE = 6;
/** What a name costs that is said by a synonym. */
const SYNONYM = 0.45;

interface Far {
  readonly words: string;
  readonly far?: string;
  readonly candidates: readonly { readonly table: string; readonly cost: number }[];
}

export function createLinks(tokens: readonly Token[], lexicon: Lexicon, index: ValueIndex): Links {
  const nearAttributes = remember((at: number) =>
    spans(at, MAX_PHRASE, (words) => findAttribute(words, lexicon)).map((span) => owned(at, span)),
  );
  const nouns = remember((at: number) =>
    spans(at, MAX_PHRASE - 1, (words) => {
      const entity = findEntity(words, lexicon);
      return entity === null ? null : notItsKind(entity, words, index);
    }),
  );
  const nearEntities = remember((at: number) => {
    const own = nouns(at);
    return [...own, ...roleSpans(tokens, at, lexicon, nouns(at + 1)).filter(({ end }) => !own.some((span) => span.end >= end))];
  });
  const nearValues = remember((at: number) =>
    [
      ...valueSpans(tokens, at, index, nearEntities, nearAttributes),
      ...flagSpans(tokens, at, lexicon, index),
      ...placeSpans(tokens, at, lexicon, index),
      ...formSpans(tokens, at, valueFormsOf(index, lexicon), index, nearEntities, nearAttributes),
    ].map((span) => ({
      ...span,
      value: { ...span.value, at },
    })),
  );

  // Words that name nothing here are looked up for what they have in common with those that do.
  const unlinked = once(() => unlinkedIn(tokens, (at) => [...nearAttributes(at), ...nearEntities(at), ...nearValues(at)]));
  const standIns = remember((at: number) => {
    const token = unlinked().has(at) ? tokens[at] : undefined;
    return token === undefined ? [] : standInsFor(token, lexicon);
  });
  const compounds = remember((at: number) => {
    const [first, second] = tokens.slice(at, at + 2);
    const some = unlinked().has(at) || unlinked().has(at + 1);
    return some && first?.kind === 'word' && second?.kind === 'word' ? compoundsFor(first, second, lexicon) : [];
  });
  /** "last" is half a name beside the other half alone: "first and last names". */
  const halved = (at: number) => {
    const half = /^(?:first|last)$/.test(tokens[at]?.lower ?? '');
    return half && !/^(?:and|or|,|&|\/)$/.test(tokens[at + 1]?.lower ?? 'and');
  };
  const attributes = remember((at: number) => [
    ...nearAttributes(at).filter(({ end }) => end > at + 1 || !halved(at)),
    ...worthSpans(at),
    ...farSpans(at, MAX_PHRASE, (words, broader) => (broader ? null : findAttribute(words, lexicon))),
  ]);
  const entities = remember((at: number) => [...nearEntities(at), ...farSpans(at, MAX_PHRASE - 1, (words) => findEntity(words, lexicon))]);
  const values = remember((at: number) => {
    const token = unlinked().has(at) ? tokens[at] : undefined;
    return token === undefined ? nearValues(at) : [...nearValues(at), ...relatedValues(token, at, index)];
  });

  /** "revenue", "sales", "units", where nothing has that name. */
  function worthSpans(at: number): Span<Attribute>[] {
    const word = tokens[at]?.lower ?? '';
    const worth = MONEY_WORDS.has(word) ? 'money' : UNIT_WORDS.has(word) ? 'units' : null;
    const named = [...nearAttributes(at), ...nearEntities(at)].some(({ cost }) => cost < 0.5);
    const value = worth === null || named ? null : worthOf(word, worth, lexicon);
    return value === null ? [] : [{ value: { ...value, at }, end: at + 1, cost: 0.1 }];
  }

  // Rules ask for the same names at every word of the question.
  const byWords = new Map<string, Attribute | null>();
  const named = (words: readonly string[]): Attribute | null => {
    const key = words.join(' ');
    const known = byWords.get(key);
    if (known !== undefined) return known;
    const found = findAttribute(words, lexicon);
    byWords.set(key, found);
    return found;
  };

  /** "id and status of orders": the id is the order's as well, so that the status is better read with its owner apart. */
  function owned(at: number, span: Span<Attribute>): Span<Attribute> {
    const of = tokens.slice(at, span.end).findIndex(({ lower }) => lower === 'of');
    const joined = [at - 1, at - 2].some((before) => ['and', ','].includes(tokens[before]?.lower ?? ''));
    if (of < 1 || !joined || tokens[at]?.lower === 'number') return span;
    const noun = [1, 2].map((skipped) => at + of + skipped).find((start) => nearEntities(start).some(({ end }) => end === span.end));
    const tables = noun === undefined ? [] : nearEntities(noun).flatMap(({ end, value }) => (end === span.end ? value.candidates : []));
    const before = named(tokens.slice(at, at + of).map(({ lower }) => lower));
    const has = before?.candidates.some(({ table, cost }) => cost < 0.5 && tables.some((own) => own.table === table && own.cost < 0.1));
    return has === true ? { ...span, cost: span.cost + OWNED } : span;
  }

  function spans<T extends { readonly candidates: readonly { cost: number }[] }>(
    at: number,
    longest: number,
    find: (words: readonly string[]) => T | null,
  ): Span<T>[] {
    const found: Span<T>[] = [];
    for (let end = at + 1; end <= Math.min(tokens.length, at + longest); end += 1) {
      const last = tokens[end - 1];
      if (last === undefined || (last.kind !== 'word' && last.kind !== 'number')) break;
      if (FUNCTION_WORDS.has(last.lower) && !(last.lower in NUMBER_WORDS)) {
        if (end === at + 1) break;
        continue;
      }
      const words = tokens.slice(at, end).map(({ lower }) => lower);
      const value = find(words);
      if (value !== null) found.push({ value: { ...value, at }, end, cost: Math.min(...value.candidates.map(({ cost }) => cost)) });
    }
    found.reverse();
    return found.map((span) => {
      const longer = found.some((other) => other.end > span.end && other.cost <= 0.3);
      const counts = tokens[at]?.lower === 'number' && tokens[at + 1]?.lower === 'of';
      return longer || counts
        ? { ...span, cost: span.cost + (longer ? SHORTER : 0) + (counts ? (span.end === at + 1 ? 1 : COUNTED) : 0) }
        : span;
    });
  }

  function farSpan<T extends Far>(value: T, at: number, end: number, far: string, cost: number): Span<T> {
    const candidates = value.candidates.map((candidate) => ({ ...candidate, cost: candidate.cost + cost }));
    const words = tokens.slice(at, end).map(({ lower }) => lower);
    return {
      value: { ...value, at, words: words.join(' '), far, candidates },
      end,
      cost: Math.min(...candidates.map((one) => one.cost)),
    };
  }

  /** Phrases with one word that names nothing, read as others of the schema. */
  function farSpans<T extends Far>(at: number, longest: number, find: (words: readonly string[], broader: boolean) => T | null): Span<T>[] {
    const found = compounds(at).flatMap(({ word, cost }) => {
      const value = find([word], false);
      return value === null ? [] : [farSpan(value, at, at + 2, word, cost)];
    });
    const reach = Math.min(tokens.length, at + longest);
    for (let far = at; far < reach; far += 1) {
      const last = tokens[far];
      if (last === undefined || (last.kind !== 'word' && last.kind !== 'number')) break;
      for (const { word, cost, table } of standIns(far)) {
        for (let end = far + 1; end <= reach && (tokens[end - 1]?.kind === 'word' || end === far + 1); end += 1) {
          if (FUNCTION_WORDS.has(tokens[end - 1]?.lower ?? '')) continue;
          const part = tokens.slice(at, end).map(({ lower }, offset) => (at + offset === far ? word : lower));
          const value = find(part, table);
          // Two steps from what was said, "ushers" who show and a show that is a performance, are one too many.
          if (value === null || Math.min(...value.candidates.map((one) => one.cost)) >= SYNONYM) continue;
          found.push(farSpan(value, at, end, part.join(' '), cost));
        }
      }
    }
    return found;
  }

  return {
    attributes,
    entities,
    holders: remember((at) => findHolders(attributes(at), entities(at), lexicon)),
    values,
    named,
    isUnindexed: (table, column) =>
      index.of(table, column) === null && lexicon.byName.get(table)?.table.columns.find(({ name }) => name === column)?.type === 'text',
    happened: remember((verb: string) => happened(verb, lexicon)),
    worth: (words, worth) => worthOf(words, worth, lexicon),
    keyOf: (entity) => keyOf(entity, lexicon),
    isDated: ({ candidates }) =>
      candidates.some(({ table, columns: [name] }) =>
        lexicon.byName.get(table)?.columns.some(({ column }) => column.name === name && DATED.has(column.type)),
      ),
    moments: () => findMoments(lexicon),
    wordsOf: (table, name) => lexicon.byName.get(table)?.columns.find(({ column }) => column.name === name)?.words ?? [],
    doing: (verb) => findDoing(verb, lexicon),
    unlinked,
    related: (word) => lexicon.roots.has(rootOf(word)),
  };
}

/** "repairs" are no other name of jobs where a job's own kind is repair: they are those of that kind. */
function notItsKind(entity: Entity, words: readonly string[], index: ValueIndex): Entity | null {
  if (entity.candidates.every(({ cost }) => cost < SYNONYM)) return entity;
  const said = words.join(' ');
  const stored = [said, stem(said)].flatMap((one) => index.find(one).filter((hit) => hit.stored.toLowerCase() === one));
  const candidates = entity.candidates.filter(({ table, cost }) => cost < SYNONYM || !stored.some((hit) => hit.table === table));
  return candidates.length === 0 ? null : { ...entity, candidates };
}

function findHolders(columns: readonly Span<Attribute>[], tables: readonly Span<Entity>[], lexicon: Lexicon): Span<Entity>[] {
  return columns.flatMap(({ value, end }) => {
    // "customer country" is a customer's country.
    if (tables.some((span) => (span.end >= end && span.cost < 0.7) || span.cost < 0.1)) return [];
    const candidates = value.candidates.flatMap(({ table, columns: [name], cost }) => {
      const column = lexicon.byName.get(table)?.columns.find((entry) => entry.column.name === name);
      return column === undefined || column.column.type !== 'text' || cost > 0.3 || column.words.length > 2
        ? []
        : [{ table, cost: cost + 0.5 }];
    });
    return candidates.length === 0
      ? []
      : [
          {
            value: { kind: 'entity', words: value.words, candidates, ...(value.at === undefined ? {} : { at: value.at }) },
            end,
            cost: 0.5,
          },
        ];
  });
}

/** A table's only date says when; of several, one that is not clearly about something else. */
function findMoments(lexicon: Lexicon): Attribute | null {
  const candidates = lexicon.tables.flatMap((entry) => {
    const { table } = entry;
    const dated = momentsOf(entry);
    return dated.map(({ column, words, bare }) => {
      const plain = [words, bare].some((own) => own.length === 1 && ['date', 'year', 'time'].includes(own[0] ?? ''));
      return { table: table.name, columns: [column.name], cost: plain ? 0.1 : dated.length === 1 ? 0.2 : 0.6 };
    });
  });
  return candidates.length === 0 ? null : { kind: 'attribute', words: 'when', candidates: candidates.sort((a, b) => a.cost - b.cost) };
}

function keyOf(entity: Entity, lexicon: Lexicon): Attribute | null {
  const candidates = entity.candidates.flatMap(({ table, cost }) => {
    const [key, ...more] = lexicon.byName.get(table)?.table.primaryKey ?? [];
    return key === undefined || more.length > 0 ? [] : [{ table, columns: [key], cost }];
  });
  return candidates.length === 0 ? null : { kind: 'attribute', words: entity.words, candidates };
}

function remember<K, T>(find: (at: K) => T): (at: K) => T {
  const known = new Map<K, T>();
  return (at) => {
    const before = known.get(at);
    if (before !== undefined) return before;
    const value = find(at);
    known.set(at, value);
    return value;
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
