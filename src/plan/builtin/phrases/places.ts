import { tells } from '../linking/moment-columns.ts';
import { entry, found, type Ground, type Read, word } from './ground.ts';
import { distance } from './query.ts';
import { superiorOf } from './roles.ts';
import type { Stored } from './stored.ts';
import type { Filter } from './things.ts';
import { valueListAt } from './value-lists.ts';
import { type Reach, valueFilter } from './values.ts';

/** "in Germany", "from chat or email", "by Chloe Scott", "with the bug tag", "about Slack". */
export function placedAt(ground: Ground, at: number, table: string, not: boolean): Read<Filter>[] {
  const preposition = word(ground, at);
  const own = OWN_PREPOSITIONS.has(preposition);
  const byName = ['of', 'for'].includes(preposition);
  if (!own && !LOOSE_PREPOSITIONS.has(preposition)) return [];
  return valueListAt(ground, at + 1).flatMap((read) => {
    // "categories under Outdoors" are not Outdoors itself.
    if (INSIDE.has(preposition) && superiorOf(ground, table) !== null && read.value.values.every((value) => isNamed(ground, table, value)))
      return [];
    // "boats at sea" are not those whose name has a sea in it.
    if (
      PLACES.has(preposition) &&
      read.value.values.some(({ places }) => places.every((place) => !place.whole && isLabel(ground, table, place)))
    )
      return [];
    const persons =
      byName && read.value.values.every(({ places }) => places.every((place) => entry(ground, place.table).label.includes(place.column)));
    return listFilter(ground, table, inRole(ground, preposition, read), not, own && !persons ? 'own' : 'any');
  });
}

const INSIDE = new Set(['in', 'under', 'of', 'belonging']);

/** Whether a value is what a row of the table is called, and nothing else. */
const isNamed = (ground: Ground, table: string, { places }: Stored): boolean => places.every((place) => isLabel(ground, table, place));

const isLabel = (ground: Ground, table: string, place: { table: string; column: string }): boolean =>
  place.table === table && entry(ground, table).label.includes(place.column);

const PLACES = new Set(['in', 'at', 'on', 'from', 'under', 'through']);

/** "to London" is where it goes, "from London" where it comes from, where two columns say so. */
export function inRole<T extends Read<{ values: readonly Stored[]; named: readonly string[]; both: boolean }>>(
  ground: Ground,
  preposition: string,
  read: T,
): T {
  const roles = preposition === 'to' ? GOALS : preposition === 'from' ? ORIGINS : null;
  if (roles === null) return read;
  const wordsOf = (table: string, column: string) => entry(ground, table).columns.find((own) => own.column.name === column)?.words ?? [];
  const values = read.value.values.map((value) => {
    const meant = value.places.filter(({ table, column }) => wordsOf(table, column).some((one) => roles.has(one)));
    const other = value.places.filter(
      ({ table, column }) => !wordsOf(table, column).some((one) => (preposition === 'to' ? ORIGINS : GOALS).has(one)),
    );
    return { ...value, places: meant.length > 0 ? meant : other };
  });
  return { ...read, value: { ...read.value, values } };
}

const GOALS = new Set(['destination', 'to', 'dest', 'arrival', 'dropoff', 'delivery', 'receiver', 'recipient']);
const ORIGINS = new Set(['origin', 'from', 'source', 'departure', 'pickup', 'sender', 'start']);

const OWN_PREPOSITIONS = new Set(['in', 'from', 'of', 'at', 'for', 'via', 'through', 'on', 'to', 'as', 'under', 'about', 'belonging']);
const LOOSE_PREPOSITIONS = new Set(['with', 'by', 'using', 'tagged', 'taking', 'containing', 'including']);

/** "paid in cash", "bought from Acme": a value of a column that is called after the verb before it, `payment_method`. */
export function doneAsAt(ground: Ground, at: number, table: string): Read<Filter>[] {
  const verb = word(ground, at);
  if (!/^[a-z]{3,}$/.test(verb) || !AS.has(word(ground, at + 1))) return [];
  const told = (place: { table: string; column: string }) =>
    place.table === table &&
    entry(ground, table).columns.some(({ column, words }) => column.name === place.column && words.some((own) => tells(verb, own)));
  return valueListAt(ground, at + 2).flatMap((read) =>
    read.value.values.every(({ places }) => places.some(told))
      ? listFilter(
          ground,
          table,
          {
            ...read,
            value: { ...read.value, values: read.value.values.map((value) => ({ ...value, places: value.places.filter(told) })) },
          },
          false,
          'own',
        )
      : [],
  );
}

const AS = new Set(['in', 'by', 'with', 'via', 'from', 'on', 'as', 'through', 'for', 'to', 'of']);

export function listFilter(
  ground: Ground,
  table: string,
  { value: { values, named, both }, end, cost, notes }: Read<{ values: readonly Stored[]; named: readonly string[]; both: boolean }>,
  not: boolean,
  reach: Reach,
): Read<Filter>[] {
  const filters = values.map((value) => valueFilter(ground, table, value, not, reach, named));
  if (filters.some((filter) => filter === null)) return [];
  const all = filters as Filter[];
  const [only, ...more] = all;
  if (only === undefined) return [];
  if (more.length === 0) return both ? [] : [found(only, end, cost, notes)];
  const many = all.some((filter) => filter.kind === 'test' && distance(ground, table, filter.table)?.toOne === false);
  if (many && !both && word(ground, end) === 'and') return [];
  return [found<Filter>(both || not ? { kind: 'all', filters: all } : { kind: 'or', filters: all }, end, cost, notes)];
}
