import { stem } from '../english/stem.ts';
import { SYNONYMS } from '../english/synonyms.ts';
import type { Token } from '../english/tokens.ts';
import { wordTable } from '../english/word-table.ts';
import type { Edge, JoinGraph } from './joins.ts';
import { type Lexicon, rootOf } from './lexicon.ts';
import type { Span } from './links.ts';
import type { Entity } from './mention.ts';

/**
 * The joins, with a key whose name says what one table is to the other ("source airport", "reported by") nearer when the
 * question says so: of several keys between two tables, that one is meant.
 */
export function joinsAsSaid(graph: JoinGraph, lexicon: Lexicon, tokens: readonly Token[]): JoinGraph {
  const said = wordsOf(tokens);
  const weighed = new Map<string, readonly Edge[]>();
  for (const [from, own] of graph.edges) {
    const spoken = own.filter((edge) => roleWords(edge, lexicon).some((word) => isSaid(word, said)));
    if (spoken.length === 0) continue;
    weighed.set(
      from,
      own.map((edge) => {
        const meant = spoken.includes(edge);
        const other = spoken.some((rival) => rival !== edge && rival.to === edge.to);
        return meant === other ? edge : { ...edge, weight: edge.weight + (other ? PASSED_OVER : MEANT) };
      }),
    );
  }
  return weighed.size === 0 ? graph : { edges: new Map([...graph.edges, ...weighed]) };
}

const plainly = new WeakMap<JoinGraph, JoinGraph>();

/** Of several keys between two tables, the one that is called after the table it leads to is meant where no other is: `author_id` before `editor_id`. */
export function withPlainKeys(graph: JoinGraph, lexicon: Lexicon): JoinGraph {
  const known = plainly.get(graph);
  if (known !== undefined) return known;
  const edges = new Map<string, readonly Edge[]>();
  for (const [from, own] of graph.edges)
    edges.set(
      from,
      own.map((edge) => {
        const rivals = own.filter((other) => other !== edge && other.to === edge.to);
        const plain = roleWords(edge, lexicon).length === 0 && rivals.some((rival) => roleWords(rival, lexicon).length > 0);
        return plain ? { ...edge, weight: edge.weight + PLAINLY } : edge;
      }),
    );
  const weighed = { edges };
  plainly.set(graph, weighed);
  return weighed;
}

const PLAINLY = -0.1;

/** Whether a key is one of several between two tables, of which nothing said that it is the one. */
export function isUnsaidKey(graph: JoinGraph, lexicon: Lexicon, edge: Edge): boolean {
  const rivals = (graph.edges.get(edge.from) ?? []).filter(
    (other) => other.to === edge.to && JSON.stringify(other.on) !== JSON.stringify(edge.on),
  );
  return rivals.some(({ weight }) => weight <= edge.weight) && roleWords(edge, lexicon).length > 0;
}

const PASSED_OVER = 1;
const MEANT = -0.2;

/** A table by what it is to another: "destination airports", "the home team". */
export function roleSpans(tokens: readonly Token[], at: number, lexicon: Lexicon, entities: readonly Span<Entity>[]): Span<Entity>[] {
  const role = tokens[at];
  if (role?.kind !== 'word' || entities.length === 0) return [];
  const said = wordsOf([role]);
  const keys = tellingKeysOf(lexicon).filter(({ words }) => words.some((word) => isSaid(word, said)));
  if (keys.length === 0) return [];
  return entities.flatMap((span) => {
    const candidates = span.value.candidates.filter(({ table, cost }) => keys.some(({ to }) => to === table) && cost < 0.5);
    const roleIn = keys.filter(({ to }) => candidates.some(({ table }) => table === to)).map(({ of }) => of);
    const value: Entity = { ...span.value, words: `${role.lower} ${span.value.words}`, at, candidates, roleIn };
    return candidates.length === 0 ? [] : [{ ...span, value, cost: span.cost + 0.1 }];
  });
}

