import { peopleIn } from '../linking/people.ts';
import { anyDatedAt } from './dates.ts';
import { type Form, query } from './form.ts';
import { after, entry, found, type Ground, past, type Read, word } from './ground.ts';
import { modified, saidOf } from './modifiers.ts';
import { placedAt } from './places.ts';
import { distance } from './query.ts';
import { listQuery } from './shown.ts';
import { BEING } from './states.ts';
import { type Filter, narrowed, type Things } from './things.ts';
import { valueFilter, valuesAt } from './values.ts';

/**
 * "what came back damaged this year", "everything in red or gold", "any pirate stuff": rows of the one table of things of which all of
 * it may be said. Where two tables have it, two readings are as near, and neither is taken.
 */
export const unnamed: Form = (ground, at) =>
  [
    ...[...saidOfThem(ground, at), ...stuffAt(ground, at)]
      // What is said of its whole, as the day of an order, may be another day than that of the deed.
      .filter(({ value: { table, filters } }) => filters.every((one) => isOwn(one, table))),
    ...madeBy(ground, at),
  ].map((things) => query(() => listQuery(ground, things.value), things));

/** "everything by Ibsen", of plays: the one kind of named things that has such a maker by a key of its own. */
function madeBy(ground: Ground, at: number): Read<Things>[] {
  const by = after(ground, past(ground, at, ANY), ['everything by', 'anything by', 'everything from', 'anything from']);
  if (by === null) return [];
  const read = thingsIn(ground).flatMap((table) =>
    entry(ground, table).label.length === 0 ? [] : placedAt(ground, by - 1, table, false).map((one) => ({ ...one, table })),
  );
  return read.flatMap(({ table, value, end, cost, notes }) => {
    const maker = value.kind === 'test' ? value.table : table;
    const near = thingsIn(ground).filter(
      (own) => distance(ground, own, maker)?.steps === 1 && distance(ground, own, maker)?.toOne === true,
    );
    return maker === table || near.length !== 1 || near[0] !== table
      ? []
      : modified(ground, found<Things>({ table, filters: [value] }, end, UNNAMED + cost, [...notes, readAs(table)]));
  });
}

function saidOfThem(ground: Ground, at: number): Read<Things>[] {
  const start = after(ground, at, WHATEVER);
  if (start === null) return [];
  // A time alone is said of anything.
  if (anyDatedAt(ground, past(ground, start, BEING)).length > 0) return [];
  return thingsIn(ground).flatMap((table) =>
    saidOf(ground, start, table)
      .filter(({ value }) => isOwn(value, table))
      .flatMap(({ value, end, cost, notes }) =>
        modified(ground, found<Things>({ table, filters: [value] }, end, UNNAMED + cost, [...notes, readAs(table)])),
      ),
  );
}

/** "pirate stuff", "gold things": a value or a part of a name before a noun for anything. */
function stuffAt(ground: Ground, at: number): Read<Things>[] {
  const start = past(ground, at, ANY);
  return valuesAt(ground, start).flatMap(({ value, end, cost, notes }) => {
    if (!STUFF.has(word(ground, end))) return [];
    return thingsIn(ground).flatMap((table) => {
      const filter = valueFilter(ground, table, value, false, 'own');
      return filter === null || !isOwn(filter, table)
        ? []
        : modified(ground, found(narrowed({ table, filters: [] }, filter), end + 1, UNNAMED + cost, [...notes, readAs(table)]));
    });
  });
}

const readAs = (table: string): string => `Nothing says of what; it is read of ${table.replaceAll('_', ' ')}.`;

const thingsIn = ({ lexicon }: Ground): string[] => {
  const people = peopleIn(lexicon);
  return lexicon.tables.filter((own) => !people.includes(own)).map(({ table }) => table.name);
};

/** Whether it is said by columns of the table itself. */
const isOwn = (filter: Filter, table: string): boolean =>
  filter.kind === 'test'
    ? filter.table === table
    : filter.kind !== 'related' && filter.filters.length > 0 && filter.filters.every((one) => isOwn(one, table));

const WHATEVER = [
  ...['what', 'which', 'which ones', 'which one', 'everything', 'anything', 'all things', 'what things', 'all of it'],
  ...['everything', 'anything', 'things', 'stuff', 'the ones', 'all the ones'].flatMap((thing) => [`${thing} that`, `${thing} which`]),
];
const ANY = new Set(['any', 'some', 'all', 'the', 'our', 'a']);
const STUFF = new Set(['stuff', 'things', 'thing', 'ones', 'one']);
/** What no noun says costs more than any noun. */
const UNNAMED = 0.3;
