import type { Expr, Query } from '../../plan/plan.ts';
import { type Level, visit } from './level.ts';
import { refused } from './refuse.ts';
import type { Typing } from './typing.ts';

/**
 * ClickHouse answers a subquery that depends on the row by joining it to the row's columns, where NULL finds nothing. That is right
 * exactly where a NULL leaves the subquery without rows anyway: every such column that may be NULL stands in one of its conditions
 * that NULL makes untrue. `also` are expressions that another condition compares so. Otherwise a Fault `sql_rejected`.
 */
export function checkCorrelation(typing: Typing, query: Query, names: Level, also: readonly Expr[] = []): void {
  const strict = new Set(also.flatMap((each) => [...columnsThrough(each)]));
  if (query.kind === 'select' && query.where) for (const each of neededBy(query.where)) strict.add(each);
  for (const [key, column] of outerColumns([query, also], query)) {
    if (!strict.has(key) && typing.of(column, names).nullable) {
      throw refused(`a subquery that depends on ${column.table}.${column.column}, which may be NULL, otherwise than by comparing it`);
    }
  }
}

type Column = Extract<Expr, { kind: 'column' }>;

const keyOf = ({ table, column }: { table: string; column: string }): string => JSON.stringify([table, column]);

/** Columns of the queries around, by name. */
function outerColumns(within: unknown, query: Query): ReadonlyMap<string, Column> {
  const own = new Set<string>();
  const found = new Map<string, Column>();
  visit(query, (node) => {
    if ('as' in node && 'kind' in node) own.add(String(node.as));
  });
  visit(within, (node) => {
    if ('kind' in node && node.kind === 'column' && 'table' in node && !own.has(String(node.table)))
      found.set(keyOf(node as Column), node as Column);
  });
  return found;
}

/** Columns whose NULL makes the condition untrue. */
function neededBy(condition: Expr): ReadonlySet<string> {
  switch (condition.kind) {
    case 'and':
      return new Set(condition.args.flatMap((arg) => [...neededBy(arg)]));
    case 'or': {
      const [first, ...rest] = condition.args.map(neededBy);
      return new Set([...(first ?? [])].filter((key) => rest.every((each) => each.has(key))));
    }
    case 'not':
      return condition.arg.kind === 'isNull'
        ? columnsThrough(condition.arg.arg)
        : ATOMS.has(condition.arg.kind)
          ? neededBy(condition.arg)
          : new Set();
    case 'compare':
      if (condition.op === 'distinct' || condition.op === 'same') return new Set();
      return new Set([...columnsThrough(condition.left), ...columnsThrough(condition.right)]);
    case 'match':
      return new Set([...columnsThrough(condition.left), ...columnsThrough(condition.right)]);
    case 'between':
      return columnsThrough(condition.arg);
    case 'in':
    case 'inQuery':
      return columnsThrough(condition.arg);
    case 'column':
      return columnsThrough(condition);
    default:
      return new Set();
  }
}

/** Conditions that NULL makes NULL, and so their negation too; a membership is not among them. */
const ATOMS: ReadonlySet<string> = new Set(['compare', 'match', 'column', 'in']);

/** Columns whose NULL makes the value NULL. */
function columnsThrough(expr: Expr): ReadonlySet<string> {
  if (expr.kind === 'column') return new Set([keyOf(expr)]);
  if (expr.kind === 'arithmetic') return new Set([...columnsThrough(expr.left), ...columnsThrough(expr.right)]);
  if (expr.kind === 'cast') return columnsThrough(expr.arg);
  if (expr.kind === 'call' && !LENIENT.has(expr.fn)) return new Set(expr.args.flatMap((arg) => [...columnsThrough(arg)]));
  return new Set();
}

const LENIENT: ReadonlySet<string> = new Set(['coalesce', 'nullif', 'concat', 'concat_ws', 'greatest', 'least']);
