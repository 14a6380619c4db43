import type { Expr, Query, Select } from '../../plan.ts';
import type { Question } from '../../planner.ts';
import type { Period } from '../english/dates/periods.ts';
import { answer, column, notesOf, selected, where, within } from './build.ts';
import type { Reading } from './form.ts';
import { type Row, theRows } from './rows.ts';

/** Facts with the time since which they are believed, and messages with that at which they were sent, in the order of time. */
export function told(facts: readonly Row[], messages: readonly Row[], assumptions: readonly (string | null)[]): Reading {
  const parts = [
    ...(facts.length === 0 ? [] : [momentsOf('fact_history', 'valid_from', [theRows('fact_history', facts)])]),
    ...(messages.length === 0 ? [] : [momentsOf('episodes', 'created_at', [theRows('episodes', messages)])]),
  ];
  return inOrder(parts, assumptions);
}

function inOrder([left, right]: readonly Select[], assumptions: readonly (string | null)[]): Reading {
  const query: Query | undefined = left === undefined || right === undefined ? left : { kind: 'set', op: 'union', all: true, left, right };
  if (query === undefined) throw new Error('Nothing was told.');
  const plan: Select = {
    kind: 'select',
    columns: ['content', 'at', 'id'].map((name) => ({ expr: column('told', name), as: name })),
    from: { kind: 'derived', query, as: 'told' },
    orderBy: [{ expr: column('told', 'at'), direction: 'asc', nulls: 'last' }],
  };
  return answer(plan, assumptions);
}

/** All that is believed since a time, or was said in it. */
export function inTime(period: Period, { schema }: Question): Reading {
  return inOrder(
    [
      momentsOf('fact_history', 'valid_from', within('fact_history', 'valid_from', period, schema)),
      momentsOf('episodes', 'created_at', within('episodes', 'created_at', period, schema)),
    ],
    ['read as what was learned and said in that time', ...notesOf(period)],
  );
}

function momentsOf(table: Row['table'], moment: string, conditions: readonly Expr[]): Select {
  const shown = selected(table, ['content', 'id']);
  const [content, ...rest] = shown.columns;
  const columns = content === undefined ? shown.columns : [content, { expr: column(table, moment), as: 'at' }, ...rest];
  return where({ ...shown, columns }, conditions);
}
