import type { Json } from '../../guard/postgres-json.ts';
import type { Expr, Select } from '../plan.ts';
import { groupKey } from './order.ts';
import type { Output } from './output.ts';
import type { Place } from './place.ts';
import { unsupported } from './refuse.ts';
import { bodyIf, listOf, textOf } from './tree.ts';

/** PostgreSQL allows 4,096; no question needs as many. */
const SETS_MAX = 512;

/** GROUP BY, its rollups and cubes spelled out as sets. */
export function readGroups(select: Json, outputs: readonly Output[], place: Place): Pick<Select, 'groupBy' | 'groupingSets'> {
  const items = listOf(select.groupClause);
  if (items.length === 0) return {};
  const key = (node: unknown): Expr => groupKey(node, outputs, place);
  if (items.every((item) => bodyIf(item, 'GroupingSet') === null)) return { groupBy: distinct(items.flatMap((item) => keysOf(item, key))) };
  const sets = bounded(items.map((item) => setsOf(item, key)).reduce(crossed));
  const groupBy = distinct(sets.flat());
  const indexes = sets.map((set) => [...new Set(set.map((expr) => groupBy.findIndex((other) => isSame(expr, other))))]);
  const groupingSets = select.groupDistinct === true ? [...new Map(indexes.map((set) => [[...set].sort().join(), set])).values()] : indexes;
  if (groupBy.length > 0) return { groupBy, groupingSets };
  if (groupingSets.length > 1) throw unsupported('several empty grouping sets');
  return {};
}

type Key = (node: unknown) => Expr;

/** `(a, b)` is one item that names two keys. */
function keysOf(item: unknown, key: Key): Expr[] {
  const row = bodyIf(item, 'RowExpr');
  return row === null || row.row_format !== 'COERCE_IMPLICIT_CAST' ? [key(item)] : listOf(row.args).map(key);
}

function setsOf(item: unknown, key: Key): Expr[][] {
  const set = bodyIf(item, 'GroupingSet');
  if (set === null) return [keysOf(item, key)];
  const content = listOf(set.content);
  const kind = textOf(set.kind);
  if (!Object.hasOwn(SETS, kind)) throw unsupported('this kind of grouping');
  return bounded(SETS[kind as keyof typeof SETS](content, key));
}

const SETS = {
  GROUPING_SET_EMPTY: () => [[]],
  GROUPING_SET_SETS: (content, key) => content.flatMap((item) => setsOf(item, key)),
  GROUPING_SET_ROLLUP: (content, key) => {
    const parts = content.map((item) => keysOf(item, key));
    return [...parts.map((_, at) => parts.slice(0, parts.length - at).flat()), []];
  },
  GROUPING_SET_CUBE: (content, key) => {
    if (content.length > Math.log2(SETS_MAX)) throw unsupported(`more than ${SETS_MAX} grouping sets`);
    const parts = content.map((item) => keysOf(item, key));
    return Array.from({ length: 2 ** parts.length }, (_, left) => parts.flatMap((part, at) => ((left >> at) & 1 ? [] : part)));
  },
} as const satisfies Record<string, (content: readonly unknown[], key: Key) => Expr[][]>;

/** Several items mean every combination of their sets. */
const crossed = (left: Expr[][], right: Expr[][]): Expr[][] => {
  if (left.length * right.length > SETS_MAX) throw unsupported(`more than ${SETS_MAX} grouping sets`);
  return left.flatMap((one) => right.map((other) => [...one, ...other]));
};

function bounded(sets: Expr[][]): Expr[][] {
  if (sets.length > SETS_MAX) throw unsupported(`more than ${SETS_MAX} grouping sets`);
  return sets;
}

const isSame = (one: Expr, other: Expr): boolean => one === other || JSON.stringify(one) === JSON.stringify(other);

const distinct = (exprs: readonly Expr[]): Expr[] => [...new Map(exprs.map((expr) => [JSON.stringify(expr), expr])).values()];
