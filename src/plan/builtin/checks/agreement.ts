import { isDeepStrictEqual } from 'node:util';
import type { Expr, Query, Select } from '../../plan.ts';
import type { Lexicon } from '../linking/lexicon.ts';

/**
 * Whether two plans, made in two ways, ask for the same: of the same tables, under the same conditions, the same measures and
 * groups, in the same order where a limit cuts. How a related row is asked for (a join or EXISTS), a name or a measure that is shown
 * besides, and the order of all rows do not tell them apart. Null where one of them is put together of several queries.
 */
export function agree(left: Query, right: Query, { byName }: Pick<Lexicon, 'byName'>): boolean | null {
  const [one, other] = [gistOf(left, byName), gistOf(right, byName)];
  if (one === null || other === null) return null;
  const { shown, ...asked } = one;
  const { shown: shownToo, ...askedToo } = other;
  return isDeepStrictEqual(asked, askedToo) && (isPart(shown, shownToo) || isPart(shownToo, shown));
}

interface Gist {
  readonly tables: readonly string[];
  readonly conditions: readonly string[];
  readonly groups: readonly string[];
  readonly measures: readonly string[];
  readonly order: readonly string[];
  readonly limit: string;
  readonly shown: readonly string[];
}

const isPart = (some: readonly string[], all: readonly string[]): boolean => some.every((one) => all.includes(one));

const sorted = (list: readonly string[]): string[] => [...new Set(list)].sort();

function gistOf(query: Query, byName: Lexicon['byName']): Gist | null {
  if (query.kind === 'set') return null;
  const parts = flat(query, { tables: new Map(), byName });
  if (parts === null) return null;
  const { names } = parts;
  const said = (expr: Expr): string => saidOf(expr, names);
  const order = query.limit === undefined ? [] : (query.orderBy ?? []).map(({ expr, direction }) => `${said(expr)} ${direction ?? 'asc'}`);
  const having = query.having === undefined ? [] : conjuncts(query.having).map(said);
  const ranked = (query.orderBy ?? []).filter(() => query.limit !== undefined).map(({ expr }) => expr);
  const measures = [...query.columns.map(({ expr }) => expr), ...ranked].filter(isComputed).map(said);
  return {
    tables: sorted(parts.tables),
    conditions: sorted([...parts.conditions, ...having]),
    // A count that groups are tested by makes no groups to see.
    groups: having.length > 0 ? [] : sorted((query.groupBy ?? []).map(said)),
    measures: sorted(measures),
    order,
    limit: `${query.limit ?? ''} ${query.offset ?? ''}`,
    shown: sorted(query.columns.filter(({ expr }) => !isComputed(expr)).map(({ expr }) => said(expr))),
  };
}

const isComputed = (expr: Expr): boolean => expr.kind !== 'column';

interface Flat {
  readonly tables: readonly string[];
  readonly conditions: readonly string[];
  readonly names: Names;
}

/** The tables of a query by their aliases, and what is known of them. */
interface Names {
  readonly tables: ReadonlyMap<string, string>;
  readonly byName: Lexicon['byName'];
}

/** Tables and conditions of a query and of what it asks to exist; keys that are equal are no condition. */
function flat(query: Select, outer: Names): Flat | null {
  const sources = [...(query.from ? [query.from] : []), ...(query.joins ?? []).map(({ source }) => source)];
  const aliases = new Map(outer.tables);
  const names: Names = { ...outer, tables: aliases };
  const tables: string[] = [];
  for (const source of sources) {
    if (source.kind !== 'table') return null;
    // A table that is met twice is two roles, and which is which has to be said.
    aliases.set(source.as, tables.includes(source.table) ? source.as : source.table);
    tables.push(source.table);
  }
  const conditions: string[] = [];
  const parts = query.where === undefined ? [] : conjuncts(query.where);
  for (const part of parts) {
    if (isKeyPair(part) || isThere(part, query, parts)) continue;
    const inner = part.kind === 'exists' && part.query.kind === 'select' ? flat(part.query, names) : null;
    const counted = inner === null ? countedIn(part, names) : null;
    const related = inner ?? counted;
    if (related === null) conditions.push(saidOf(part, names));
    else {
      tables.push(...related.tables);
      conditions.push(...related.conditions);
    }
  }
  return { tables, conditions, names };
}

