import type { GuardScope, StatementClass } from './guard.ts';
import { nearestNames } from './nearest.ts';
import { type BoundTexts, withBound } from './postgres-bound.ts';
import { ALLOWED_FUNCTIONS, COMPOSITE_FUNCTIONS, WRITE_FUNCTIONS } from './postgres-functions.ts';
import { entries, isRecord, type Json, nameOf, namesOf, unwrap } from './postgres-json.ts';
import { INFORMATION_SCHEMA_VIEWS, SAMPLE_METHODS } from './postgres-names.ts';
import { type FieldKind, NODES, REFUSED_CONSTRUCTS } from './postgres-nodes.ts';
import { oversizedCall } from './postgres-sizes.ts';
import { refusedType } from './postgres-types.ts';
import { judgeWork, unstoppableWork } from './postgres-work.ts';

type TreeVerdict =
  | {
      readonly ok: true;
      readonly class: StatementClass;
      readonly paramCount: number;
      /** Its bounds hang on the sizes of bound values; see `refusalOfSizes`. */
      readonly measures: boolean;
    }
  | {
      readonly ok: false;
      readonly reason: string;
      readonly nearest?: readonly string[];
      readonly otherSchema?: true;
      /** Where what was refused stands in the text, in bytes of UTF-8 from 0. */
      readonly byte?: number;
    };

/** How deep a statement may nest. The parser itself gives up at a few thousand. */
const MAX_DEPTH = 600;

/**
 * Judges one parsed statement (a wrapped node such as `{SelectStmt: {…}}`) against the allow-lists: every node, field,
 * relation, function, operator and type in it. Nothing is taken on trust: what is not known is refused.
 */
export const judgeTree = (statement: unknown, scope: GuardScope): TreeVerdict => {
  const walk: Walk = {
    scope,
    writes: false,
    otherSchema: false,
    paramCount: 0,
    refusal: null,
    functionColumns: new Map(),
    qualified: [],
    tables: new Set(),
    system: [],
  };
  if (node(walk, statement, { ctes: NO_CTES, depth: 0 })) {
    columnsOfFunctions(walk);
    columnsOfSystem(walk);
  }
  if (walk.refusal !== null) return { ok: false, ...walk.refusal, ...(walk.otherSchema ? { otherSchema: true } : {}) };
  const { refusal, measures } = judgeWork(statement);
  if (refusal !== null) return { ok: false, reason: refusal };
  const { writes, paramCount } = walk;
  return { ok: true, class: writes ? 'write' : 'read', paramCount, measures: measures && paramCount > 0 };
};

/** Why a statement that is allowed makes or compares too much with these values; null when it does not. */
export const refusalOfSizes = (statement: unknown, texts: BoundTexts): string | null => {
  const bound = withBound(statement, texts);
  return oversizedCallIn(bound) ?? unstoppableWork(bound);
};

const oversizedCallIn = (value: unknown): string | null => {
  if (typeof value !== 'object' || value === null) return null;
  for (const [type, part] of Object.entries(value)) {
    const own = type === 'FuncCall' && isRecord(part) ? oversizedCall(systemName(part.funcname) ?? '', part.args) : null;
    const refusal = own ?? oversizedCallIn(part);
    if (refusal !== null) return refusal;
  }
  return null;
};

interface Walk {
  readonly scope: GuardScope;
  writes: boolean;
  /** A schema beside `public` was named that the scope does not know. */
  otherSchema: boolean;
  /** Highest `$n` so far. */
  paramCount: number;
  refusal: { readonly reason: string; readonly nearest?: readonly string[]; readonly byte?: number } | null;
  /** Alias of each function in FROM → the columns it surely has; null when it surely is a row of several. */
  readonly functionColumns: Map<string, ReadonlySet<string> | null>;
  /** Every `alias.column`, for a look at the end when all aliases are known. */
  readonly qualified: (readonly [alias: string, column: string])[];
  /** What tables are called, as far as they are none of WITH. */
  readonly tables: Set<string>;
  /** Every column that a table has of the system. */
  readonly system: (readonly [alias: string | null, column: string])[];
}

/** What is visible at a place in the tree. */
interface Place {
  readonly ctes: ReadonlySet<string>;
  readonly depth: number;
}

