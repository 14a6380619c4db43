import type { Schema, Table } from '../../schema.ts';
import type { Lexicon } from './lexicon.ts';
import { referredBy, referredTable, referringColumns, suggestKey, suggestNamesake, suggestRoles } from './suggested-keys.ts';

/** One way to step from a table to another. `toOne`: a row of `from` meets at most one row of `to`. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly on: readonly { readonly from: string; readonly to: string }[];
  readonly toOne: boolean;
  /** 1 for a declared key, more for one that names suggest. */
  readonly weight: number;
}

export interface JoinGraph {
  readonly edges: ReadonlyMap<string, readonly Edge[]>;
}

export interface JoinPath {
  readonly edges: readonly Edge[];
  readonly weight: number;
  /** Another path is as short. */
  readonly ambiguous: boolean;
}

/** Declared foreign keys both ways, and where two tables have none, columns whose names and keys suggest one. */
function buildJoinGraph(schema: Schema, lexicon: Lexicon): JoinGraph {
  const edges = new Map<string, Edge[]>(schema.tables.map(({ name }) => [name, []]));
  const joined = new Set<string>();
  const add = (from: Table, to: Table, on: Edge['on'], weight: number) => {
    edges.get(from.name)?.push({
      from: from.name,
      to: to.name,
      on,
      weight,
      toOne: isUnique(
        to,
        on.map((pair) => pair.to),
      ),
    });
    const back = on.map((pair) => ({ from: pair.to, to: pair.from }));
    edges.get(to.name)?.push({
      from: to.name,
      to: from.name,
      on: back,
      weight,
      toOne: isUnique(
        from,
        back.map((pair) => pair.to),
      ),
    });
    joined.add(`${from.name}\u0000${to.name}`).add(`${to.name}\u0000${from.name}`);
  };
  const byName = new Map(schema.tables.map((table) => [table.name, table]));
  for (const table of schema.tables) {
    const seen = new Set<string>();
    for (const key of table.foreignKeys) {
      const to = byName.get(key.table);
      if (to === undefined || to === table) continue;
      const on = key.columns.map((column, at) => ({ from: column, to: key.references[at] ?? column }));
      const mark = `${to.name} ${JSON.stringify(on)}`;
      if (!seen.has(mark)) add(table, to, on, 1);
      seen.add(mark);
    }
  }
  const suggested: (() => void)[] = [];
  const last: (() => void)[] = [];
  const referred = schema.tables.flatMap((table) => referredTable(table, lexicon) ?? []);
  const mayReferTo = referredBy(referred);
  for (const table of schema.tables) {
    const own = referringColumns(table, lexicon);
    for (const to of mayReferTo(own)) {
      if (table === to.table || joined.has(`${table.name}\u0000${to.table.name}`)) continue;
      const key = suggestKey(table, to, own);
      const keys = key === null ? suggestRoles(to, own) : [key];
      // A number may have a table's name and be none of its rows: a rating beside ratings that refer to this table.
      const ways = keys.length > 0 ? keys : suggestNamesake(to, own);
      if (ways.length === 0) continue;
      (keys.length > 0 ? suggested : last).push(() => {
        if (!joined.has(`${table.name}\u0000${to.table.name}`)) for (const way of ways) add(table, to.table, [way], 1.4);
      });
    }
  }
  for (const suggest of [...suggested, ...last]) suggest();
  return { edges };
}

const graphs = new WeakMap<Schema, JoinGraph>();

export function joinGraphOf(schema: Schema, lexicon: Lexicon): JoinGraph {
  const known = graphs.get(schema);
  if (known !== undefined) return known;
  const graph = buildJoinGraph(schema, lexicon);
  graphs.set(schema, graph);
  return graph;
}

const isUnique = (table: Table, columns: readonly string[]) =>
  [table.primaryKey, ...table.uniques].some((key) => key.length > 0 && key.every((column) => columns.includes(column)));

/** Up to a parent and down to other children relates everything to everything: seldom what is meant. */
const FAN = 2;

/** Where a path may start. */
export interface Source {
  readonly table: string;
  /** A parent was stepped up to, to come here. */
  readonly toOne: boolean;
  /** What starting here costs. */
  readonly weight: number;
}

interface Reached extends JoinPath {
  readonly toOne: boolean;
}

/** The shortest ways from some tables, found as far as they are asked for: what was found once serves every later target. */
export interface Paths {
  /** Null when there is no way, or none of at most `weightMax`. */
  to(target: string, weightMax?: number): JoinPath | null;
}

/** The shortest ways from any of `sources`. */
export function pathsFrom(graph: JoinGraph, sources: Iterable<string | Source>): Paths {
  const best = new Map<string, Reached>();
  const settled = new Set<string>();
  const starts = new Set<string>();
  /** Nearest first; of those that are as near, the one that was found first. */
  const queue: { readonly table: string; readonly weight: number }[] = [];
  const enqueue = (table: string, weight: number): void => {
    let [low, high] = [0, queue.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((queue[middle]?.weight ?? 0) <= weight) low = middle + 1;
      else high = middle;
    }
    queue.splice(low, 0, { table, weight });
  };
  for (const source of sources) {
    const { table, toOne, weight } = typeof source === 'string' ? { table: source, toOne: false, weight: 0 } : source;
    best.set(table, { edges: [], weight, ambiguous: false, toOne });
    starts.add(table);
    enqueue(table, weight);
  }
  const step = (at: string, here: Reached): void => {
    for (const edge of graph.edges.get(at) ?? []) {
      const weight = here.weight + edge.weight + (here.toOne && !edge.toOne ? FAN : 0);
      const known = best.get(edge.to);
      if (known === undefined || weight < known.weight - 1e-9) {
        if (!settled.has(edge.to)) {
          const queued = known === undefined ? -1 : queue.findIndex(({ table }) => table === edge.to);
          if (queued >= 0) queue.splice(queued, 1);
          enqueue(edge.to, weight);
        }
        best.set(edge.to, { edges: [...here.edges, edge], weight, ambiguous: here.ambiguous, toOne: edge.toOne });
      } else if (Math.abs(weight - known.weight) < 1e-9 && known.edges.length > 0) {
        best.set(edge.to, { ...known, ambiguous: true });
      }
    }
  };
  return {
    to(target, weightMax = Number.POSITIVE_INFINITY) {
      if (starts.has(target)) return { edges: [], weight: 0, ambiguous: false };
      while (!settled.has(target)) {
        const at = queue[0]?.table;
        const here = at === undefined ? undefined : best.get(at);
        if (at === undefined || here === undefined || here.weight > weightMax) return null;
        queue.shift();
        settled.add(at);
        step(at, here);
      }
      const found = best.get(target);
      return found === undefined || found.weight > weightMax ? null : found;
    },
  };
}

/** The shortest way from any of `sources` to `target`; null when there is none. From one table alone it is found once. */
export function findPath(graph: JoinGraph, sources: Iterable<string | Source>, target: string): JoinPath | null {
  const [only, ...more] = sources;
  if (typeof only !== 'string' || more.length > 0) return pathsFrom(graph, sources).to(target);
  const known = found.get(graph) ?? new Map<string, Paths>();
  found.set(graph, known);
  const paths = known.get(only) ?? pathsFrom(graph, [only]);
  known.delete(only);
  known.set(only, paths);
  for (const oldest of known.keys()) {
    if (known.size <= SOURCES_MAX) break;
    known.delete(oldest);
  }
  return paths.to(target);
}

const found = new WeakMap<JoinGraph, Map<string, Paths>>();
/** Of one graph; each holds a way to as many tables as were asked for. */
const SOURCES_MAX = 50;
