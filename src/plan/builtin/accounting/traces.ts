import type { Query } from '../../plan.ts';
import { stem } from '../english/stem.ts';
import { tokenize } from '../english/tokens.ts';
import { type Lexicon, rootOf } from '../linking/lexicon.ts';
import type { Mention, Value } from '../linking/mention.ts';
import type { Candidate } from '../search/candidates.ts';
import { NEEDS, type Need } from './accounting-words.ts';

/** What of a plan its words can stand for. */
export interface Traces {
  /** Words of the tables and columns, in the singular. */
  readonly names: ReadonlySet<string>;
  readonly roots: ReadonlySet<string>;
  readonly tables: ReadonlySet<string>;
  readonly columns: ReadonlySet<string>;
  /** Words of the values compared with. */
  readonly values: ReadonlySet<string>;
  readonly literals: readonly string[];
  readonly numbers: ReadonlySet<number>;
  has(need: Need): boolean;
}

export function tracesOf(plan: Query, lexicon: Lexicon): Traces {
  const tables = new Set<string>();
  const columns = new Map<string, { readonly table: string; readonly name: string }>();
  const literals: string[] = [];
  const numbers = new Set<number>();
  const needs = new Set<Need>();
  const froms: string[] = [];
  const looks: Record<string, (part: Part) => void> = {
    table: ({ table }) => {
      if (typeof table !== 'string') return;
      tables.add(table);
      froms.push(table);
    },
    column: ({ table, column }) => {
      if (typeof table === 'string' && typeof column === 'string') columns.set(`${table}.${column}`, { table, name: column });
    },
    literal: ({ value, type }) => {
      if (typeof value === 'number') numbers.add(value);
      if (value === false || value === 0) needs.add('denial');
      if (type === 'date' || type === 'timestamp' || (typeof value === 'number' && value > 1900 && value < 2100)) needs.add('date');
      literals.push(String(value).replaceAll('%', ' ').toLowerCase());
    },
    compare: ({ op }) => {
      if (op === '<>') needs.add('denial');
      if (op !== '=' && op !== '<>') needs.add('comparison');
      // "at least one" may be any.
      if (op === '<' || op === '<=') needs.add('denial');
    },
    between: () => void needs.add('comparison'),
    not: () => void needs.add('denial'),
    isNull: () => void needs.add('denial'),
    or: () => void needs.add('either'),
    in: () => void needs.add('either'),
    match: () => void needs.add('match'),
    exists: () => void needs.add('count'),
    inQuery: () => void needs.add('count'),
    arithmetic: ({ op }) => void needs.add(op === '/' ? 'division' : 'difference'),
    call: () => void needs.add('date'),
    aggregate: ({ fn, distinct }) => {
      needs.add(fn === 'count' ? 'count' : 'aggregate');
      if (fn === 'min' || fn === 'max') needs.add('order');
      if (fn === 'min' || fn === 'max') needs.add('cut');
      if (distinct === true) needs.add('distinct');
    },
    set: ({ op }) => {
      needs.add('set');
      if (op === 'except') needs.add('denial');
      if (op === 'union') needs.add('either');
    },
    select: (part) => {
      if (part.groupBy !== undefined) needs.add('group');
      if (part.distinct === true || part.distinctOn !== undefined) needs.add('distinct');
      if (part.orderBy !== undefined) needs.add('order');
      if (typeof part.limit === 'number') {
        needs.add('cut');
        numbers.add(part.limit);
      }
    },
  };
  eachPart(plan, (part) => looks[String(part.kind)]?.(part));
  if (froms.length > new Set(froms).size) needs.add('self');
  const names = new Set([
    ...[...tables].flatMap((table) => lexicon.byName.get(table)?.words ?? []),
    ...[...columns.values()].flatMap(
      ({ table, name }) => lexicon.byName.get(table)?.columns.find(({ column }) => column.name === name)?.words ?? [],
    ),
  ]);
  const values = literals.flatMap((text) => tokenize(text).map(({ lower }) => lower));
  return {
    names,
    roots: new Set([...names].map(rootOf)),
    tables,
    columns: new Set(columns.keys()),
    values: new Set(values.flatMap((word) => [word, stem(word)])),
    literals,
    numbers,
    has: (need) => needs.has(need),
  };
}

/** The words of the mentions that the plan uses: "clients" where it uses `customers`, "successful" where it tests for success. */
export function saidIn(sketch: Candidate['sketch'], { tables, columns, literals, names }: Traces, lexicon: Lexicon): ReadonlySet<string> {
  const said = new Set<string>();
  eachPart(sketch, (part) => {
    if (part.kind === 'attribute' || part.kind === 'entity') {
      const mention = part as unknown as Mention;
      const used =
        mention.kind === 'entity'
          ? mention.candidates.some(({ table }) => tables.has(table))
          : mention.candidates.some(({ table, columns: names }) => names.some((name) => columns.has(`${table}.${name}`)));
      // A longer phrase does not hide what names something else: "resolution rate by channel" is no `resolved_at`.
      const own = mention.words.toLowerCase().split(' ');
      if (used) for (const word of own) if (!NEEDS.has(word) && (!lexicon.words.has(stem(word)) || names.has(stem(word)))) said.add(word);
    } else if ('hits' in part && 'quoted' in part) {
      const value = part as unknown as Value;
      const used = value.hits.some(({ stored }) => literals.includes(stored.toLowerCase()));
      if (used || value.number !== null) for (const { lower } of tokenize(value.text)) said.add(lower);
    }
  });
  return said;
}

type Part = { readonly kind?: unknown } & Readonly<Record<string, unknown>>;

function eachPart(whole: unknown, look: (part: Part) => void): void {
  if (typeof whole !== 'object' || whole === null) return;
  if (Array.isArray(whole)) {
    for (const part of whole) eachPart(part, look);
    return;
  }
  look(whole as Part);
  for (const name in whole) if (!LISTS.has(name)) eachPart((whole as Record<string, unknown>)[name], look);
}

/** Candidates of mentions and hits of values hold no parts, and a wide schema has hundreds of them. */
const LISTS = new Set(['candidates', 'hits']);