interface TellingKey {
  readonly of: string;
  readonly to: string;
  readonly words: readonly string[];
}

const tellingKeys = new WeakMap<Lexicon, readonly TellingKey[]>();

/** Keys whose names say what one table is to the other. */
function tellingKeysOf(lexicon: Lexicon): readonly TellingKey[] {
  const known = tellingKeys.get(lexicon);
  if (known) return known;
  const found = lexicon.tables.flatMap(({ table, words, columns }) =>
    table.foreignKeys.flatMap((key) => {
      const own = columns.filter(({ column }) => key.columns.includes(column.name)).flatMap((column) => column.words);
      const target = lexicon.byName.get(key.table);
      const far = target?.columns.filter(({ column }) => key.references.includes(column.name)).flatMap((column) => column.words) ?? [];
      const roles = telling(own, [...words, ...(target?.words ?? []), ...far]);
      return roles.length === 0 ? [] : [{ of: table.name, to: key.table, words: roles }];
    }),
  );
  tellingKeys.set(lexicon, found);
  return found;
}

/** By the columns that a join is on, which stay the same when it is weighed otherwise. */
const rolesOf = new WeakMap<Edge['on'], readonly string[]>();

/** What a key's name says beside the tables that it relates, and beside the name that they share. */
function roleWords(edge: Edge, lexicon: Lexicon): readonly string[] {
  const known = rolesOf.get(edge.on);
  if (known !== undefined) return known;
  const found = findRoles(edge, lexicon);
  rolesOf.set(edge.on, found);
  return found;
}

function findRoles({ from, to, on }: Edge, lexicon: Lexicon): string[] {
  const wordsIn = (table: string, column: string) =>
    lexicon.byName.get(table)?.columns.find((entry) => entry.column.name === column)?.words ?? [];
  const tables = [...(lexicon.byName.get(from)?.words ?? []), ...(lexicon.byName.get(to)?.words ?? [])];
  return on.flatMap((pair) => {
    const [near, far] = [wordsIn(from, pair.from), wordsIn(to, pair.to)];
    return [...telling(near, [...tables, ...far]), ...telling(far, [...tables, ...near])];
  });
}

/** A name of the role alone, such as `friend`, is a noun of its own. */
function telling(words: readonly string[], tables: readonly string[]): string[] {
  const roles = words.filter((word) => !tables.includes(word) && !PLAIN.has(word) && word.length > 2);
  return roles.length === words.length ? [] : roles;
}

const PLAIN = new Set('id code number name key ref reference primary current the for and date male female'.split(' '));

const wordsOf = (tokens: readonly Token[]): ReadonlySet<string> =>
  new Set(
    tokens.flatMap(({ kind, lower }) =>
      kind === 'word'
        ? [
            lower,
            stem(lower),
            rootOf(stem(lower)),
            lower.replace(/(?:ed|ing)$/, ''),
            ...(ROLES[lower] ?? []),
            ...(ROLES[stem(lower)] ?? []),
          ]
        : [],
    ),
  );

const isSaid = (word: string, said: ReadonlySet<string>): boolean =>
  said.has(word) || said.has(rootOf(word)) || [...(SYNONYMS.get(word) ?? [])].some((other) => said.has(other));

const ORIGIN = ['source', 'origin', 'departure', 'depart'];
const GOAL = ['destination', 'arrival', 'arrive'];
const HEAD = ['head', 'manager', 'chair', 'leader'];
/** Verbs of what one table may be to another. */
const ROLES = wordTable<readonly string[]>({
  depart: ORIGIN,
  departs: ORIGIN,
  departing: ORIGIN,
  departed: ORIGIN,
  leave: ORIGIN,
  leaving: ORIGIN,
  originate: ORIGIN,
  originating: ORIGIN,
  arrive: GOAL,
  arrives: GOAL,
  arriving: GOAL,
  arrived: GOAL,
  land: GOAL,
  landing: GOAL,
  headed: HEAD,
  managed: HEAD,
  manages: HEAD,
});