const NO_CTES: ReadonlySet<string> = new Set();

/** All walking functions say whether to go on; the first refusal ends the walk. */
const refuse = (walk: Walk, reason: string, nearest: readonly string[] = []): false => {
  walk.refusal = nearest.length > 0 ? { reason, nearest } : { reason };
  return false;
};

const node = (walk: Walk, value: unknown, place: Place): boolean => {
  const wrapped = unwrap(value);
  if (wrapped === null) return refuse(walk, 'The statement has a part of unknown shape');
  return struct(walk, wrapped.type, wrapped.body, place);
};

const struct = (walk: Walk, type: string, body: unknown, outer: Place): boolean => {
  if (examine(walk, type, body, outer)) return true;
  // Of the parts around what was refused, the innermost that has a place in the text says where.
  const byte = isRecord(body) ? body.location : undefined;
  if (walk.refusal !== null && walk.refusal.byte === undefined && typeof byte === 'number' && byte >= 0)
    walk.refusal = { ...walk.refusal, byte };
  return false;
};

const examine = (walk: Walk, type: string, body: unknown, outer: Place): boolean => {
  if (outer.depth >= MAX_DEPTH) return refuse(walk, `The statement nests deeper than ${MAX_DEPTH} levels`);
  const fields = fieldsOf(type);
  if (fields === null) return refuse(walk, REFUSED_CONSTRUCTS[type] ?? `${type} is not an accepted construct`);
  if (!isRecord(body)) return refuse(walk, `${type} has an unknown shape`);

  const check = CHECKS[type];
  let place: Place | null = { ctes: outer.ctes, depth: outer.depth + 1 };
  if (check !== undefined && !check(walk, body, place)) return false;
  if (body.withClause !== undefined && fields.withClause !== undefined) {
    place = bindCtes(walk, body.withClause, place);
    if (place === null) return false;
  }
  for (const name in body) {
    const value = body[name];
    const kind = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (kind === undefined) {
      return refuse(walk, REFUSED_CONSTRUCTS[`${type}.${name}`] ?? `${type} with ${name} is not an accepted construct`);
    }
    if (kind === '@WithClause') continue;
    if (!field(walk, kind, value, place)) return false;
  }
  return true;
};

const fieldsOf = (type: string): Readonly<Record<string, FieldKind>> | null =>
  Object.hasOwn(NODES, type) ? NODES[type as keyof typeof NODES] : null;

const field = (walk: Walk, kind: FieldKind, value: unknown, place: Place): boolean => {
  if (kind.startsWith('@')) return struct(walk, kind.slice(1), value, place);
  return FIELDS[kind as keyof typeof FIELDS](walk, value, place);
};

type Visit = (walk: Walk, value: unknown, place: Place) => boolean;

const FIELDS = {
  scalar: (walk, value) => value === null || typeof value !== 'object' || refuse(walk, 'The statement has a part of unknown shape'),
  node,
  // A list may hold empty places: DISTINCT without ON, a function in FROM without column definitions.
  nodes: (walk, value, place) =>
    Array.isArray(value)
      ? value.every((item) => isEmpty(item) || node(walk, item, place))
      : refuse(walk, 'The statement has a part of unknown shape'),
  names: (walk, value) => namesOf(value) !== null || refuse(walk, 'The statement has a name of unknown shape'),
  collation: (walk, value) => {
    const name = systemName(value);
    return name !== null || refuse(walk, 'A collation or operator class may only be named without a schema');
  },
  operator: (walk, value) => {
    const name = systemName(value);
    return name !== null || refuse(walk, `The operator ${(namesOf(value) ?? []).join('.')} is not one of PostgreSQL's own`);
  },
  target: (walk, value, place) => {
    walk.writes = true;
    if (!isRecord(value) || value.schemaname === 'information_schema') return refuse(walk, 'The system catalogues cannot be written');
    return struct(walk, 'RangeVar', value, { ctes: NO_CTES, depth: place.depth });
  },
  locked: (walk, value) =>
    Array.isArray(value) && value.every((item) => isAliasName(item))
      ? true
      : refuse(walk, 'FOR UPDATE OF takes the names used in FROM, without a schema'),
} as const satisfies Record<Exclude<FieldKind, `@${string}`>, Visit>;

