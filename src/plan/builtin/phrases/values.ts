import type { Expr } from '../../plan.ts';
import type { ValueIndex } from '../../planner.ts';
import { DEMONYMS } from '../demonyms.ts';
import { escapeLike, text } from '../expressions.ts';
import type { Lexicon, TableEntry } from '../lexicon.ts';
import { FUNCTION_WORDS } from '../words.ts';
import { chosen } from './choices.ts';
import { columnOf } from './columns.ts';
import { after, columnsAt, found, type Ground, once, past, type Read, tablesAt, word } from './ground.ts';
import { columnIn, compare, distance, isOnlyWay } from './query.ts';
import type { Filter } from './things.ts';

/** What some words may be stored as: whole values, a part of names, or the first and last name of a person. */
export interface Stored {
  readonly words: string;
  readonly places: readonly Place[];
}

interface Place {
  readonly table: string;
  /** The column of the value; of a person's names the last. */
  readonly column: string;
  readonly test: (alias: string) => Expr;
  readonly whole: boolean;
}

const TITLES: ReadonlySet<string> = new Set('dr doctor mr mrs ms miss prof professor coach'.split(' '));

/** Stored values that start at a position, whole ones before parts of names, longer ones before shorter ones. */
export const valuesAt = once((ground: Ground, at: number): Read<Stored>[] => {
  const titled = TITLES.has(word(ground, at)) ? at + 1 : at;
  const whole = ground.links.values(at).flatMap(({ value, end, cost }) => {
    const numeric = value.number !== null && !value.quoted;
    if (value.far !== undefined || numeric || value.hits.length === 0) return [];
    return [found({ words: value.text, places: byColumn(ground, value.hits) }, end, cost * 0.3)];
  });
  const country = whole.length === 0 ? DEMONYMS[word(ground, at)] : undefined;
  const hits = country === undefined ? [] : ground.values.find(country);
  if (hits.length > 0)
    whole.push(found({ words: country ?? '', places: byColumn(ground, hits) }, at + 1, 0.1, nationNote(ground, at, hits)));
  const persons = ofTitle(ground, at, personsAt(ground, titled));
  const longest = Math.max(at, ...[...whole, ...persons].map(({ end }) => end));
  const parts = ofTitle(ground, at, partsAt(ground, titled, titled > at)).filter(({ end }) => end > longest);
  return [...persons, ...whole, ...parts];
});

const nationNote = (ground: Ground, at: number, hits: readonly { stored: string }[]): readonly string[] => [
  `'${word(ground, at)}' read as ${hits[0]?.stored ?? ''}`,
];

/** "dr lewis" is a doctor, where there are doctors. */
function ofTitle(ground: Ground, at: number, reads: Read<Stored>[]): Read<Stored>[] {
  const posts = POSTS.get(word(ground, at));
  const tables = posts === undefined ? [] : ground.lexicon.tables.filter(({ words }) => posts.includes(words.at(-1) ?? ''));
  if (tables.length === 0) return reads;
  return reads.flatMap((read) => {
    const places = read.value.places.filter((place) => tables.some(({ table }) => table.name === place.table));
    return places.length === 0 ? [] : [{ ...read, value: { ...read.value, places } }];
  });
}

const POSTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['dr', ['doctor', 'physician', 'vet', 'veterinarian', 'dentist', 'therapist']],
  ['doctor', ['doctor', 'physician']],
  ['prof', ['professor', 'teacher', 'instructor', 'lecturer']],
  ['professor', ['professor', 'teacher', 'instructor', 'lecturer']],
  ['coach', ['coach', 'trainer', 'instructor']],
]);

function byColumn(ground: Ground, hits: readonly { table: string; column: string; stored: string }[]): Place[] {
  const columns = new Map<string, { table: string; column: string; stored: string[] }>();
  for (const { table, column, stored } of hits) {
    const known = columns.get(`${table}.${column}`);
    if (known === undefined) columns.set(`${table}.${column}`, { table, column, stored: [stored] });
    else known.stored.push(stored);
  }
  return [...columns.values()].map(({ table, column, stored }) => {
    const { type } = columnOf(ground, table, column);
    const literal = (value: string): Expr =>
      type === 'boolean'
        ? { kind: 'literal', value: value === 'true', type }
        : type === 'integer'
          ? { kind: 'literal', value: Number(value), type }
          : text(value);
    const [only, ...more] = stored;
    const list = stored.map(literal);
    const test = (alias: string): Expr =>
      only !== undefined && more.length === 0
        ? { kind: 'compare', op: '=', left: columnIn(alias, column), right: literal(only) }
        : { kind: 'in', arg: columnIn(alias, column), list };
    return { table, column, test, whole: true };
  });
}

