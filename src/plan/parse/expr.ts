import { type Json, nameOf } from '../../guard/postgres-json.ts';
import type { Expr, FunctionName } from '../plan.ts';
import { readCall } from './call.ts';
import { readCast, readConstant } from './constant.ts';
import { readColumn } from './names.ts';
import { readOperator } from './operator.ts';
import type { Place } from './place.ts';
import { unsupported } from './refuse.ts';
import { checkSize } from './size.ts';
import { readSubquery } from './subquery.ts';
import { bodyIf, bodyOf, listOf, nodeOf, textOf } from './tree.ts';

const DEPTH_MAX = 300;

/** One expression of the parse tree. */
export function readExpr(node: unknown, outer: Place): Expr {
  const place = deeper(outer);
  const { type, body } = nodeOf(node);
  if (!Object.hasOwn(READERS, type)) throw unsupported(NAMES[type] ?? type);
  return checkSize(READERS[type as keyof typeof READERS](body, place));
}

/** One level further in; text that nests without end is refused before any stack is. */
export function deeper(place: Place): Place {
  if (place.depth >= DEPTH_MAX) throw unsupported('SQL nested this deep', `The SQL nests deeper than ${DEPTH_MAX} levels`);
  return { ...place, depth: place.depth + 1 };
}

type Read = (body: Json, place: Place) => Expr;

const READERS = {
  ColumnRef: readColumn,
  A_Const: readConstant,
  TypeCast: readCast,
  A_Expr: readOperator,
  FuncCall: readCall,
  SubLink: readSubquery,
  BoolExpr: (body, place) => {
    const args = all(body.args, place);
    const [first] = args;
    if (body.boolop !== 'NOT_EXPR') return { kind: body.boolop === 'OR_EXPR' ? 'or' : 'and', args };
    if (first === undefined) throw unsupported('NOT without a condition');
    return { kind: 'not', arg: first };
  },
  NullTest: (body, place) => {
    if (bodyIf(body.arg, 'RowExpr') !== null) throw unsupported('IS NULL of a row');
    const test: Expr = { kind: 'isNull', arg: place.lower.expr(body.arg, place) };
    return body.nulltesttype === 'IS_NOT_NULL' ? { kind: 'not', arg: test } : test;
  },
  BooleanTest: (body, place) => truthTest(textOf(body.booltesttype), place.lower.expr(body.arg, place)),
  CaseExpr: readCase,
  CoalesceExpr: (body, place) => call('coalesce', all(body.args, { ...place, rows: null })),
  MinMaxExpr: (body, place) => call(body.op === 'IS_LEAST' ? 'least' : 'greatest', all(body.args, place)),
  RowExpr: (body, place) => ({ kind: 'row', items: filled(body.args, 'ROW()', place) }),
  A_ArrayExpr: (body, place) => ({ kind: 'array', items: filled(body.elements, 'an empty ARRAY[]', place) }),
  GroupingFunc: (body, place) => ({ kind: 'grouping', args: filled(body.args, 'GROUPING()', place) }),
  SQLValueFunction: (body) => {
    const op = textOf(body.op)
      .replace(/^SVFOP_/, '')
      .replace(/_N$/, '');
    if (!Object.hasOwn(MOMENTS, op)) throw unsupported(op);
    return MOMENTS[op as keyof typeof MOMENTS];
  },
  A_Indirection: readSteps,
} as const satisfies Record<string, Read>;

const NAMES: Readonly<Record<string, string>> = {
  ParamRef: 'a parameter ($1)',
  CollateClause: 'COLLATE',
  SetToDefault: 'DEFAULT outside of INSERT',
  CurrentOfExpr: 'WHERE CURRENT OF',
  XmlExpr: 'XML',
  XmlSerialize: 'XML',
  JsonIsPredicate: 'IS JSON',
  JsonFuncExpr: 'JSON_VALUE, JSON_QUERY and JSON_EXISTS',
  JsonObjectConstructor: 'JSON_OBJECT',
  JsonArrayConstructor: 'JSON_ARRAY',
  JsonObjectAgg: 'JSON_OBJECTAGG',
  JsonArrayAgg: 'JSON_ARRAYAGG',
  MergeSupportFunc: 'MERGE_ACTION()',
  NamedArgExpr: 'a named argument',
  MultiAssignRef: 'several columns set at once from a query',
};

const now: Expr = { kind: 'call', fn: 'now', args: [] };
const MOMENTS = {
  CURRENT_DATE: { kind: 'call', fn: 'today', args: [] },
  CURRENT_TIMESTAMP: now,
  LOCALTIMESTAMP: now,
  CURRENT_TIME: { kind: 'cast', arg: now, type: 'time' },
  LOCALTIME: { kind: 'cast', arg: now, type: 'time' },
} as const satisfies Record<string, Expr>;

const call = (fn: FunctionName, args: Expr[]): Expr => ({ kind: 'call', fn, args });

const all = (items: unknown, place: Place): Expr[] => listOf(items).map((item) => place.lower.expr(item, place));

function filled(items: unknown, construct: string, place: Place): Expr[] {
  const exprs = all(items, place);
  if (exprs.length === 0) throw unsupported(construct);
  return exprs;
}

/** `(alias).column`, and subscripts. */
function readSteps(body: Json, place: Place): Expr {
  const [first, ...more] = listOf(body.indirection);
  const row = bodyIf(body.arg, 'ColumnRef');
  const isField = nameOf(first) !== null && row !== null && listOf(row.fields).length === 1;
  const start = isField ? readColumn({ fields: [...listOf(row.fields), first] }, place) : place.lower.expr(body.arg, place);
  return (isField ? more : [first, ...more]).reduce<Expr>((arg, step) => {
    const index = bodyIf(step, 'A_Indices');
    if (index === null) throw unsupported('a field of a row (…).name');
    if (index.is_slice === true) throw unsupported('a slice of an array');
    return { kind: 'subscript', arg, index: place.lower.expr(index.uidx, place) };
  }, start);
}

/** IS TRUE and its kin never yield NULL. */
function truthTest(test: string, arg: Expr): Expr {
  const isNull: Expr = { kind: 'isNull', arg };
  if (test === 'IS_UNKNOWN') return isNull;
  if (test === 'IS_NOT_UNKNOWN') return { kind: 'not', arg: isNull };
  const right: Expr = { kind: 'literal', value: test.endsWith('TRUE'), type: 'boolean' };
  return { kind: 'compare', op: test.startsWith('IS_NOT') ? 'distinct' : 'same', left: arg, right };
}

/** `CASE x WHEN 1 …` is `CASE WHEN x = 1 …`. */
function readCase(body: Json, outer: Place): Expr {
  const place: Place = { ...outer, rows: null };
  const subject = body.arg === undefined ? null : place.lower.expr(body.arg, place);
  const whens = listOf(body.args).map((item) => {
    const when = bodyOf(item, 'CaseWhen');
    const test = place.lower.expr(when.expr, place);
    return {
      when: subject === null ? test : ({ kind: 'compare', op: '=', left: subject, right: test } as const),
      value: place.lower.expr(when.result, place),
    };
  });
  return { kind: 'case', whens, ...(body.defresult === undefined ? {} : { else: place.lower.expr(body.defresult, place) }) };
}