const isEmpty = (value: unknown): boolean => isRecord(value) && Object.keys(value).length === 0;

const isAliasName = (value: unknown): boolean => {
  const wrapped = unwrap(value);
  if (wrapped?.type !== 'RangeVar' || !isRecord(wrapped.body)) return false;
  return entries(wrapped.body).every(
    ([key, part]) => ['relname', 'inh', 'relpersistence', 'location'].includes(key) && typeof part !== 'object',
  );
};

/** The last part of a name that has no schema or pg_catalog; null for any other. */
const systemName = (value: unknown): string | null => {
  const names = namesOf(value);
  if (names === null) return null;
  if (names.length === 1) return names[0] ?? null;
  return names.length === 2 && names[0] === 'pg_catalog' ? (names[1] ?? null) : null;
};

/**
 * Names of WITH as PostgreSQL sees them: without RECURSIVE a query sees the names before its own and those further
 * out, so that a table of the same name is still meant; with RECURSIVE it sees itself and all its siblings.
 */
const bindCtes = (walk: Walk, clause: unknown, outer: Place): Place | null => {
  const unknown = (): null => {
    refuse(walk, 'WITH has an unknown shape');
    return null;
  };
  if (!isRecord(clause) || !Array.isArray(clause.ctes)) return unknown();
  const { ctes, recursive, location, ...others } = clause;
  if (Object.keys(others).length > 0 || !FIELDS.scalar(walk, location)) return unknown();

  const visible = new Set(outer.ctes);
  const place: Place = { ctes: visible, depth: outer.depth };
  const names: string[] = [];
  for (const item of ctes) {
    const cte = unwrap(item);
    const name = cte?.type === 'CommonTableExpr' && isRecord(cte.body) ? cte.body.ctename : undefined;
    if (typeof name !== 'string') return unknown();
    names.push(name);
  }
  if (recursive === true) for (const name of names) visible.add(name);
  for (const [index, item] of ctes.entries()) {
    if (!node(walk, item, place)) return null;
    visible.add(names[index] ?? '');
  }
  return place;
};

