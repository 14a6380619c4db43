import { DATED, NUMERIC } from '../linking/expressions.ts';
import { isPlural, query } from './besides.ts';
import { dateOf } from './columns.ts';
import type { Form } from './form.ts';
import { after, columnsAt, entry, found, type Ground, type Read, tablesAt, word } from './ground.ts';
import { byColumns, byThing, type Group } from './group.ts';
import { groupedQuery } from './groups.ts';
import { counted, type Measure, measured } from './measure.ts';
import { modified } from './modifiers.ts';
import { headsAt } from './noun-phrase.ts';
import { rolesAt } from './role-nouns.ts';
import type { Things } from './things.ts';
import { PIECES, tallyOf, usesOf } from './uses.ts';

/** "which plan is the most popular", "which tags are used the most", "most common reason", "which account do i use the most". */
export const popular: Form = (ground, at) => {
  const best = after(ground, at, ['best', 'the best', 'our best', 'top', 'our top']);
  const before =
    after(ground, at, ['the most', 'most', 'our most', 'my most']) ?? (best !== null && word(ground, best) === 'selling' ? best : null);
  const busy = after(ground, at, ['the busiest', 'our busiest', 'busiest']);
  const adjective = busy !== null ? { end: busy, verb: null } : before === null ? null : popularAt(ground, before);
  const starts = adjective === null ? [at] : [adjective.end];
  return starts
    .flatMap((start) => [
      ...tablesAt(ground, start).map(({ value, end, cost }) => ({ table: value, columns: null, end, cost, of: null })),
      ...rolesAt(ground, start).map(({ value, end, cost }) => ({ table: value.table, columns: null, end, cost, of: value.of })),
      ...ground.lexicon.tables.flatMap(({ table }) =>
        columnsAt(ground, start, [table.name])
          .filter(({ value, cost }) => cost <= 0.1 && !isThing(ground, value.table, value.columns))
          .map(({ value, end, cost }) => ({ table: table.name, columns: value.columns, end, cost: cost + 0.05, of: null })),
      ),
    ])
    .flatMap((of) => {
      const tail = adjective === null ? popularAfter(ground, of.end) : { end: of.end, verb: adjective.verb };
      if (tail === null) return [];
      const limit = isPlural(ground, of.end - 1) ? undefined : 1;
      if (of.columns !== null) {
        const { table, columns } = of;
        const rivals = ground.lexicon.tables.filter(
          ({ table: { name } }) =>
            name !== table && columnsAt(ground, starts[0] ?? at, [name]).some(({ end, cost }) => end === of.end && cost <= 0.15),
        );
        if (rivals.length > 0) return [];
        // "most borrowed genre": of the books that were.
        const uses = tail.verb === null ? null : usesOf(ground, table, tail.verb);
        if (uses !== null)
          return usedMost(ground, uses, tail, { key: byColumns(table, columns), limit, cost: of.cost, most: `most ${tail.verb}` });
        if (tail.verb !== null) return [];
        const said = after(ground, tail.end, ['for', 'of', 'among', 'for our', 'in']);
        const heads =
          said === null
            ? [found<Things>({ table, filters: [] }, tail.end)]
            : headsAt(ground, said).filter(({ value }) => value.table === table);
        return heads
          .flatMap((head) => modified(ground, head))
          .map((things) =>
            query(() => groupedQuery(ground, counted(things).value, [byColumns(table, columns)], limit === undefined ? {} : { limit }), {
              ...things,
              cost: things.cost + of.cost,
            }),
          );
      }
      const uses = of.of ?? usesOf(ground, of.table, tail.verb);
      if (uses === null) return [];
      // Busy is where much happens.
      const isBusy = ground.tokens.some(({ lower }) => lower === 'busiest');
      if (isBusy && !entry(ground, uses).columns.some(({ column }) => DATED.has(column.type))) return [];
      const most = isBusy ? 'busiest' : `most ${tail.verb ?? 'popular'}`;
      return usedMost(ground, uses, tail, { key: byThing(ground, of.table), limit, cost: of.cost, most });
    });
};

interface Most {
  readonly key: Group;
  readonly limit: number | undefined;
  readonly cost: number;
  /** "most borrowed" */
  readonly most: string;
}

/** What has the most uses, of the time that is said behind it. */
const usedMost = (ground: Ground, uses: string, tail: { end: number; verb: string | null }, { key, limit, cost, most }: Most) =>
  usesOfTime(ground, uses, { ...tail, end: byPieces(ground, tail.end, uses) }).map((things) =>
    query(() => groupedQuery(ground, usedOf(ground, things, tail.verb).value, [key], limit === undefined ? {} : { limit }), {
      ...things,
      cost: things.cost + cost,
      notes: [...things.notes, `The ${most} is what has the most ${uses.replaceAll('_', ' ')}.`],
    }),
  );

