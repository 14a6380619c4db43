import { ALLOWED_AGGREGATES } from './postgres-functions.ts';
import { isRecord, type Json, namesOf, unwrap } from './postgres-json.ts';

/**
 * How many parts a statement has once PostgreSQL has written out what stands for others: BETWEEN says its left side twice, IN once
 * for each member that is calculated, and a column of a subquery is replaced by what it was calculated from. Each level can double
 * the one below, so that thirty of them are a thousand million parts, made without a look for a cancel.
 */
export function expandedParts(statement: unknown): number {
  const counted: References = { seen: new Map(), decide: false };
  const most = sizeOf(statement, OUTERMOST, counted);
  // What several places name is calculated once, unless it is said otherwise; of whom that is so is known after one look.
  return counted.seen.size === 0 ? most : Math.min(most, sizeOf(statement, OUTERMOST, { ...counted, decide: true }));
}

/** Sizes of columns by name. */
type Columns = ReadonlyMap<string, number>;

interface Relation {
  readonly alias: string;
  readonly columns: Columns;
}

interface Scope {
  readonly relations: Relation[];
  readonly queries: ReadonlyMap<string, NamedQuery>;
  readonly outer: Scope | null;
}

interface NamedQuery {
  readonly cte: Json;
  readonly columns: Columns;
}

interface References {
  /** How often each query of a WITH is named. */
  readonly seen: Map<Json, number>;
  readonly decide: boolean;
}

const NONE: Columns = new Map();
const OUTERMOST: Scope = { relations: [], queries: new Map(), outer: null };

const BETWEEN: Readonly<Record<string, { readonly left: number; readonly bounds: number }>> = {
  AEXPR_BETWEEN: { left: 2, bounds: 1 },
  AEXPR_NOT_BETWEEN: { left: 2, bounds: 1 },
  AEXPR_BETWEEN_SYM: { left: 4, bounds: 2 },
  AEXPR_NOT_BETWEEN_SYM: { left: 4, bounds: 2 },
};

function sizeOf(value: unknown, scope: Scope, counted: References): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + sizeOf(item, scope, counted), 0);
  if (!isRecord(value)) return 0;
  let size = 1;
  for (const type in value) {
    const body = value[type];
    if (typeof body !== 'object' || body === null) continue;
    if (!isRecord(body)) size += sizeOf(body, scope, counted);
    else if (type === 'SelectStmt') size += queryOf(body, scope, counted).size;
    else if (type === 'ColumnRef') size += columnSize(body, scope);
    else if (type === 'A_Expr') size += operationSize(body, scope, counted);
    else if (type === 'A_Indirection') size += sizeOf(body.arg, scope, counted) * fieldsOf(body) + sizeOf(body.indirection, scope, counted);
    else if (isRecord(body.withClause) || Array.isArray(body.fromClause) || Array.isArray(body.usingClause))
      size += changeSize(body, scope, counted);
    else size += sizeOf(body, scope, counted);
  }
  return size;
}

function operationSize({ kind, lexpr, rexpr }: Json, scope: Scope, counted: References): number {
  const [left, right] = [sizeOf(lexpr, scope, counted), sizeOf(rexpr, scope, counted)];
  const twice = BETWEEN[String(kind)];
  if (twice) return 1 + left * twice.left + right * twice.bounds;
  return 1 + left * (kind === 'AEXPR_IN' ? membersApart(lexpr, rexpr) : 1) + right;
}

/** Members of a list that are compared one by one: constants are one array. */
function membersApart(left: unknown, members: unknown): number {
  const list = unwrap(members);
  const items = list?.type === 'List' && isRecord(list.body) && Array.isArray(list.body.items) ? list.body.items : [];
  if (unwrap(left)?.type === 'RowExpr') return Math.max(1, items.length);
  return 1 + items.filter((item) => unwrap(item)?.type !== 'A_Const').length;
}

/** `(row).*` says the row once for each of its fields. */
function fieldsOf({ arg, indirection }: Json): number {
  const isAll = Array.isArray(indirection) && unwrap(indirection.at(-1))?.type === 'A_Star';
  const row = unwrap(arg);
  if (!isAll) return 1;
  return row?.type === 'RowExpr' && isRecord(row.body) && Array.isArray(row.body.args) ? Math.max(FIELDS, row.body.args.length) : FIELDS;
}
const FIELDS = 2;

