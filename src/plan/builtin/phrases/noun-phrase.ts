import type { Table } from '../../schema.ts';
import { stem } from '../english/stem.ts';
import { NUMERIC } from '../linking/expressions.ts';
import { peopleIn, SOMEBODY } from '../linking/people.ts';
import { birthOf, isKind } from './columns.ts';
import { anyDatedAt, datedAt } from './dates.ts';
import { after, DETERMINERS, entry, found, type Ground, once, past, type Read, tablesAt, word } from './ground.ts';
import { kindAt, kindsAt } from './kinds.ts';
import { lateFilter } from './lateness.ts';
import { amount, columnIn, compare, distance, FAR } from './query.ts';
import { roleHeadsAt } from './role-nouns.ts';
import { stateAt } from './states.ts';
import type { Stored } from './stored.ts';
import { type Filter, narrowed, type Things } from './things.ts';
import { PAIRED, VERSUS } from './value-lists.ts';
import { valueFilter, valuesAt } from './values.ts';

/** The noun with what stands before it. */
export const headsAt = once((ground: Ground, at: number): Read<Things>[] => {
  const start = past(ground, at, LEADING);
  const nouns = beforeNoun(ground, start, []);
  return [...nouns, ...nouns.flatMap((noun) => withKind(ground, noun)), ...kindsAt(ground, start)];
});

/** "horror films and thrillers", "day tickets or season tickets": rows of one table that are of either kind. */
function withKind(ground: Ground, noun: Read<Things>): Read<Things>[] {
  const or = after(ground, noun.end, PAIRED);
  const [own, ...others] = noun.value.filters;
  if (or === null || own?.kind !== 'test' || own.column === undefined || others.length > 0) return [];
  return [...kindAt(ground, or), ...beforeNoun(ground, or, [])].flatMap(({ value, end, cost, notes }) => {
    const [kind, ...more] = value.filters;
    const alike = value.table === noun.value.table && kind?.kind === 'test' && kind.column === own.column && more.length === 0;
    if (!alike) return [];
    return [found<Things>({ ...value, filters: [{ kind: 'or', filters: [own, kind] }] }, end, noun.cost + cost, [...noun.notes, ...notes])];
  });
}

const LEADING = new Set([...DETERMINERS, 'different', 'distinct', 'unique', 'existing', 'new']);

/** What is said before a noun whose table is not known yet. */
type Said = (table: string) => Filter | null;

function beforeNoun(ground: Ground, at: number, said: readonly { filter: Said; cost: number; notes: readonly string[] }[]): Read<Things>[] {
  const named = [...tablesAt(ground, at), ...peopleAt(ground, at), ...doersAt(ground, at)].map((read) => ({
    ...read,
    value: { table: read.value, filters: [] },
  }));
  const nouns = [...named, ...roleHeadsAt(ground, at), ...onesAt(ground, at, said.length > 0)].flatMap(
    ({ value: head, end, cost, notes: own }) => {
      const filters = said.map(({ filter }) => filter(head.table));
      if (filters.some((filter) => filter === null)) return [];
      const far = ONES.has(word(ground, at)) ? Math.max(...(filters as Filter[]).map((one) => stepsOf(ground, head.table, one))) : 0;
      const spent = said.reduce((sum, one) => sum + one.cost, cost + far * FAR);
      const notes = [...own, ...said.flatMap((one) => one.notes)];
      const things = narrowed(head, ...(filters as Filter[]));
      return [found(things, end, spent, notes)];
    },
  );
  const kinds =
    said.length === 0
      ? []
      : kindAt(ground, at).flatMap((kind) => {
          const filters = said.map(({ filter }) => filter(kind.value.table));
          if (filters.some((filter) => filter === null)) return [];
          return [
            found(
              narrowed(kind.value, ...(filters as Filter[])),
              kind.end,
              said.reduce((sum, one) => sum + one.cost, kind.cost),
              said.flatMap((one) => one.notes),
            ),
          ];
        });
  if (said.length >= 3) return nouns;
  const more = adjectivesAt(ground, at).flatMap(({ value, end, cost, notes }) =>
    beforeNoun(ground, end, [...said, { filter: value, cost, notes }]),
  );
  return [...nouns, ...kinds, ...more];
}