/** A column that only names or numbers its rows. */
const isThing = (ground: Ground, table: string, columns: readonly string[]): boolean => {
  const own = entry(ground, table);
  return columns.some(
    (column) =>
      own.label.includes(column) ||
      own.table.primaryKey.includes(column) ||
      own.columns.some((one) => one.column.name === column && (one.reference || DATED.has(one.column.type))),
  );
};

const POPULAR = new Set(['popular', 'used', 'common', 'frequent', 'frequently', 'commonly']);

export function popularAt(ground: Ground, at: number): { end: number; verb: string | null } | null {
  const said = word(ground, at);
  if (said === 'selling') return { end: at + 1, verb: 'sold' };
  if (POPULAR.has(said)) return { end: word(ground, at + 1) === 'used' && said !== 'used' ? at + 2 : at + 1, verb: null };
  return (/^[a-z]{3,}ed$/.test(said) && said !== 'based') || DONE_TO.has(said) ? { end: at + 1, verb: said } : null;
}

/** "most sold", "most worn", which do not end in -ed. */
const DONE_TO = new Set('sold bought taken chosen lent sung worn driven ridden eaten seen given watched'.split(' '));

function popularAfter(ground: Ground, at: number): { end: number; verb: string | null } | null {
  const used = after(ground, at, [
    'is used the most',
    'are used the most',
    'is used most',
    'are used most',
    'do we use the most',
    'do i use the most',
    'gets used the most',
    'get used the most',
    'do we use most',
    'do i use most',
    'are used most often',
    'is used most often',
    'do i use most often',
    'do we do the most',
    'do we do most',
    'do we do most often',
    'do we get the most',
    'gets done the most',
    'is done the most',
    'sells best',
    'sell best',
    'sells the best',
    'sells the most',
    'sell the most',
    'sold best',
  ]);
  if (used !== null) return { end: used, verb: /^s[eo]l/.test(word(ground, at)) ? 'sold' : null };
  const busy = after(ground, at, ['is the busiest', 'are the busiest', 'was the busiest', 'is busiest']);
  if (busy !== null) return { end: busy, verb: null };
  const most = after(ground, at, ['is the most', 'are the most', 'is most', 'are most', 'was the most', 'were the most']);
  return most === null ? null : popularAt(ground, most);
}

/** Uses with what is said of them; not when, where they are booked on one day and begin on another. */
export function usesOfTime(ground: Ground, uses: string, { end, verb }: { end: number; verb: string | null }): Read<Things>[] {
  const begins = entry(ground, uses).columns.some(({ column, words }) => DATED.has(column.type) && words.some((one) => BEGINS.has(one)));
  const open = begins && (verb === null || verb === 'used');
  return modified(ground, found<Things>({ table: uses, filters: [] }, end)).filter(
    ({ value }) =>
      !open || !value.filters.some((one) => one.kind === 'test' && one.dated === true && dateOf(ground, uses)?.assumed === true),
  );
}

const BEGINS = new Set('arrive arrival arrived start starts begin begins checkin'.split(' '));

/** How often a thing was used: so many rows, or of what was ordered or sold as many pieces as they say. */
export function usedOf(ground: Ground, things: Read<Things>, verb: string | null): Read<Measure> {
  const { table } = things.value;
  const pieces = entry(ground, table).columns.filter(
    ({ column, words }) => NUMERIC.has(column.type) && words.some((one) => PIECES.has(one)),
  );
  const tally = verb === null ? null : tallyOf(ground, table, verb);
  if (tally !== null) return measured(things, 'sum', table, tally, [`What counts is ${table}.${tally}.`]);
  const [only, ...more] = pieces;
  return verb === null || !SOLD.has(verb) || only === undefined || more.length > 0
    ? counted(things)
    : measured(things, 'sum', table, only.column.name, [`What counts is ${table}.${only.column.name}.`]);
}

/** The end of ", by quantity", of rows that say how many pieces each of them is of. */
export function byPieces(ground: Ground, at: number, uses: string): number {
  const end = after(ground, at, [
    'by quantity',
    'by quantity sold',
    'by units',
    'by units sold',
    'by number sold',
    'by pieces',
    'in pieces',
    'in units',
  ]);
  return end !== null && entry(ground, uses).columns.some(({ words }) => words.some((one) => PIECES.has(one))) ? end : at;
}

const SOLD = new Set(['ordered', 'sold', 'bought', 'purchased', 'used', 'consumed']);
