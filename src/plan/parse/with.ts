import type { Json } from '../../guard/postgres-json.ts';
import type { Cte, Expr, Query } from '../plan.ts';
import { renameColumns } from './output.ts';
import { freshName, type KnownCte, type Lowered, type Place } from './place.ts';
import { unsupported } from './refuse.ts';
import { bodyOf, listOf, namesIn, nodeOf, recordOf, textOf } from './tree.ts';
import { mapQueries, readsCte } from './walk.ts';

export interface With {
  readonly ctes: readonly Cte[];
  /** The statement's own place, where the names of WITH are known. */
  readonly place: Place;
}

/** WITH: each query sees those before it; with RECURSIVE, also itself. A name used twice gets another in the plan. */
export function readWith(clause: unknown, outer: Place): With {
  if (clause === undefined) return { ctes: [], place: outer };
  const { recursive, ctes: items } = recordOf(clause);
  const ctes: Cte[] = [];
  let place = outer;
  for (const item of listOf(items)) {
    const body = bodyOf(item, 'CommonTableExpr');
    const { cte, known } = readCte(body, recursive === true, place);
    ctes.push(cte);
    place = { ...place, ctes: new Map(place.ctes).set(textOf(body.ctename), known) };
  }
  return { ctes, place };
}

/** The WITH of a write given to the queries inside an expression that read it: a plan's writes have none of their own. */
export function attach(expr: Expr, ctes: readonly Cte[]): Expr {
  const names = new Set(ctes.map(({ name }) => name));
  if (!readsCte(expr, names)) return expr;
  return mapQueries(expr, (query) => (readsCte(query, names) ? { ...query, with: [...ctes, ...(query.with ?? [])] } : query));
}

function readCte(body: Json, mayRecurse: boolean, place: Place): { cte: Cte; known: KnownCte } {
  if (body.search_clause !== undefined || body.cycle_clause !== undefined) throw unsupported('SEARCH and CYCLE in WITH');
  const { type, body: select } = nodeOf(body.ctequery);
  if (type !== 'SelectStmt') throw unsupported(`${type.replace(/Stmt$/, '').toUpperCase()} inside WITH`);
  const written = textOf(body.ctename);
  const name = planName(written, place);
  const recursive = mayRecurse && names(select, written);
  const { query, columns } = recursive ? readRecursive(select, { written, name }, body, place) : readPlain(select, body, place);
  return { cte: { name, query, ...(recursive ? { recursive: true } : {}) }, known: { name, columns } };
}

function planName(written: string, { statement }: Place): string {
  const name = statement.cteNames.has(written) ? freshName(`${written}_2`, statement) : written;
  statement.cteNames.add(name);
  return name;
}

function readPlain(select: Json, cte: Json, place: Place): Lowered {
  const lowered = place.lower.query(select, place);
  return renameColumns(lowered.query, lowered.columns, namesIn(cte.aliascolnames));
}

/** The left side decides the columns; only then can the right side, which names the query itself, be read. */
function readRecursive(select: Json, cte: { written: string; name: string }, body: Json, outer: Place): Lowered {
  if (select.op !== 'SETOP_UNION') throw unsupported('a recursive query that is not a UNION');
  if (select.sortClause !== undefined || select.limitCount !== undefined || select.limitOffset !== undefined) {
    throw unsupported('ORDER BY or LIMIT on a recursive query', 'ORDER BY and LIMIT belong to the query that reads the recursive one');
  }
  const { ctes, place } = readWith(select.withClause, outer);
  const first = place.lower.query(recordOf(select.larg), place);
  const { query: left, columns } = renameColumns(first.query, first.columns, namesIn(body.aliascolnames));
  const inside: Place = { ...place, ctes: new Map(place.ctes).set(cte.written, { name: cte.name, columns }) };
  const { query: right, columns: others } = place.lower.query(recordOf(select.rarg), inside);
  if (columns.length !== others.length)
    throw unsupported('a UNION of different widths', `The sides of UNION have ${columns.length} and ${others.length} columns`);
  const query: Query = {
    kind: 'set',
    op: 'union',
    left,
    right,
    ...(select.all === true ? { all: true } : {}),
    ...(ctes.length > 0 ? { with: [...ctes] } : {}),
  };
  return { query, columns };
}

/** Whether a query reads a relation of this name. */
function names(select: unknown, relation: string): boolean {
  if (Array.isArray(select)) return select.some((item) => names(item, relation));
  if (typeof select !== 'object' || select === null) return false;
  return Object.entries(select).some(([key, value]) => (key === 'relname' && value === relation) || names(value, relation));
}
