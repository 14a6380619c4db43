import type { Expr } from '../../plan.ts';
import { DEMONYMS } from '../english/demonyms.ts';
import { text } from '../linking/expressions.ts';
import { chosen } from './choices.ts';
import { columnOf } from './columns.ts';
import { found, type Ground, once, type Read, word } from './ground.ts';
import { partsAt } from './name-parts.ts';
import { columnIn, distance, isOnlyWay } from './query.ts';
import { meantAt } from './same-states.ts';
import type { Place, Stored } from './stored.ts';
import type { Filter } from './things.ts';

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
  for (const { said, stored, end, hits } of meantAt(ground, at))
    whole.push(found({ words: stored, places: byColumn(ground, hits) }, end, 0.1, [`'${said}' read as '${stored}'`]));
  const persons = ofTitle(ground, at, personsAt(ground, titled));
  const longest = Math.max(at, ...[...whole, ...persons].map(({ end }) => end));
  const parts = ofTitle(ground, at, partsAt(ground, titled, titled > at)).filter(({ end }) => end > longest);
  return [...persons, ...whole, ...parts];
});

/** Where some words are stored as a whole. */
export const placesOf = (ground: Ground, words: string): Place[] => byColumn(ground, ground.values.find(words));

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
