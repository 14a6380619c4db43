import type { Expr, Plan } from '../../../plan.ts';
import type { Question } from '../../../planner.ts';
import { labelColumn } from '../write-names.ts';

/**
 * "remove Ada from the stone crew" deletes nobody: a row that is said by its own name and taken from a row that it points at no longer
 * points there. The plan as it is where it says something else.
 */
export function unlinked(plan: Plan, { text, schema }: Question): Plan {
  const table = plan.kind === 'delete' ? schema.tables.find(({ name }) => name === plan.table) : undefined;
  if (plan.kind !== 'delete' || table === undefined || plan.where?.kind !== 'and' || !TAKEN.test(text)) return plan;
  const tests = plan.where.args;
  const label = labelColumn(table)?.name;
  const named = tests.some(
    (each) => each.kind === 'compare' && each.op === '=' && each.left.kind === 'column' && isName(each.left.column, label),
  );
  const keys = tests.flatMap((each) => keyOf(each) ?? []);
  const [key, ...more] = table.columns.filter(
    ({ name, nullable }) => keys.includes(name) && nullable && table.foreignKeys.some(({ columns }) => columns[0] === name),
  );
  if (!named || key === undefined || more.length > 0) return plan;
  return {
    kind: 'update',
    table: table.name,
    set: [{ column: key.name, value: { kind: 'literal', value: null, type: 'null' } }],
    where: plan.where,
  };
}

const isName = (column: string, label: string | undefined): boolean =>
  column === label || /^(?:first|last|full)_?name$|^surname$/.test(column);

/** The column that has to be the key of some row. */
const keyOf = (test: Expr): string | null =>
  test.kind === 'inQuery' && test.arg.kind === 'column'
    ? test.arg.column
    : test.kind === 'compare' && test.op === '=' && test.left.kind === 'column'
      ? test.left.column
      : null;

const TAKEN = /\b(?:remove|take|drop|kick|pull)\b.+\b(?:from|off|out of) /i;