/** "the urgent ones", where a question says nothing else of what: of the one table of which all the rest may be said, its own columns first. */
const onesAt = (ground: Ground, at: number, described: boolean): Read<Things>[] =>
  described && ONES.has(word(ground, at)) && tablesAt(ground, at).length === 0
    ? ground.lexicon.tables.map(({ table: { name } }) =>
        found<Things>({ table: name, filters: [], unnamed: true }, at + 1, UNNAMED, [
          `Nothing says of what; it is read of ${name.replaceAll('_', ' ')}.`,
        ]),
      )
    : [];

const ONES = new Set(['ones']);
/** What no noun says costs more than any noun. */
const UNNAMED = 0.3;

/** How many keys of theirs away what is said of rows is kept; endless where it is said of what belongs to them. */
export function stepsOf(ground: Ground, table: string, filter: Filter): number {
  if (filter.kind === 'or' || filter.kind === 'all') return Math.max(0, ...filter.filters.map((one) => stepsOf(ground, table, one)));
  const way = distance(ground, table, filter.kind === 'test' ? filter.table : filter.things.table);
  return way?.toOne === true ? way.steps : Number.POSITIVE_INFINITY;
}

/** "people": of whichever table of people the rest of the sentence fits. */
const peopleAt = (ground: Ground, at: number): Read<string>[] =>
  (SOMEBODY.has(word(ground, at)) || isFolk(ground, at) || YOUNG.has(word(ground, at))) && tablesAt(ground, at).length === 0
    ? peopleIn(ground.lexicon)
        .filter(
          ({ table, words }) =>
            !YOUNG.has(word(ground, at)) ||
            CHILDREN.has(words.at(-1) ?? '') ||
            (birthOf(ground, table.name) !== null && !tellsAges(ground, table)),
        )
        .map(({ table }) => found(table.name, at + 1, 0.2, [`'${word(ground, at)}' read as ${table.name.replaceAll('_', ' ')}`]))
    : [];

/** "visitors", who are told by their visits alone. */
function doersAt(ground: Ground, at: number): Read<string>[] {
  const said = stem(word(ground, at));
  if (said.length < DOER_MIN || tablesAt(ground, at).length > 0 || ground.lexicon.words.has(said)) return [];
  const rows = ground.lexicon.tables.filter(
    ({ words: [only = '', ...more] }) => more.length === 0 && [`${only}or`, `${only}er`, `${only}r`].includes(said),
  );
  const [table, ...others] = rows;
  const name = table?.table.name ?? '';
  return table === undefined || others.length > 0
    ? []
    : [found(name, at + 1, 0.15, [`'${word(ground, at)}' read as ${name.replaceAll('_', ' ')}`])];
}
const DOER_MIN = 6;

/** Whether the rows of a table say which of the people are grown up. */
const tellsAges = (ground: Ground, { name, columns }: Table): boolean =>
  columns.some((column) => ground.values.of(name, column.name)?.some((value) => AGES.has(value.toLowerCase())) === true);

const AGES = new Set(['child', 'children', 'kid', 'junior', 'youth', 'adult', 'senior', 'family']);

/** Pupils, or those of whom it is known when they were born. */
const YOUNG = new Set(['kids', 'children', 'youngsters']);
const CHILDREN = new Set('child kid pupil scout junior toddler youngster'.split(' '));

/** "members" of the one table of people that there is, where the word is nothing else here. */
const isFolk = (ground: Ground, at: number): boolean =>
  ['members', 'member', 'folks'].includes(word(ground, at)) &&
  peopleIn(ground.lexicon).length === 1 &&
  ground.links.attributes(at).length === 0 &&
  !ground.lexicon.words.has('member');