/** "Chloe Scott" where first and last name are two columns. */
function personsAt(ground: Ground, at: number): Read<Stored>[] {
  const first = ground.tokens[at];
  const last = ground.tokens[at + 1];
  if (first?.kind !== 'word' || last?.kind !== 'word') return [];
  const places = ground.lexicon.tables.flatMap(({ table: { name }, label }): Place[] => {
    const [one, two] = label;
    if (one === undefined || two === undefined) return [];
    const stored = (token: string, column: string) => ground.values.of(name, column)?.find((value) => value.toLowerCase() === token);
    const given = stored(first.lower, one);
    const family = stored(last.lower, two);
    if (given === undefined || family === undefined) return [];
    const is = (alias: string, column: string, value: string): Expr => ({
      kind: 'compare',
      op: '=',
      left: columnIn(alias, column),
      right: text(value),
    });
    return [
      { table: name, column: two, whole: true, test: (alias) => ({ kind: 'and', args: [is(alias, one, given), is(alias, two, family)] }) },
    ];
  });
  return places.length === 0 ? [] : [found({ words: `${first.text} ${last.text}`, places }, at + 2)];
}

/** Words that names hold among others: "globex" of Globex Corporation. */
function partsAt(ground: Ground, at: number, titled: boolean): Read<Stored>[] {
  const reads: Read<Stored>[] = [];
  for (let end = at + 1; end <= Math.min(ground.tokens.length, at + PART_MAX); end += 1) {
    const part = ground.tokens.slice(at, end);
    if (part.some(({ kind, lower }) => kind !== 'word' || FUNCTION_WORDS.has(lower) || lower.length < 3)) break;
    const said = part.map(({ lower }) => lower).join(' ');
    const named = [
      ...tablesAt(ground, at),
      ...columnsAt(
        ground,
        at,
        ground.lexicon.tables.map(({ table }) => table.name),
      ),
    ];
    if (!titled && named.some((name) => name.end >= end && name.cost < 0.3)) continue;
    // Descriptions hold any words, those of the schema among them.
    const begun = (partsOf(ground.values, ground.lexicon).get(part[0]?.lower ?? '') ?? []).filter(
      ({ described }) => !described || ground.links.strangers().has(at),
    );
    const held = begun.filter(({ stored }) => ` ${wordsOf(stored).join(' ')} `.includes(` ${said} `));
    // Ann Smith is no Ann Lee Smith, but a description may be said in part.
    const loose =
      held.length === 0 && part.length > 1
        ? begun.filter(({ stored, described }) => described && isWithin(said.split(' '), wordsOf(stored)))
        : [];
    const [one, ...others] = loose;
    if (one !== undefined && others.length === 0) {
      const { table, column, stored } = one;
      const test = (alias: string): Expr => compare('=', columnIn(alias, column), text(stored));
      reads.push(found({ words: said, places: [{ table, column, whole: false, test }] }, end, 0.35, [`'${said}' is read as ${stored}.`]));
      continue;
    }
    // An address repeats the name that it is of.
    const names = held.filter(({ stored }) => !stored.includes('@'));
    const places = names.length > 0 ? names : held;
    if (places.length === 0) continue;
    const columns = new Map(places.map((place) => [`${place.table}.${place.column}`, place]));
    const stored = places.slice(0, 3).map((place) => place.stored);
    const more = places.length > stored.length ? ' and others' : '';
    reads.push(
      found(
        {
          words: said,
          places: [...columns.values()].map(({ table, column }) => ({
            table,
            column,
            whole: false,
            test: (alias) => ({ kind: 'match', op: 'ilike', left: columnIn(alias, column), right: text(`%${escapeLike(said)}%`) }),
          })),
        },
        end,
        0.3,
        [`'${said}' is read as a part of ${stored.join(', ')}${more}.`],
      ),
    );
  }
  return reads.reverse();
}

const PART_MAX = 3;

