import type { Json } from '../../guard/postgres-json.ts';
import { COMPARE_OPS, type CompareOp, type Expr, type Query } from '../plan.ts';
import type { Lowered, Place } from './place.ts';
import { unsupported } from './refuse.ts';
import { nodeOf, systemName, textOf } from './tree.ts';

/** A query that stands in an expression. */
export function readSubquery(body: Json, place: Place): Expr {
  const kind = textOf(body.subLinkType);
  if (!Object.hasOwn(KINDS, kind)) throw unsupported('this kind of subquery');
  const { type, body: select } = nodeOf(body.subselect);
  if (type !== 'SelectStmt') throw unsupported('a write as a subquery');
  return KINDS[kind as keyof typeof KINDS](body, place.lower.query(select, place), place);
}

type Read = (body: Json, lowered: Lowered, place: Place) => Expr;

const KINDS = {
  EXISTS_SUBLINK: (_body, { query }) => ({ kind: 'exists', query }),
  ANY_SUBLINK: (body, lowered, place) => quantified('any', body, lowered, place),
  ALL_SUBLINK: (body, lowered, place) => quantified('all', body, lowered, place),
  EXPR_SUBLINK: (_body, lowered, place) => {
    const expr: Expr = { kind: 'scalarQuery', query: single(lowered) };
    const type = lowered.columns[0]?.type;
    if (type !== undefined) place.statement.types.set(expr, type);
    return expr;
  },
  ARRAY_SUBLINK: (_body, lowered) => ({ kind: 'arrayQuery', query: single(lowered) }),
} as const satisfies Record<string, Read>;

/** IN is = ANY, and NOT IN is <> ALL. */
function quantified(quantifier: 'any' | 'all', body: Json, lowered: Lowered, place: Place): Expr {
  const left = place.lower.expr(body.testexpr, place);
  const op = body.operName === undefined ? '=' : systemName(body.operName, 'the operator');
  const width = left.kind === 'row' ? left.items.length : 1;
  if (lowered.columns.length !== width) {
    throw unsupported('IN with a query of another width', `The query gives ${lowered.columns.length} columns where ${width} are compared`);
  }
  const { query } = lowered;
  if (op === '=' && quantifier === 'any') return { kind: 'inQuery', arg: left, query };
  if (op === '<>' && quantifier === 'all') return { kind: 'not', arg: { kind: 'inQuery', arg: left, query } };
  if (!isCompareOp(op) || width > 1) throw unsupported(`${op} ${quantifier.toUpperCase()} (query)`);
  return { kind: 'quantified', op, quantifier, left, query };
}

export const isCompareOp = (op: string): op is CompareOp => (COMPARE_OPS as readonly string[]).includes(op);

function single({ query, columns }: Lowered): Query {
  if (columns.length !== 1)
    throw unsupported('a query of several columns as a value', `A query used as a value gives one column, not ${columns.length}`);
  return query;
}
