import type { Json } from '../../guard/postgres-json.ts';
import type { Expr } from '../plan.ts';
import { isAggregate, readAggregate } from './aggregate.ts';
import { functionNameFor, unknownFunction } from './function-name.ts';
import type { Place } from './place.ts';
import { unsupported } from './refuse.ts';
import { isSpecialCall, readSpecialCall } from './special-call.ts';
import { tableFunctionCalled } from './table-function.ts';
import { listOf, systemName } from './tree.ts';
import { typeCalled } from './type-name.ts';
import { isWindowFunction, readWindow } from './window.ts';

/** A call in an expression: an aggregate, a window function or a function of single values. */
export function readCall(body: Json, place: Place): Expr {
  const name = systemName(body.funcname, 'the function');
  if (body.func_variadic === true) throw unsupported('VARIADIC');
  const single: Place = { ...place, rows: null };
  if (body.over !== undefined) return readWindow(name, body, single);
  if (isAggregate(name)) return readAggregate(name, body, single);
  if (isWindowFunction(name)) throw unsupported(`${name}() without OVER`, `${name}() needs OVER (…)`);
  for (const [field, words] of AGGREGATE_PARTS) if (body[field] !== undefined) throw unsupported(`${words} in ${name}()`);
  if (tableFunctionCalled(name) !== null) {
    if (place.rows === null) throw unsupported(`${name}() inside an expression`, `${name}() gives rows: write it in FROM`);
    return place.rows(name, body);
  }
  if (isSpecialCall(name)) return readSpecialCall(name, body, place);
  const args = listOf(body.args).map((arg) => place.lower.expr(arg, place));
  const fn = functionNameFor(name);
  if (fn !== null) return { kind: 'call', fn, args };
  // `date(x)` is a cast that looks like a call.
  const type = typeCalled(name);
  const [only, ...others] = args;
  if (type !== null && only !== undefined && others.length === 0) return { kind: 'cast', arg: only, type };
  throw unknownFunction(name, args[0], place);
}

const AGGREGATE_PARTS = [
  ['agg_star', '*'],
  ['agg_distinct', 'DISTINCT'],
  ['agg_filter', 'FILTER'],
  ['agg_order', 'ORDER BY'],
  ['agg_within_group', 'WITHIN GROUP'],
] as const;
