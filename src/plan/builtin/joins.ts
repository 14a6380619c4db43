import type { Column, Schema, Table } from '../schema.ts';
import type { Lexicon } from './lexicon.ts';
import { placesBy } from './name-index.ts';

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

interface ReferringColumn {
  readonly column: Column;
  /** Of its name; empty for a column that questions do not name. */
  readonly words: readonly string[];
  readonly at: number;
}

/** A table's columns by what a reference could be known by. */
interface ReferringColumns {
  readonly byName: ReadonlyMap<string, ReferringColumn>;
  readonly byWords: ReadonlyMap<string, readonly ReferringColumn[]>;
  /** Named with an id at the end, and something before it. */
  readonly roles: readonly { readonly column: Column; readonly words: readonly string[]; readonly text: string }[];
}

function referringColumns(table: Table, lexicon: Lexicon): ReferringColumns {
  const entries = lexicon.byName.get(table.name)?.columns ?? [];
  const wordsOf = new Map(entries.map(({ column, words }) => [column.name, words]));
  const columns = table.columns.map((column, at): ReferringColumn => ({ column, words: wordsOf.get(column.name) ?? [], at }));
  const byWords = new Map<string, ReferringColumn[]>();
  for (const one of columns) byWords.set(one.words.join(' '), [...(byWords.get(one.words.join(' ')) ?? []), one]);
  return {
    byName: new Map(columns.map((one) => [one.column.name, one])),
    byWords,
    roles: entries
      .map(({ column, words }) => ({ column, words, text: words.join(' ') }))
      .filter(({ words }) => words.length > 1 && words.at(-1) === 'id'),
  };
}

/** A table with a key of one column, and what a reference to it could be known by. */
interface ReferredTable {
  readonly table: Table;
  readonly key: string;
  readonly type: Column['type'] | undefined;
  readonly words: readonly string[];
  /** Its words, and these with an id at the end. */
  readonly text: string;
  readonly textOfId: string;
  /** The key is named as one: "id", "student_id". */
  readonly isId: boolean;
}

function referredTable(table: Table, lexicon: Lexicon): ReferredTable | null {
  const [key, ...more] = table.primaryKey;
  const words = lexicon.byName.get(table.name)?.words;
  if (key === undefined || more.length > 0 || words === undefined) return null;
  const type = table.columns.find(({ name }) => name === key)?.type;
  return { table, key, type, words, text: words.join(' '), textOfId: [...words, 'id'].join(' '), isId: /id$/i.test(key) };
}

/** Finds the few tables, in their order, that columns may refer to by their names, so that not every table is held against every other. */
function referredBy(referred: readonly ReferredTable[]): (own: ReferringColumns) => readonly ReferredTable[] {
  const byKey = placesBy(referred, ({ key }) => [key]);
  const byText = placesBy(referred, ({ text, textOfId }) => [text, textOfId]);
  return ({ byName, byWords, roles }) => {
    const found = new Set<number>();
    const add = (places: readonly number[] | undefined) => {
      for (const at of places ?? []) found.add(at);
    };
    for (const one of byName.values()) if (mayTell(one)) add(byKey.get(one.column.name));
    for (const text of byWords.keys()) add(byText.get(text));
    for (const { words } of roles) for (let from = 1; from < words.length; from++) add(byText.get(words.slice(from).join(' ')));
    return [...found].sort((a, b) => a - b).flatMap((at) => referred[at] ?? []);
  };
}

interface Way {
  readonly from: string;
  readonly to: string;
}

const NONE: readonly Way[] = [];

/** A column of `table` that looks like a reference to `to`'s key: the same telling name, or the table's name and its key's. */
function suggestKey(table: Table, { key, type, textOfId }: ReferredTable, own: ReferringColumns): Way | null {
  const named = own.byName.get(key);
  const worded = key.endsWith('id') ? own.byWords.get(textOfId) : undefined;
  if (named === undefined && worded === undefined) return null;
  const isOwnKey = ({ column }: ReferringColumn): boolean =>
    table.primaryKey.length === 1 && table.primaryKey[0] === column.name && column.name !== key;
  const isTold = named !== undefined && mayTell(named);
  if (!isTold && worded === undefined) return null;
  const [first] = [...(isTold ? [named] : []), ...(worded ?? [])]
    .filter((one) => one.column.type === type && !isOwnKey(one))
    .sort((a, b) => a.at - b.at);
  return first === undefined ? null : { from: first.column.name, to: key };
}

/** Whether a column refers to the table whose key has the same name: one that is called after a thing, not any `id` or `name`. */
function mayTell({ column: { name, type }, words }: ReferringColumn): boolean {
  if (['name', 'title', 'date', 'description'].includes(name)) return false;
  return /^..*id$/i.test(name) || words.length > 1 || type === 'text';
}

/** A column with the table's own name, of numbers or ids as its key: the physician of a prescription. */
function suggestNamesake({ key, type, text }: ReferredTable, own: ReferringColumns): readonly Way[] {
  if (type !== 'integer' && type !== 'uuid') return NONE;
  const named = own.byWords.get(text);
  if (named === undefined) return NONE;
  return named
    .filter(({ column, words }) => words.length > 0 && column.type === type)
    .map(({ column }) => ({ from: column.name, to: key }));
}

/** Columns that say what the other table's row is to this one, before its name: start_station_id, end_station_id. */
function suggestRoles({ key, type, words: target, textOfId, isId }: ReferredTable, { roles }: ReferringColumns): readonly Way[] {
  if (roles.length === 0 || !isId) return NONE;
  return roles.flatMap(({ column, words, text }) =>
    column.type === type && words.length > target.length + 1 && text.endsWith(` ${textOfId}`) ? [{ from: column.name, to: key }] : [],
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
