import { isRecord, type Json, nameOf } from '../../guard/postgres-json.ts';
import type { Expr, Query } from '../plan.ts';
import type { Field, Named, Place, Scope, Shown } from './place.ts';
import { unsupported } from './refuse.ts';
import { sqlTypeOf } from './sql-type.ts';
import { listOf, namesIn, nodeOf, recordOf, textOf } from './tree.ts';

/** PostgreSQL's own bound; beyond it a statement is nothing that anyone wrote. */
const COLUMNS_MAX = 1_600;

/** One column of a select list, before its name is made unique. */
export interface Output {
  readonly name: string;
  readonly expr: Expr;
}

/** Gives every output a name of its own: `name`, `name_2`. */
export function uniqueOutputs(outputs: readonly Output[]): { expr: Expr; as: string; name: string }[] {
  if (outputs.length > COLUMNS_MAX) throw unsupported(`more than ${COLUMNS_MAX} columns`);
  const wanted = new Set(outputs.map(({ name }) => name));
  const given = new Set<string>();
  return outputs.map(({ name, expr }) => {
    let as = name;
    for (let n = 2; given.has(as) || (as !== name && wanted.has(as)); n += 1) as = `${name}_${n}`;
    given.add(as);
    return { expr, as, name };
  });
}

export const shownOf = (outputs: readonly { expr: Expr; as: string; name: string }[], place: Place): Shown[] =>
  outputs.map(({ name, as, expr }) => ({ name, as, type: sqlTypeOf(expr, place.statement) }));

/** What a source whose columns are these offers under its alias. */
export function namedOf(alias: string, as: string, columns: readonly Shown[], place: Place): Named {
  const fields = columns.map((column): Field => {
    const expr: Expr = { kind: 'column', table: as, column: column.as };
    if (column.type !== undefined) place.statement.types.set(expr, column.type);
    return { name: column.name, expr, from: alias };
  });
  return { alias, fields };
}

export const scopeOf = (named: readonly Named[], visible: readonly Field[], parent: Scope | null): Scope => ({ named, visible, parent });

/** The names of `alias (a, b)` given to a query's columns. */
export function renameColumns(query: Query, columns: readonly Shown[], names: readonly string[]): { query: Query; columns: Shown[] } {
  if (names.length === 0) return { query, columns: [...columns] };
  if (names.length > columns.length)
    throw unsupported('more column names than columns', `${names.length} column names stand for ${columns.length} columns`);
  const outputs = uniqueOutputs(columns.map((column, at) => ({ name: names[at] ?? column.name, expr: { kind: 'star' } })));
  const renamed = columns.map((column, at) => ({
    name: outputs[at]?.name ?? column.name,
    as: outputs[at]?.as ?? column.as,
    type: column.type,
  }));
  return {
    query: renameOutputs(
      query,
      renamed.map(({ as }) => as),
    ),
    columns: renamed,
  };
}

function renameOutputs(query: Query, names: readonly string[]): Query {
  if (query.kind === 'set') return { ...query, left: renameOutputs(query.left, names) };
  return { ...query, columns: query.columns.map((column, at) => ({ ...column, as: names[at] ?? column.as })) };
}

/** What PostgreSQL would call a column without AS; `value` where it has no name for it. */
export const nameFor = (value: unknown): string => named(value)?.name ?? 'value';

interface Name {
  readonly name: string;
  /** A type's or CASE's own name gives way to a better one. */
  readonly weak?: true;
}

function named(value: unknown): Name | null {
  if (!isRecord(value)) return null;
  const { type, body } = nodeOf(value);
  return Object.hasOwn(NAMES, type) ? NAMES[type as keyof typeof NAMES](body) : null;
}

const NAMES = {
  ColumnRef: (body) => lastName(body.fields),
  FuncCall: (body) => lastName(body.funcname),
  A_Indirection: (body) => lastName(body.indirection) ?? named(body.arg),
  TypeCast: (body) => {
    const inner = named(body.arg);
    return inner !== null && inner.weak !== true ? inner : (weak(namesIn(recordOf(body.typeName).names).at(-1)) ?? inner);
  },
  CaseExpr: (body) => {
    const inner = named(body.defresult);
    return inner !== null && inner.weak !== true ? inner : { name: 'case', weak: true };
  },
  SubLink: (body) => SUBLINK_NAMES[textOf(body.subLinkType)] ?? (body.subLinkType === 'EXPR_SUBLINK' ? nameOfQuery(body.subselect) : null),
  SQLValueFunction: (body) => ({
    name: textOf(body.op)
      .replace(/^SVFOP_/, '')
      .replace(/_N$/, '')
      .toLowerCase(),
  }),
  MinMaxExpr: (body) => ({ name: body.op === 'IS_LEAST' ? 'least' : 'greatest' }),
  CoalesceExpr: () => ({ name: 'coalesce' }),
  GroupingFunc: () => ({ name: 'grouping' }),
  A_ArrayExpr: () => ({ name: 'array' }),
  RowExpr: () => ({ name: 'row' }),
  A_Expr: (body) => (body.kind === 'AEXPR_NULLIF' ? { name: 'nullif' } : null),
  CollateClause: (body) => named(body.arg),
} as const satisfies Record<string, (body: Json) => Name | null>;

const SUBLINK_NAMES: Readonly<Record<string, Name>> = { EXISTS_SUBLINK: { name: 'exists' }, ARRAY_SUBLINK: { name: 'array' } };

const weak = (name: string | undefined): Name | null => (name === undefined ? null : { name, weak: true });

function lastName(fields: unknown): Name | null {
  const name = listOf(fields)
    .map(nameOf)
    .filter((part) => part !== null)
    .at(-1);
  return name === undefined ? null : { name };
}

function nameOfQuery(query: unknown): Name | null {
  const target = listOf(nodeOf(query).body.targetList)[0];
  if (target === undefined) return null;
  const { body } = nodeOf(target);
  return typeof body.name === 'string' ? { name: body.name } : named(body.val);
}
