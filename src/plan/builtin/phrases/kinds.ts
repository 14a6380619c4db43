import { stem } from '../english/stem.ts';
import { peopleIn } from '../linking/people.ts';
import { fewIn, isKind } from './columns.ts';
import { after, entry, found, type Ground, once, type Read, word } from './ground.ts';
import type { Things } from './things.ts';
import { PAIRED, VERSUS } from './value-lists.ts';
import { placesOf, valueFilter, valuesAt } from './values.ts';

/** "calls", "demos or meetings": rows by the kind that they are of. */
export function kindsAt(ground: Ground, at: number): Read<Things>[] {
  return kindAt(ground, at).flatMap((first) => {
    const or = after(ground, first.end, ground.comparing ? [...PAIRED, ...VERSUS] : PAIRED);
    const both =
      or === null
        ? []
        : kindAt(ground, or).flatMap((second) =>
            second.value.table !== first.value.table
              ? []
              : [
                  found<Things>(
                    { table: first.value.table, filters: [{ kind: 'or', filters: [...first.value.filters, ...second.value.filters] }] },
                    second.end,
                    first.cost + second.cost,
                  ),
                ],
          );
    return [...both, first];
  });
}

export const kindAt = once((ground: Ground, at: number, singular = false): Read<Things>[] => {
  return valuesAt(ground, at).flatMap(({ value, end, cost, notes }) => {
    const generic = GENERIC.has(word(ground, end)) && !singular;
    const plural = stem(word(ground, end - 1)) !== word(ground, end - 1) || generic;
    if (plural === singular) return [];
    const people = new Set(peopleIn(ground.lexicon).map(({ table }) => table.name));
    const said = ground.tokens.slice(at, end).map(({ lower }) => lower);
    // "photographs" are what is a photograph, also where somebody's field is photographs.
    const one = generic ? [] : placesOf(ground, [...said.slice(0, -1), stem(said.at(-1) ?? '')].join(' '));
    const places = [...value.places, ...one.filter((place) => !value.places.some((known) => isSameColumn(known, place)))];
    const kinds = places.filter(
      ({ table, column, whole }) =>
        whole &&
        // "sales" are no people who work in sales.
        (generic ||
          !people.has(table) ||
          ground.values.of(table, column)?.some((kept) => kept.toLowerCase() === word(ground, at)) !== true) &&
        entry(ground, table).columns.some(
          (own) =>
            own.column.name === column &&
            !own.words.some((about) => ABOUT.has(about)) &&
            (isKind(own) || own.column.type === 'boolean' || fewIn(ground, table, column) || ofKind(ground, table) !== null),
        ),
    );
    // "e-bikes" are bikes, whatever else is kept for such.
    const nouned = kinds.filter(({ table }) => entry(ground, table).words.at(-1) === stem(word(ground, end - 1)));
    const meant = nouned.length === 1 ? nouned : kinds;
    const [only] = meant;
    if (only === undefined || meant.some((other) => other.table !== only.table)) return [];
    const table = entry(ground, only.table).label.includes(only.column) ? rowsNamed(ground, only.table, people) : only.table;
    const filter = table === null ? null : valueFilter(ground, only.table, { ...value, places: meant }, false, 'own');
    if (table === null || filter === null) return [];
    const things: Things = { table, filters: [filter], ...(word(ground, end) === 'ones' ? { unnamed: true } : {}) };
    return [found(things, generic ? end + 1 : end, cost + 0.2, notes)];
  });
});

const isSameColumn = (one: { table: string; column: string }, other: { table: string; column: string }): boolean =>
  one.table === other.table && one.column === other.column;

/** A row that stands for a kind of others is no such row, "snowboards" of items and not of their types; treatments that nothing is of are. */
function rowsNamed(ground: Ground, table: string, people: ReadonlySet<string>): string | null {
  const kept = ground.lexicon.tables.some((other) => other.table.foreignKeys.some((key) => key.table === table));
  const belongs = entry(ground, table).table.foreignKeys.some((key) => key.table !== table);
  return kept || !belongs || people.has(table) ? ofKind(ground, table) : table;
}

/** The one table whose rows are of the kinds that another keeps: items, of their types. */
function ofKind(ground: Ground, kinds: string): string | null {
  if (!KINDS.has(entry(ground, kinds).words.at(-1) ?? '')) return null;
  const [only, ...more] = ground.lexicon.tables.filter(({ table }) => table.foreignKeys.some((key) => key.table === kinds));
  return only === undefined || more.length > 0 || only.table.name === kinds ? null : only.table.name;
}

const KINDS = new Set('type kind category class model species breed genre'.split(' '));

/** What a row is about, or was done with, is not what it is: a complaint of mud is no mud. */
const ABOUT = new Set('subject topic reason cause issue problem method'.split(' '));

/** "vegan stuff": things of a kind, whatever they are. */
const GENERIC = new Set(['stuff', 'things', 'ones', 'items']);
