import type { Query, Select } from '../../plan.ts';
import { column, selected, where } from './build.ts';
import type { Reading } from './form.ts';
import { type Row, theRows } from './rows.ts';

/** Facts with the time since which they are believed, and messages with that at which they were sent, in the order of time. */
export function told(facts: readonly Row[], messages: readonly Row[], assumptions: readonly (string | null)[]): Reading {
  const parts = [
    ...(facts.length === 0 ? [] : [momentsOf('fact_history', 'valid_from', facts)]),
    ...(messages.length === 0 ? [] : [momentsOf('episodes', 'created_at', messages)]),
  ];
  const [left, right] = parts;
  const query: Query | undefined = left === undefined || right === undefined ? left : { kind: 'set', op: 'union', all: true, left, right };
  if (query === undefined) throw new Error('Nothing was told.');
  const plan: Select = {
    kind: 'select',
    columns: ['content', 'at', 'id'].map((name) => ({ expr: column('told', name), as: name })),
    from: { kind: 'derived', query, as: 'told' },
    orderBy: [{ expr: column('told', 'at'), direction: 'asc', nulls: 'last' }],
  };
  return { kind: 'plan', plan, confidence: null, assumptions: assumptions.filter((note) => note !== null), passing: true };
}

function momentsOf(table: Row['table'], moment: string, rows: readonly Row[]): Select {
  const shown = selected(table, ['content', 'id']);
  const [content, ...rest] = shown.columns;
  const columns = content === undefined ? shown.columns : [content, { expr: column(table, moment), as: 'at' }, ...rest];
  return where({ ...shown, columns }, [theRows(table, rows)]);
}