/** INSERT, UPDATE, DELETE and MERGE: what they name is seen by all of their parts. */
function changeSize(body: Json, outer: Scope, counted: References): number {
  const scope = withQueries(body, outer, counted);
  let { size } = scope;
  for (const from of [body.fromClause, body.usingClause]) size += fromSize(from, scope.inner, counted);
  for (const [name, part] of Object.entries(body))
    if (name !== 'withClause' && name !== 'fromClause' && name !== 'usingClause') size += sizeOf(part, scope.inner, counted);
  return size;
}

function queryOf(body: Json, outer: Scope, counted: References): { readonly size: number; readonly columns: Columns } {
  const opened = withQueries(body, outer, counted);
  const scope = opened.inner;
  let { size } = opened;
  if (isRecord(body.larg) && isRecord(body.rarg)) {
    const [left, right] = [queryOf(body.larg, scope, counted), queryOf(body.rarg, scope, counted)];
    const others = [...right.columns.values()];
    return {
      size: size + left.size + right.size + sizeOf(body.sortClause, scope, counted),
      columns: sizedAs(body, new Map([...left.columns].map(([name, own], at) => [name, own + (others[at] ?? 0)]))),
    };
  }
  size += fromSize(body.fromClause, scope, counted);
  const columns = new Map<string, number>();
  const add = (name: string, own: number) => columns.set(name, (columns.get(name) ?? 0) + own);
  for (const target of Array.isArray(body.targetList) ? body.targetList : []) {
    const shown = unwrap(target)?.body;
    const value = isRecord(shown) ? shown.val : undefined;
    const starred = starOf(value, scope);
    const own = sizeOf(value, scope, counted);
    size += own;
    if (starred) for (const [name, each] of starred) add(name, each);
    else add(isRecord(shown) && typeof shown.name === 'string' ? shown.name : nameOfValue(value), gathersRows(value) ? 1 : own);
  }
  for (const row of Array.isArray(body.valuesLists) ? body.valuesLists : []) {
    const items = unwrap(row)?.body;
    const values = isRecord(items) && Array.isArray(items.items) ? items.items : [];
    values.forEach((value, at) => {
      const own = sizeOf(value, scope, counted);
      size += own;
      columns.set(`column${at + 1}`, Math.max(columns.get(`column${at + 1}`) ?? 0, own));
    });
  }
  for (const [name, part] of Object.entries(body)) if (!SEEN.has(name)) size += sizeOf(part, scope, counted);
  return { size, columns: sizedAs(body, columns) };
}

const SEEN: ReadonlySet<string> = new Set(['withClause', 'fromClause', 'targetList', 'valuesLists', 'larg', 'rarg']);

/** What has a LIMIT or an OFFSET is calculated before anything else is done with it. */
const sizedAs = (body: Json, columns: Columns): Columns =>
  body.limitCount === undefined && body.limitOffset === undefined ? columns : calculated(columns);
const calculated = (columns: Columns): Columns => new Map([...columns.keys()].map((name) => [name, 1]));

/** Whether a value is calculated for rows together: it is done where it stands. */
function gathersRows(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(gathersRows);
  if (!isRecord(value)) return false;
  for (const type in value) {
    const body = value[type];
    if (type === 'SubLink') continue;
    if (type === 'FuncCall' && isRecord(body) && (body.over !== undefined || ALLOWED_AGGREGATES.has(namesOf(body.funcname)?.at(-1) ?? '')))
      return true;
    if (gathersRows(body)) return true;
  }
  return false;
}

function withQueries(body: Json, outer: Scope, counted: References): { readonly inner: Scope; readonly size: number } {
  const clause = isRecord(body.withClause) ? body.withClause : {};
  const queries = new Map<string, NamedQuery>();
  const inner: Scope = { relations: [], queries, outer };
  let size = 0;
  for (const item of Array.isArray(clause.ctes) ? clause.ctes : []) {
    const cte = unwrap(item)?.body;
    if (!isRecord(cte)) continue;
    const query = unwrap(cte.ctequery);
    const found =
      query?.type === 'SelectStmt' && isRecord(query.body)
        ? queryOf(query.body, inner, counted)
        : { size: sizeOf(cte.ctequery, inner, counted), columns: NONE };
    size += found.size;
    const isApart =
      clause.recursive === true ||
      cte.ctematerialized === 'CTEMaterializeAlways' ||
      (counted.decide && cte.ctematerialized !== 'CTEMaterializeNever' && (counted.seen.get(cte) ?? 0) > 1);
    const columns = renamed(found.columns, cte.aliascolnames);
    queries.set(String(cte.ctename), { cte, columns: isApart ? calculated(columns) : columns });
  }
  return { inner, size };
}

