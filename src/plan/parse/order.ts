import type { Json } from '../../guard/postgres-json.ts';
import type { Expr, OrderItem, Select } from '../plan.ts';
import { fieldNamed } from './names.ts';
import type { Output } from './output.ts';
import type { Place } from './place.ts';
import { ambiguous, unsupported } from './refuse.ts';
import { bodyIf, bodyOf, constInteger, nodeOf, partsOf } from './tree.ts';

/** ORDER BY; `key` reads one expression of it. NULLs come last when ascending, first when descending, as in PostgreSQL. */
export function readOrder(items: readonly unknown[], key: (node: unknown) => Expr): OrderItem[] {
  return items.map((item) => {
    const body = bodyOf(item, 'SortBy');
    if (body.sortby_dir === 'SORTBY_USING') throw unsupported('ORDER BY … USING');
    const direction = body.sortby_dir === 'SORTBY_DESC' ? 'desc' : 'asc';
    const usual = direction === 'desc' ? 'first' : 'last';
    const nulls = body.sortby_nulls === 'SORTBY_NULLS_FIRST' ? 'first' : body.sortby_nulls === 'SORTBY_NULLS_LAST' ? 'last' : usual;
    return { expr: key(body.node), direction, nulls };
  });
}

/** What ORDER BY and DISTINCT ON mean by an expression: a position, an output's name before a column's, or itself. */
export function sortKey(node: unknown, outputs: readonly Output[], place: Place): Expr {
  const at = positionIn(node, outputs, 'ORDER BY');
  if (at !== null) return at;
  const name = bareName(node);
  if (name === null) return place.lower.expr(node, place);
  return outputNamed(name, outputs, (other) => other === name) ?? fieldOrOutput(name, node, outputs, place);
}

/** What GROUP BY means by it: a column's name comes before an output's. */
export function groupKey(node: unknown, outputs: readonly Output[], place: Place): Expr {
  const at = positionIn(node, outputs, 'GROUP BY');
  if (at !== null) return at;
  const name = bareName(node);
  return name === null ? place.lower.expr(node, place) : fieldOrOutput(name, node, outputs, place);
}

/** LIMIT, OFFSET and FETCH FIRST. */
export function readSlice(select: Json): Pick<Select, 'limit' | 'withTies' | 'offset'> {
  const limit = countOf(select.limitCount, 'LIMIT');
  const offset = countOf(select.limitOffset, 'OFFSET');
  return {
    ...(limit === null ? {} : { limit }),
    ...(limit !== null && select.limitOption === 'LIMIT_OPTION_WITH_TIES' ? { withTies: true } : {}),
    ...(offset === null ? {} : { offset }),
  };
}

function countOf(node: unknown, clause: string): number | null {
  if (node === undefined || bodyIf(node, 'A_Const')?.isnull === true) return null;
  const count = constInteger(node);
  if (count === null || count < 0) throw unsupported(`${clause} with an expression`, `${clause} takes a whole number`);
  return count;
}

function positionIn(node: unknown, outputs: readonly Output[], clause: string): Expr | null {
  const position = constInteger(node);
  if (position === null) return null;
  const output = outputs[position - 1];
  if (output === undefined) throw unsupported(`${clause} ${position}`, `${clause} ${position} is no position in the select list`);
  return output.expr;
}

function bareName(node: unknown): string | null {
  if (nodeOf(node).type !== 'ColumnRef') return null;
  const parts = partsOf(nodeOf(node).body);
  return parts.length === 1 ? (parts[0] ?? null) : null;
}

function fieldOrOutput(name: string, node: unknown, outputs: readonly Output[], place: Place): Expr {
  const lower = name.toLowerCase();
  return (
    fieldNamed(name, place.scope) ?? outputNamed(name, outputs, (other) => other.toLowerCase() === lower) ?? place.lower.expr(node, place)
  );
}

function outputNamed(name: string, outputs: readonly Output[], same: (other: string) => boolean): Expr | null {
  const [first, ...others] = outputs.filter((output) => same(output.name));
  if (first === undefined) return null;
  if (others.some(({ expr }) => JSON.stringify(expr) !== JSON.stringify(first.expr))) {
    throw ambiguous(name, ['one of several columns of the select list']);
  }
  return first.expr;
}