/** What a node must fulfil beside having known fields. */
const CHECKS: Readonly<Record<string, (walk: Walk, body: Json, place: Place) => boolean>> = {
  InsertStmt: (walk) => writes(walk),
  UpdateStmt: (walk) => writes(walk),
  DeleteStmt: (walk) => writes(walk),
  LockingClause: (walk) => writes(walk),

  RangeVar: (walk, body, place) => {
    const relation = body.relname;
    const schema = body.schemaname;
    if (typeof relation !== 'string') return refuse(walk, 'A relation has no name');
    if (body.catalogname !== undefined) return refuse(walk, `${relation} is named with a database; other databases cannot be reached`);
    if (schema === undefined && place.ctes.has(relation)) return true;
    walk.tables.add(isRecord(body.alias) ? String(body.alias.aliasname) : relation);
    if (schema === 'information_schema') return informationSchema(walk, relation);
    const home = homeOf(walk.scope);
    if (schema !== undefined && schema !== home) return elsewhere(walk, String(schema), relation);
    // Extensions put views of the server's activity into public too (`pg_stat_statements`).
    const isOwn = schema === home && isTable(walk.scope, relation);
    if (relation.startsWith('pg_') && !isOwn) return refuse(walk, `The system catalogue ${relation} cannot be read`);
    if (walk.scope.relations !== null && !walk.scope.relations.has(relation)) {
      return refuse(walk, `${relation} is not a table that this credential may use`, nearestNames(relation, walk.scope.relations));
    }
    return true;
  },

  FuncCall: (walk, body) => {
    const names = namesOf(body.funcname);
    const name = systemName(body.funcname);
    if (names === null || name === null) return refuse(walk, `${(names ?? []).join('.')}() is not one of PostgreSQL's own functions`);
    if (WRITE_FUNCTIONS.has(name)) {
      if (walk.scope.relations !== null) return refuse(walk, `${name}() is not a function that this credential may use`);
      return writes(walk);
    }
    if (!ALLOWED_FUNCTIONS.has(name)) return refuse(walk, `${name}() is not an allowed function`, nearestNames(name, ALLOWED_FUNCTIONS));
    const oversized = oversizedCall(name, body.args);
    return oversized === null || refuse(walk, oversized);
  },

  TypeName: (walk, body) => {
    const reason = refusedType(body, walk.scope.schema);
    return reason === null || refuse(walk, reason);
  },

  ParamRef: (walk, body) => {
    const number = body.number;
    if (typeof number !== 'number' || number < 1) return refuse(walk, 'Parameters are numbered from $1');
    walk.paramCount = Math.max(walk.paramCount, number);
    return true;
  },

  ColumnRef: (walk, body) => {
    if (!Array.isArray(body.fields)) return refuse(walk, 'A column has no name');
    const parts = body.fields.map((item) => nameOf(item));
    const [column, alias] = [parts.at(-1), parts.at(-2)];
    if (parts.length > 3) return refuse(walk, 'A column is named with a database; other databases cannot be reached');
    if (
      parts.length === 3 &&
      parts[0] !== homeOf(walk.scope) &&
      parts[0] !== 'information_schema' &&
      !isSchema(walk.scope, parts[0] ?? '')
    ) {
      walk.otherSchema = true;
      return refuse(walk, `The schema ${parts[0] ?? ''} cannot be used here`);
    }
    if (typeof column === 'string' && SYSTEM_COLUMNS.has(column)) walk.system.push([alias ?? null, column]);
    if (typeof column !== 'string' || typeof alias !== 'string') return true;
    // `row.name` that is no column is taken by PostgreSQL as the call name(row).
    if (column.startsWith('pg_') && !isColumnSomewhere(walk.scope, column)) return refuse(walk, `${column} is not a column`);
    walk.qualified.push([alias, column]);
    return true;
  },

  A_Indirection: (walk, body) => {
    const steps = Array.isArray(body.indirection) ? body.indirection : [];
    const named = steps.findIndex((step) => nameOf(step) !== null);
    if (named === -1) return true;
    // `(value).name` is the call name(value) whenever the value is no row, so only what surely is a row may be asked.
    const name = nameOf(steps[named]) ?? '';
    const onlyOne = named === 0 && steps.slice(1).every((step) => nameOf(step) === null);
    return (
      (onlyOne && !name.startsWith('pg_') && isRow(body.arg, name)) ||
      refuse(walk, `(…).${name} is not accepted here; name the column itself`)
    );
  },

  RangeFunction: (walk, body) => functionInFrom(walk, body),

  RangeTableSample: (walk, body) => {
    const method = systemName(body.method);
    if (method === null || !SAMPLE_METHODS.has(method)) return refuse(walk, 'TABLESAMPLE takes BERNOULLI or SYSTEM');
    return unwrap(body.relation)?.type === 'RangeVar' || refuse(walk, 'TABLESAMPLE takes a table');
  },
};

const writes = (walk: Walk): true => {
  walk.writes = true;
  return true;
};

const informationSchema = (walk: Walk, view: string): boolean => {
  if (walk.scope.relations === null && INFORMATION_SCHEMA_VIEWS.has(view)) return true;
  return refuse(
    walk,
    `information_schema.${view} cannot be read here`,
    walk.scope.relations === null ? nearestNames(view, INFORMATION_SCHEMA_VIEWS) : [],
  );
};

const homeOf = ({ home = 'public' }: GuardScope): string => home;

const isColumnSomewhere = (scope: GuardScope, column: string): boolean =>
  scope.schema?.tables.some((table) => table.columns.some((one) => one.name === column)) ?? false;

const isSchema = (scope: GuardScope, schema: string): boolean =>
  scope.schema?.tables.some(({ place }) => place?.schema === schema) ?? false;

/** Schemas beside `public` are usable where the caller's database is known to have them. */
const elsewhere = (walk: Walk, schema: string, relation: string): boolean => {
  const there = walk.scope.schema?.tables.filter(({ place }) => place?.schema === schema) ?? [];
  const usable = there.filter(({ name }) => walk.scope.relations?.has(name) ?? true).map(({ place }) => place?.name ?? '');
  if (usable.includes(relation)) return true;
  walk.otherSchema = true;
  if (schema === 'public' && walk.scope.relations?.has(relation))
    return refuse(walk, `What is granted stands in no schema public; write ${relation} alone`);
  if (there.length === 0) return refuse(walk, `The schema ${schema} cannot be used here`);
  return refuse(walk, `${schema}.${relation} is not a table that this credential may use`, nearestNames(relation, usable));
};

