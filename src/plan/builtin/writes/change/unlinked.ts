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

/** Whether what something is taken from would be deleted itself: "remove Knots from Ada" deletes no Ada. */
export function deletesSource(plan: Plan, question: Question): boolean {
  const { text, schema } = question;
  const [, before = '', after = ''] = SOURCE.exec(text) ?? [];
  const table = plan.kind === 'delete' ? schema.tables.find(({ name }) => name === plan.table) : undefined;
  if (plan.kind !== 'delete' || after === '' || table === undefined || plan.where?.kind !== 'and') return false;
  const label = labelColumn(table)?.name;
  const names = equalTo(plan.where).flatMap(({ column, value }) => (isName(column, label) ? [value.toLowerCase()] : []));
  const source = names.length > 0 && names.every((name) => after.toLowerCase().includes(name) && !before.toLowerCase().includes(name));
  return source && plan.where.args.some((each) => each.kind === 'inQuery') && unlinked(plan, question) === plan;
}

/** The columns that have to equal a text. */
const equalTo = (test: Expr): { column: string; value: string }[] =>
  test.kind === 'and'
    ? test.args.flatMap(equalTo)
    : test.kind === 'compare' && test.op === '=' && test.left.kind === 'column' && test.right.kind === 'literal'
      ? [{ column: test.left.column, value: String(test.right.value) }]
      : [];

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
const SOURCE = /^(?:please )?(?:remove|delete|take|drop|kick|pull) (.+) (?:from|off|out of) (.+)$/i;
