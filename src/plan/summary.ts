import type { Expr, Plan, Query, Select, Source } from './plan.ts';

/** A plan in one sentence, for whoever reads a receipt: "Reads orders and customers, filtered; grouped by country; sorted; at most 5 rows." */
export function summaryOf(plan: Plan): string {
  switch (plan.kind) {
    case 'insert':
      return `Inserts ${plan.query ? 'what a query gives' : plan.rows.length === 1 ? 'one row' : `${plan.rows.length} rows`} into ${plan.table}.`;
    case 'update':
      return `Changes ${plan.set.map(({ column }) => column).join(', ')} of ${plan.where ? 'some rows' : 'every row'} of ${plan.table}.`;
    case 'delete':
      return `Deletes ${plan.where ? 'some rows' : 'every row'} of ${plan.table}.`;
    case 'set':
      return `Combines (${plan.op}): ${summaryOf(plan.left)} ${summaryOf(plan.right)}`;
    case 'select':
      return `${readsOf(plan)}.`;
  }
}

function readsOf(plan: Select): string {
  const sources = [plan.from, ...(plan.joins ?? []).map(({ source }) => source)].flatMap((source) => (source ? [nameOf(source)] : []));
  const grouped = (plan.groupBy ?? []).map(wordOf);
  return [
    sources.length === 0 ? 'Reads no table' : `Reads ${sources.join(' and ')}${plan.where ? ', filtered' : ''}`,
    `gives ${plan.columns.map(({ as }) => as).join(', ')}`,
    grouped.length > 0 ? `grouped by ${grouped.join(', ')}` : '',
    plan.having ? 'groups filtered' : '',
    plan.orderBy?.length
      ? `sorted by ${plan.orderBy.map(({ expr, direction }) => `${wordOf(expr)}${direction === 'desc' ? ', largest first' : ''}`).join(', ')}`
      : '',
    plan.limit === undefined ? '' : `at most ${plan.limit} ${plan.limit === 1 ? 'row' : 'rows'}`,
  ]
    .filter((part) => part !== '')
    .join('; ');
}

function nameOf(source: Source): string {
  switch (source.kind) {
    case 'table':
      return source.table;
    case 'cte':
      return source.name;
    case 'derived':
      return `(${inner(source.query)})`;
    case 'values':
      return 'listed values';
    case 'function':
      return source.fn;
  }
}

const inner = (query: Query): string => summaryOf(query).replace(/\.$/, '');

const wordOf = (expr: Expr): string => (expr.kind === 'column' ? expr.column : expr.kind === 'aggregate' ? expr.fn : 'an expression');