/** "open", "high or urgent", "high priority", "unassigned", "last month's", "october". */
function adjectivesAt(ground: Ground, at: number): Read<Said>[] {
  const states = stateAt(ground, at).map(({ value, end, cost, notes }) => found<Said>(value, end, cost, notes));
  const moments = anyDatedAt(ground, at).flatMap(({ value, end, cost, notes }) => {
    const owner = ground.tokens[end]?.kind === 'owner' ? end + 1 : end;
    return [found<Said>((table) => datedAt(ground, table, value, []), owner, cost, notes)];
  });
  const late =
    word(ground, at) === 'late' && valuesAt(ground, at).length === 0
      ? [found<Said>((table) => lateFilter(ground, table, true), at + 1, 0.1)]
      : [];
  const sized = numberedAt(ground, at);
  const values = valuesAt(ground, at).flatMap((first) => {
    const owned = ground.tokens[first.end]?.kind === 'owner' ? first.end + 1 : first.end;
    const one =
      (list: readonly Stored[]): Said =>
      (table) => {
        const filters = list.map(
          (value) =>
            valueFilter(ground, table, value, false, owned > first.end ? 'any' : 'own') ??
            (isFolkAt(ground, owned) ? traitOf(ground, table, value) : null),
        );
        if (filters.some((filter) => filter === null)) return null;
        const [only, ...others] = filters as Filter[];
        return only !== undefined && others.length === 0 ? only : { kind: 'or', filters: filters as Filter[] };
      };
    const reads = [found<Said>(one([first.value]), owned, first.cost, first.notes)];
    const or = after(ground, first.end, ground.comparing ? [...PAIRED, ...VERSUS] : PAIRED);
    if (or !== null)
      for (const second of valuesAt(ground, or))
        reads.push(found<Said>(one([first.value, second.value]), second.end, first.cost + second.cost, [...first.notes, ...second.notes]));
    // "high priority tickets": the noun of the value's own column.
    return reads.flatMap((read) => [read, ...columnNounAfter(ground, read, first.value)]);
  });
  const not = ['not', 'non'].includes(word(ground, at))
    ? valuesAt(ground, at + 1).map(({ value, end, cost, notes }) =>
        found<Said>((table) => valueFilter(ground, table, value, true, 'own'), end, cost, notes),
      )
    : [];
  return [...states, ...late, ...sized, ...values, ...valuedAt(ground, at), ...moments, ...not];
}

/** "size M shirts", "colour blue kits": the noun of a column before its value. */
const valuedAt = (ground: Ground, at: number): Read<Said>[] =>
  ground.links.attributes(at).flatMap(({ value: named, end, cost }) => {
    if (named.far !== undefined || cost > 0.7) return [];
    return valuesAt(ground, end).flatMap(({ value, end: to, cost: spent, notes }) => {
      const places = value.places.filter(
        ({ table, column, whole }) => whole && named.candidates.some((one) => one.table === table && one.columns.includes(column)),
      );
      const said: Said = (table) => {
        const own = places.filter((place) => place.table === table);
        return own.length === 1 ? valueFilter(ground, table, { ...value, places: own }, false, 'own') : null;
      };
      return places.length === 0 ? [] : [found(said, to, cost * 0.5 + spent, notes)];
    });
  });

const isFolkAt = (ground: Ground, at: number): boolean => SOMEBODY.has(word(ground, at));

/** "python people": whom one row of theirs says it of, which is no state of something they have. */
function traitOf(ground: Ground, table: string, value: Stored): Filter | null {
  const filter = valueFilter(ground, table, value, false, 'any');
  if (filter?.kind !== 'test' || !value.places.every(({ whole }) => whole)) return null;
  const own = entry(ground, filter.table);
  const kept = own.columns.find(({ column }) => column.name === filter.column);
  const way = distance(ground, table, filter.table);
  return kept === undefined || isKind(kept) || own.label.includes(kept.column.name) || way?.steps !== 1 ? null : filter;
}

/** "two bedroom flats": a column with its number before the noun. */
function numberedAt(ground: Ground, at: number): Read<Said>[] {
  const token = ground.tokens[at];
  const name = word(ground, at + 1);
  if (
    token === undefined ||
    token.number === null ||
    token.kind === 'quoted' ||
    name === '' ||
    tablesAt(ground, at + 1).some(({ end }) => end === at + 2)
  )
    return [];
  const value = amount(token.number);
  const said: Said = (table) => {
    const own = entry(ground, table).columns.filter(
      ({ column, words }) => NUMERIC.has(column.type) && (words.join(' ') === stem(name) || isShort(stem(name), words)),
    );
    const [only, ...more] = own;
    return only === undefined || more.length > 0
      ? null
      : { kind: 'test', table, not: false, test: (alias) => compare('=', columnIn(alias, only.column.name), value) };
  };
  return [found(said, at + 2, 0.05)];
}

/** "1 bed flats", of `bedrooms`. */
const isShort = (name: string, [only = '', ...more]: readonly string[]): boolean =>
  name.length > 2 && more.length === 0 && only.startsWith(name);

function columnNounAfter(ground: Ground, read: Read<Said>, { places }: Stored): Read<Said>[] {
  return ground.links.attributes(read.end).flatMap(({ value, end, cost }) => {
    if (value.far !== undefined || cost > 0.5) return [];
    const own = places.some(({ table, column }) => value.candidates.some((one) => one.table === table && one.columns.includes(column)));
    return own ? [{ ...read, end }] : [];
  });
}

export const ARTICLES = new Set('a an any the some their its single'.split(' '));
