import type { Schema, Table } from '../schema.ts';
import type { Lexicon } from './lexicon.ts';

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
  for (const table of schema.tables) {
    for (const to of schema.tables) {
      if (table === to || joined.has(`${table.name}\u0000${to.name}`)) continue;
      const on = suggestKey(table, to, lexicon);
      const keys = on === null ? suggestRoles(table, to, lexicon) : [on];
      if (keys.length > 0)
        suggested.push(() => {
          if (!joined.has(`${table.name}\u0000${to.name}`)) for (const key of keys) add(table, to, [key], 1.4);
        });
    }
  }
  for (const suggest of suggested) suggest();
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

/** A column of `table` that looks like a reference to `to`'s single-column key: the same telling name, or the table's name and its key's. */
function suggestKey(table: Table, to: Table, lexicon: Lexicon): { from: string; to: string } | null {
  const [key, ...more] = to.primaryKey;
  if (key === undefined || more.length > 0) return null;
  const keyColumn = to.columns.find(({ name }) => name === key);
  const target = lexicon.byName.get(to.name);
  if (keyColumn === undefined || target === undefined) return null;
  for (const column of table.columns) {
    if (column.type !== keyColumn.type || (table.primaryKey.length === 1 && table.primaryKey[0] === column.name && column.name !== key))
      continue;
    const words = lexicon.byName.get(table.name)?.columns.find((entry) => entry.column.name === column.name)?.words ?? [];
    const telling = words.length > 1 || column.type === 'text' || /^..*id$/i.test(key.replace(/^id$/i, ''));
    if (column.name === key && telling && !['name', 'title', 'date', 'description'].includes(key)) return { from: column.name, to: key };
    const expected = [...target.words, 'id'];
    if (words.length === expected.length && words.every((word, at) => word === expected[at]) && key.endsWith('id'))
      return { from: column.name, to: key };
  }
  return null;
}

/** Columns that say what the other table's row is to this one, before its name: start_station_id, end_station_id. */
function suggestRoles(table: Table, to: Table, lexicon: Lexicon): { from: string; to: string }[] {
  const [key, ...more] = to.primaryKey;
  const target = lexicon.byName.get(to.name);
  if (key === undefined || more.length > 0 || target === undefined || !/id$/i.test(key)) return [];
  const type = to.columns.find(({ name }) => name === key)?.type;
  const expected = [...target.words, 'id'].join(' ');
  return (lexicon.byName.get(table.name)?.columns ?? []).flatMap(({ column, words }) =>
    column.type === type && words.length > target.words.length + 1 && words.join(' ').endsWith(` ${expected}`)
      ? [{ from: column.name, to: key }]
      : [],
  );
}

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
  const queue: string[] = [];
  for (const source of sources) {
    const { table, toOne, weight } = typeof source === 'string' ? { table: source, toOne: false, weight: 0 } : source;
    best.set(table, { edges: [], weight, ambiguous: false, toOne });
    starts.add(table);
    queue.push(table);
  }
  const step = (at: string, here: Reached): void => {
    for (const edge of graph.edges.get(at) ?? []) {
      const weight = here.weight + edge.weight + (here.toOne && !edge.toOne ? FAN : 0);
      const known = best.get(edge.to);
      if (known === undefined || weight < known.weight - 1e-9) {
        if (known === undefined) queue.push(edge.to);
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
        queue.sort((a, b) => (best.get(a)?.weight ?? 0) - (best.get(b)?.weight ?? 0));
        const at = queue[0];
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

/** The shortest way from any of `sources` to `target`; null when there is none. */
export const findPath = (graph: JoinGraph, sources: Iterable<string | Source>, target: string): JoinPath | null =>
  pathsFrom(graph, sources).to(target);