/** That what is sorted by, or compared, is there goes without saying. */
function isThere(part: Expr, { orderBy }: Select, parts: readonly Expr[]): boolean {
  const known = part.kind === 'not' && part.arg.kind === 'isNull' ? part.arg.arg : null;
  if (known === null) return false;
  const compared = parts.flatMap((one) => (one.kind === 'compare' ? [one.left] : []));
  return [...(orderBy ?? []).map(({ expr }) => expr), ...compared].some((expr) => isDeepStrictEqual(expr, known));
}

/** (SELECT count(*) of what belongs to the row) > 5, as HAVING says it of the joined rows. */
function countedIn(part: Expr, names: Names): Flat | null {
  if (part.kind !== 'compare' || part.left.kind !== 'scalarQuery' || part.left.query.kind !== 'select') return null;
  const { query } = part.left;
  const inner = flat(query, names);
  const [column] = query.columns;
  if (inner === null || column === undefined) return null;
  const count = `${saidOf(column.expr, inner.names)}`;
  return { ...inner, conditions: [...inner.conditions, `${count} ${part.op} ${saidOf(part.right, names)}`] };
}

function conjuncts(expr: Expr): readonly Expr[] {
  if (expr.kind === 'and') return expr.args.flatMap(conjuncts);
  if (expr.kind !== 'between') return [expr];
  const { arg: left, low, high } = expr;
  return [
    { kind: 'compare', op: '>=', left, right: low },
    { kind: 'compare', op: '<=', left, right: high },
  ];
}

const isKeyPair = (expr: Expr): boolean =>
  expr.kind === 'compare' && expr.op === '=' && expr.left.kind === 'column' && expr.right.kind === 'column';

const OPPOSITE = { '=': '<>', '<>': '=', '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const;

/** An expression with the names of its tables for their aliases. */
function saidOf(expr: Expr, names: Names): string {
  const flag = flagIn(expr);
  if (flag !== null) return `${flag.not ? 'not ' : ''}${saidOf(flag.column, names)}`;
  // NOT a = b and a <> b are the same, also of what is NULL.
  if (expr.kind === 'not' && expr.arg.kind === 'compare' && expr.arg.op in OPPOSITE)
    return saidOf({ ...expr.arg, op: OPPOSITE[expr.arg.op as keyof typeof OPPOSITE] }, names);
  if (expr.kind === 'compare') return `${saidOf(expr.left, names)} ${expr.op} ${saidOf(expr.right, names)}`;
  if (expr.kind === 'literal') return String(expr.value);
  // How many different rows there are, by their key, over a join that repeats them.
  if (expr.kind === 'aggregate' && expr.fn === 'count' && expr.distinct === true && isKey(expr.arg, names))
    return saidOf({ ...expr, distinct: undefined, arg: { kind: 'star' } }, names);
  // A month is a month, as a date or as an instant.
  if (expr.kind === 'cast') return saidOf(expr.arg, names);
  if (expr.kind === 'not' && expr.arg.kind === 'exists') {
    const inner = expr.arg.query.kind === 'select' ? flat(expr.arg.query, names) : null;
    if (inner !== null) return `none of ${sorted(inner.tables).join()} where ${sorted(inner.conditions).join()}`;
  }
  return JSON.stringify(expr, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('kind' in value)) return value;
    if (value.kind === 'column' && 'table' in value && 'column' in value) {
      const table = String(value.table);
      return `${names.tables.get(table) ?? table}.${String(value.column)}`;
    }
    return value;
  });
}

const isKey = (expr: Expr, { tables, byName }: Names): boolean => {
  if (expr.kind !== 'column') return false;
  const [key, ...more] = byName.get(tables.get(expr.table) ?? expr.table)?.table.primaryKey ?? [];
  return key === expr.column && more.length === 0;
};

/** `= true`, `= 1`, `= false`, `= 0`, denied or not: whether a column says yes. */
function flagIn(expr: Expr): { readonly column: Expr; readonly not: boolean } | null {
  if (expr.kind === 'not') {
    const denied = flagIn(expr.arg);
    return denied === null ? null : { column: denied.column, not: !denied.not };
  }
  if (expr.kind !== 'compare' || expr.op !== '=' || expr.left.kind !== 'column' || expr.right.kind !== 'literal') return null;
  const { value } = expr.right;
  if (value === true || value === 1) return { column: expr.left, not: false };
  return value === false || value === 0 ? { column: expr.left, not: true } : null;
}