/** Adds what a FROM names to the scope. */
function fromSize(from: unknown, scope: Scope, counted: References): number {
  if (Array.isArray(from)) return from.reduce<number>((sum, item) => sum + fromSize(item, scope, counted), 0);
  const wrapped = unwrap(from);
  if (wrapped === null || !isRecord(wrapped.body)) return 0;
  const { type, body } = wrapped;
  const { aliasname, colnames } = isRecord(body.alias) ? body.alias : {};
  const add = (columns: Columns, name: unknown = aliasname) =>
    void scope.relations.push({ alias: String(name ?? ''), columns: renamed(columns, colnames) });
  if (type === 'RangeVar') {
    const query = body.schemaname === undefined ? queryNamed(String(body.relname), scope) : null;
    if (query && !counted.decide) counted.seen.set(query.cte, (counted.seen.get(query.cte) ?? 0) + 1);
    add(query?.columns ?? NONE, aliasname ?? body.relname);
    return 1;
  }
  if (type === 'RangeSubselect') {
    const select = unwrap(body.subquery)?.body;
    // LATERAL alone sees what stands before it.
    const seen = body.lateral === true ? scope : { ...scope, relations: [] };
    const { size, columns } = isRecord(select) ? queryOf(select, seen, counted) : { size: 0, columns: NONE };
    add(columns);
    return size;
  }
  if (type === 'JoinExpr') {
    const before = scope.relations.length;
    const size = fromSize([body.larg, body.rarg], scope, counted) + sizeOf(body.quals, scope, counted);
    if (aliasname !== undefined) add(new Map(scope.relations.slice(before).flatMap(({ columns }) => [...columns])));
    return size;
  }
  add(NONE);
  return sizeOf(body, scope, counted);
}

function queryNamed(name: string, scope: Scope): NamedQuery | null {
  for (let each: Scope | null = scope; each !== null; each = each.outer) {
    const found = each.queries.get(name);
    if (found) return found;
  }
  return null;
}

function columnSize({ fields }: Json, scope: Scope): number {
  const path = Array.isArray(fields) ? fields : [];
  const names = path.map((field) => namesOf([field])?.[0] ?? null);
  const [last, qualifier] = [names.at(-1) ?? null, names.at(-2)];
  for (let each: Scope | null = scope; each !== null; each = each.outer) {
    if (qualifier !== undefined || (last === null && path.length > 1)) {
      const relation = each.relations.find(({ alias }) => alias === qualifier);
      if (relation) return last === null ? allOf(relation) : (relation.columns.get(last) ?? 1);
      continue;
    }
    if (last === null) return each.relations.reduce((sum, relation) => sum + allOf(relation), 1);
    const own = Math.max(0, ...each.relations.map(({ columns }) => columns.get(last) ?? 0));
    const row = own > 0 ? undefined : each.relations.find(({ alias }) => alias === last);
    if (own > 0 || row) return row ? allOf(row) : own;
  }
  return 1;
}

const allOf = ({ columns }: Relation): number => [...columns.values()].reduce((sum, size) => sum + size, 1);

/** The columns that a star of a list of targets shows; null for what is none. */
function starOf(value: unknown, { relations }: Scope): [string, number][] | null {
  const wrapped = unwrap(value);
  const fields = wrapped?.type === 'ColumnRef' && isRecord(wrapped.body) && Array.isArray(wrapped.body.fields) ? wrapped.body.fields : [];
  if (unwrap(fields.at(-1))?.type !== 'A_Star') return null;
  const alias = fields.length > 1 ? namesOf(fields.slice(0, -1))?.at(-1) : undefined;
  return relations.filter((relation) => alias === undefined || relation.alias === alias).flatMap(({ columns }) => [...columns]);
}

function renamed(columns: Columns, names: unknown): Columns {
  const given = namesOf(names ?? []) ?? [];
  return given.length === 0 ? columns : new Map([...columns].map(([name, size], at) => [given[at] ?? name, size]));
}

function nameOfValue(value: unknown): string {
  const wrapped = unwrap(value);
  if (wrapped === null || !isRecord(wrapped.body)) return '';
  if (wrapped.type === 'ColumnRef') return namesOf(wrapped.body.fields)?.at(-1) ?? '';
  if (wrapped.type === 'FuncCall') return namesOf(wrapped.body.funcname)?.at(-1) ?? '';
  if (wrapped.type === 'CaseExpr') return 'case';
  return wrapped.type === 'TypeCast' ? nameOfCast(wrapped.body) : '?column?';
}

function nameOfCast({ arg, typeName }: Json): string {
  const inner = nameOfValue(arg);
  return inner === '?column?' || inner === '' ? (isRecord(typeName) ? (namesOf(typeName.names)?.at(-1) ?? '') : '') : inner;
}
