import type { Expr } from '../../plan.ts';
import { endOf } from '../linking/ending.ts';
import type { ColumnEntry } from '../linking/entries.ts';
import { NUMERIC } from '../linking/expressions.ts';
import type { Edge } from '../linking/joins.ts';
import { peopleIn } from '../linking/people.ts';
import { isKind } from './columns.ts';
import { after, entry, found, type Ground, past, type Read, word } from './ground.ts';
import { headsAt } from './noun-phrase.ts';
import { columnIn, compare, distance } from './query.ts';
import { NOW } from './staying.ts';
import { lentOf, type Stretch, stretchOf } from './stretch.ts';
import type { Filter } from './things.ts';

const now = (type: string): Expr => ({ kind: 'call', fn: type === 'date' ? 'today' : 'now', args: [] });

/** Rows that take hold of a thing for a while: the loans of a copy, the contracts of a berth. */
const holdsOf = (ground: Ground, table: string, steps: number, hold: (table: string) => Stretch | null): Stretch[] =>
  ground.lexicon.tables.flatMap(({ table: { name } }) => {
    const way = name === table ? null : distance(ground, name, table);
    return way?.toOne === true && way.steps <= steps ? (hold(name) ?? []) : [];
  });

/** "out with a reader right now", "still out": of what goes out and comes back, and is not back. */
export function outAt(ground: Ground, at: number, table: string, not: boolean): Read<Filter>[] {
  const out = after(ground, at, ['out', 'out on loan', 'on loan', 'lent out', 'out on hire', 'hired out', 'rented out']);
  // People who have a thing that is out are not out themselves.
  if (out === null || peopleIn(ground.lexicon).some((own) => own.table.name === table)) return [];
  const loans = holdsOf(ground, table, 2, (name) => lentOf(ground, name));
  const [only, ...more] = loans;
  // What was booked and cancelled is not out, whatever its days say.
  if (only === undefined || more.length > 0 || (!only.start.nullable && entry(ground, only.table).columns.some(isKind))) return [];
  const whom = after(ground, out, ['with', 'with a', 'with an', 'to', 'to a']);
  const withWhom = (whom === null ? [] : headsAt(ground, whom)).flatMap(({ value, end }) => {
    const way = distance(ground, only.table, value.table);
    return way?.toOne === true && way.steps === 1 && value.filters.length === 0 ? [end] : [];
  });
  const end = Math.max(out, ...withWhom);
  const empty = (name: string, is: boolean): Filter => ({
    kind: 'test',
    table: only.table,
    not: !is,
    test: (alias) => ({ kind: 'isNull', arg: columnIn(alias, name) }),
  });
  const filters = [...(only.start.nullable ? [empty(only.start.name, false)] : []), empty(only.end.name, true)];
  const note = `Out is what ${only.table} have no ${only.end.name} of.`;
  return [found<Filter>({ kind: 'related', things: { table: only.table, filters }, not }, after(ground, end, NOW) ?? end, 0.05, [note])];
}

/** "free right now", "taken at the moment": of what others hold for a while, by whether a row holds it today. */
export function freeAt(ground: Ground, at: number, table: string, not: boolean): Read<Filter>[] {
  const free = after(ground, at, ['free', 'vacant', 'unoccupied', 'available']);
  const taken = free === null ? after(ground, at, ['taken', 'occupied', 'in use']) : null;
  const said = free ?? taken;
  const end = said === null ? null : after(ground, said, NOW);
  if (end === null) return [];
  const held = holdsOf(ground, table, 1, (name) => stretchOf(ground, name, 'last'));
  if (held.length === 0 || entry(ground, table).columns.some(isKind)) return [];
  const covering = held.map(({ table: holder, start, end: until }): Filter => {
    const test = (alias: string): Expr => {
      const lasting = compare('>=', columnIn(alias, until.name), now(until.type));
      const open: Expr = { kind: 'isNull', arg: columnIn(alias, until.name) };
      const begun = compare('<=', columnIn(alias, start.name), now(start.type));
      return { kind: 'and', args: [begun, until.nullable ? { kind: 'or', args: [open, lasting] } : lasting] };
    };
    return {
      kind: 'related',
      things: { table: holder, filters: [{ kind: 'test', table: holder, not: false, test }] },
      not: (free !== null) !== not,
    };
  });
  const notes = [`What holds them is read from ${held.map((one) => one.table).join(' and ')}.`];
  const [only, ...more] = covering;
  if (only !== undefined && more.length === 0) return [found<Filter>(only, end, 0.05, notes)];
  return [found<Filter>({ kind: (free !== null) !== not ? 'all' : 'or', filters: covering }, end, 0.1, notes)];
}

/** "room", "free places": of what says how many fit, by how many rows are in it. */
export function roomAt(ground: Ground, from: number, table: string, not: boolean): Read<Filter>[] {
  const no = after(ground, from, ['no', 'no more', 'not any']);
  const full = not || no !== null;
  const at = past(ground, no ?? from, LEADING);
  const end = after(ground, at, [
    'room',
    'space',
    'free places',
    'free space',
    'places left',
    'spaces left',
    'room left',
    'space left',
    'free spaces',
  ]);
  const capacities = entry(ground, table).columns.filter(
    ({ column, words }: ColumnEntry) => NUMERIC.has(column.type) && words.some((one) => one === 'capacity'),
  );
  const [capacity, ...more] = capacities;
  if (end === null || word(ground, end) === 'for' || capacity === undefined || more.length > 0) return [];
  const inside = (ground.graph.edges.get(table) ?? []).filter((edge) => !edge.toOne && edge.to !== table && isInside(ground, edge));
  const [holder, ...others] = inside;
  if (holder === undefined || others.length > 0) return [];
  const count = { op: full ? '>=' : '<', value: 0, than: capacity.column.name } as const;
  const note = `What is in it are its ${holder.to} rows.`;
  return [found<Filter>({ kind: 'related', things: { table: holder.to, filters: [] }, not: false, count }, end, 0.05, [note])];
}

/** Whether rows are in what their key names as long as they name it: whoever left is not, and states may say that. */
function isInside(ground: Ground, { to, on }: Edge): boolean {
  const own = entry(ground, to);
  const key = own.columns.find(({ column }) => on.some((pair) => pair.to === column.name));
  return key?.column.nullable === true || (endOf(own) === null && !own.columns.some(isKind));
}

const LEADING = new Set(['still', 'some', 'any', 'more']);