const isTable = (scope: GuardScope, relation: string): boolean =>
  scope.schema?.tables.some(({ name, place }) => (place?.schema ?? 'public') === homeOf(scope) && name === relation) ?? false;

const isRow = (value: unknown, column: string): boolean => {
  const wrapped = unwrap(value);
  if (wrapped === null || !isRecord(wrapped.body)) return false;
  if (wrapped.type === 'RowExpr') return /^f\d+$/.test(column);
  return wrapped.type === 'FuncCall' && COMPOSITE_FUNCTIONS.has(systemName(wrapped.body.funcname) ?? '');
};

/** Learns which columns a function in FROM has under its alias; see `columnsOfFunctions`. */
const functionInFrom = (walk: Walk, body: Json): boolean => {
  const calls = (Array.isArray(body.functions) ? body.functions : []).map((item) => {
    const list = unwrap(item);
    const parts = list?.type === 'List' && isRecord(list.body) && Array.isArray(list.body.items) ? list.body.items : [];
    const call = unwrap(parts[0]);
    const definitions = parts[1] !== undefined && !isEmpty(parts[1]);
    return call?.type === 'FuncCall' && isRecord(call.body) ? { call: call.body, definitions } : null;
  });
  const [first] = calls;
  if (first === undefined || calls.includes(null)) return refuse(walk, 'Only a function call may stand in FROM as a function');

  const alias = isRecord(body.alias) ? body.alias : null;
  const functionName = first === null ? '' : (systemName(first.call.funcname) ?? '');
  const name = alias === null ? functionName : alias.aliasname;
  if (typeof name !== 'string') return refuse(walk, 'A function in FROM has an alias of unknown shape');

  const args = first?.call.args;
  const isRowOfSeveral =
    calls.length > 1 ||
    body.ordinality === true ||
    body.coldeflist !== undefined ||
    first?.definitions === true ||
    COMPOSITE_FUNCTIONS.has(functionName) ||
    (functionName === 'unnest' && Array.isArray(args) && args.length > 1);
  const renamed = alias === null ? null : namesOf(alias.colnames ?? []);
  const columns = isRowOfSeveral ? null : new Set([...(renamed === null || renamed.length === 0 ? [name] : renamed), ...NAMED_OUTPUTS]);

  const before = walk.functionColumns.get(name);
  const sure =
    before === undefined || before === null
      ? columns
      : columns === null
        ? before
        : new Set([...before].filter((column) => columns.has(column)));
  walk.functionColumns.set(name, sure);
  return true;
};

/**
 * Numbers that a table has of the system: of transactions and objects of all databases of the server, so that they tell how busy the others
 * are. `ctid` is a place in the table itself. Only what a query calls so is another thing, under a name that no table has.
 */
const SYSTEM_COLUMNS: ReadonlySet<string> = new Set(['xmin', 'xmax', 'cmin', 'cmax', 'tableoid']);

const columnsOfSystem = (walk: Walk): void => {
  if (walk.refusal !== null) return;
  const found = walk.system.find(([alias]) => (alias === null ? walk.tables.size > 0 : walk.tables.has(alias)));
  if (found)
    refuse(walk, `${found[1]} is a system column of a table, which cannot be read; of a query that names one so, write query.${found[1]}`);
};

/** unnest(tsvector) and json_array_elements() give these whatever the alias; no function has such a name. */
const NAMED_OUTPUTS = ['lexeme', 'positions', 'weights', 'value'] as const;

/**
 * `alias.name` over a function in FROM that gives plain values calls name(value) when there is no such column:
 * `SELECT f.pg_read_file FROM unnest(ARRAY['/etc/passwd']) f` reads the file. Over tables and subqueries the argument
 * would be a whole row, which none of PostgreSQL's dangerous functions takes.
 */
const columnsOfFunctions = (walk: Walk): void => {
  for (const [alias, column] of walk.qualified) {
    const columns = walk.functionColumns.get(alias);
    if (columns === undefined || columns === null || columns.has(column)) continue;
    refuse(walk, `${alias}.${column} is not a column of the function in FROM`, nearestNames(column, columns));
    return;
  }
};