/** "queen gown" of "Queen's velvet gown": its words in their order, others between them. */
function isWithin(said: readonly string[], stored: readonly string[]): boolean {
  let at = 0;
  for (const one of said) {
    at = stored.indexOf(one, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

interface Part {
  readonly table: string;
  readonly column: string;
  readonly stored: string;
  /** Of what has no name. */
  readonly described: boolean;
}

const built = new WeakMap<ValueIndex, ReadonlyMap<string, readonly Part[]>>();

/** The values of columns that name things, by each of their words. */
function partsOf(values: ValueIndex, lexicon: Lexicon): ReadonlyMap<string, readonly Part[]> {
  const known = built.get(values);
  if (known !== undefined) return known;
  const parts = new Map<string, Part[]>();
  for (const own of lexicon.tables) {
    const { table, columns } = own;
    const naming = namingOf(own);
    for (const { column, words } of columns) {
      if (column.type !== 'text' || !(naming.includes(column.name) || words.some((one) => NAMING.has(one)))) continue;
      for (const stored of values.of(table.name, column.name) ?? [])
        for (const one of new Set(wordsOf(stored))) {
          const part: Part = {
            table: table.name,
            column: column.name,
            stored,
            described: own.label.length === 0 && naming.includes(column.name),
          };
          const same = parts.get(one);
          if (same === undefined) parts.set(one, [part]);
          else same.push(part);
        }
    }
  }
  built.set(values, parts);
  return parts;
}

/** The columns by which rows of a table are called: of what has no name, the description that each has. */
export const namingOf = ({ label, columns }: TableEntry): readonly string[] =>
  label.length > 0
    ? label
    : columns.flatMap(({ column, words }) =>
        column.type === 'text' && !column.nullable && words.join(' ') === 'description' ? [column.name] : [],
      );

/** Whether some stored name has the word. */
export const isNamePart = (values: ValueIndex, lexicon: Lexicon, said: string): boolean => partsOf(values, lexicon).has(said);

const NAMING = new Set('name title company subject payee vendor merchant brand bank email'.split(' '));

const wordsOf = (value: string): string[] => value.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** A reading that means several things. */
export class Ambiguous extends Error {}

/** How a value was said to belong: of the thing itself and what it belongs to alone, or also of what belongs to the thing. */
export type Reach = 'own' | 'any';

/**
 * A stored value as a condition on rows of a table: by the column of it that is nearest by keys. Null when none is
 * near; where two are equally near the query cannot be made, see `Ambiguous`.
 */
export function valueFilter(
  ground: Ground,
  table: string,
  { places, words }: Stored,
  not: boolean,
  reach: Reach,
  named: readonly string[] = [],
): Filter | null {
  const near = places.flatMap((place) => {
    const way = distance(ground, table, place.table);
    if (way === null || (reach === 'own' && !way.toOne)) return [];
    if (!way.toOne && !isOnlyWay(ground, table, place.table)) return [];
    if (named.length > 0 && !named.includes(`${place.table}.${place.column}`)) return [];
    return [{ place, steps: way.steps + (way.toOne ? 0 : 0.5) }];
  });
  near.sort((a, b) => a.steps - b.steps);
  const [nearest, second] = near;
  if (nearest === undefined) return null;
  const rivals = near.filter(({ steps }) => steps - nearest.steps < 0.05);
  const first =
    second === undefined || rivals.length < 2 ? nearest : chosen(ground.choices, words.toLowerCase(), rivals, ({ place }) => place);
  // Which column is meant is not known, and so not what the reading as a whole means.
  if (first === null)
    return {
      kind: 'test',
      table,
      not,
      test: () => {
        throw new Ambiguous();
      },
    };
  return { kind: 'test', table: first.place.table, column: first.place.column, test: first.place.test, not };
}

/** Values with "or", "and" or commas between, each with the noun of its column or table where that is said: "the billing team or support". */
export const valueListAt = once(
  (ground: Ground, at: number): Read<{ values: readonly Stored[]; named: readonly string[]; both: boolean }>[] => {
    const both = word(ground, at) === 'both';
    const start = past(ground, both || word(ground, at) === 'either' ? at + 1 : at, ARTICLES);
    const reads: Read<{ values: readonly Stored[]; named: readonly string[]; both: boolean }>[] = [];
    const grow = (values: readonly Stored[], from: number, cost: number, notes: readonly string[]): void => {
      for (const value of valuesAt(ground, from)) {
        const all = [...values, value.value];
        const [spent, told] = [cost + value.cost, [...notes, ...value.notes]];
        for (const { end, named } of nounAfter(ground, value.end, all)) {
          reads.push(found({ values: all, named, both }, end, spent, told));
          const more = after(ground, end, ground.comparing ? [...CONNECTORS, ...VERSUS] : CONNECTORS);
          if (more !== null && all.length < 4) grow(all, more, spent, told);
          if (ground.tokens[end]?.kind === 'comma' && all.length < 4)
            grow(all, after(ground, end + 1, ['or', 'and']) ?? end + 1, spent, told);
        }
      }
    };
    grow([], start, 0, []);
    return reads;
  },
);

const ARTICLES = new Set(['the', 'a', 'an', 'our', 'my']);
export const PAIRED = ['or', 'and'];
export const VERSUS = ['vs', 'versus', 'against', 'compared to', 'compared with'];
const CONNECTORS = [
  ...PAIRED,
  'and the',
  'or the',
  'or a',
  'and a',
  'or an',
  'or by',
  'or from',
  'or in',
  'and from',
  'and in',
  'or still',
];

/** The end of a value, and of the noun after it that says of what column or table it is: "premium plan", "billing team". */
function nounAfter(ground: Ground, at: number, values: readonly Stored[]): { end: number; named: readonly string[] }[] {
  const places = values.flatMap((value) => value.places);
  const tables = [...new Set(places.map(({ table }) => table))];
  const plain = { end: at, named: [] };
  const columns = columnsAt(ground, at, tables).flatMap(({ value, end }) => {
    const named = value.columns.map((column) => `${value.table}.${column}`);
    return places.some(({ table, column }) => named.includes(`${table}.${column}`)) ? [{ end, named }] : [];
  });
  const nouns = tablesAt(ground, at).flatMap(({ value, end }) => {
    const named = places.flatMap(({ table, column }) => (table === value ? [`${table}.${column}`] : []));
    return named.length > 0 ? [{ end, named }] : [];
  });
  const ones = word(ground, at) === 'ones' ? [{ end: at + 1, named: [] }] : [];
  return [...columns, ...nouns, ...ones, plain];
}
