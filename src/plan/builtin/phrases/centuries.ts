import type { Expr } from '../../plan.ts';
import { DATED, NUMERIC } from '../linking/expressions.ts';
import { dateOf } from './columns.ts';
import { entry, found, type Ground, type Read, word } from './ground.ts';
import { byTime, type Group } from './group.ts';
import { columnIn, type Scope } from './query.ts';
import { dateNote } from './when.ts';

/** "century", "decades": those of the one year that rows of a table keep as a number, else of their date. */
export function centuriesAt(ground: Ground, at: number, table: string): Read<Group>[] {
  const unit = UNITS.get(word(ground, at));
  if (unit === undefined) return [];
  const [only, ...more] = entry(ground, table).columns.filter(
    ({ column, words, reference }) => NUMERIC.has(column.type) && !reference && words.some((one) => YEARS.has(one)),
  );
  if (only !== undefined) {
    const { name } = only.column;
    return more.length > 0
      ? []
      : [found(byYears(table, name, unit, only.column.nullable), at + 1, 0.05, [`The year is that of ${table}.${name}.`])];
  }
  const dated = dateOf(ground, table);
  return dated === null || !DATED.has(dated.column.type)
    ? []
    : [found(byTime(table, dated.column.name, unit), at + 1, 0.05, dateNote(ground, table, []))];
}

const UNITS = new Map([
  ...['decade', 'decades'].map((one) => [one, 'decade'] as const),
  ...['century', 'centuries'].map((one) => [one, 'century'] as const),
]);
const YEARS = new Set(['year', 'yr', 'founded', 'built', 'established']);

/** Decades are called by their first year, 1960, and centuries by their number. */
function byYears(table: string, column: string, unit: 'decade' | 'century', nullable: boolean): Group {
  const whole = (value: number): Expr => ({ kind: 'literal', value, type: 'integer' });
  const sum = (op: '+' | '-' | '*' | 'div', left: Expr, by: number): Expr => ({ kind: 'arithmetic', op, left, right: whole(by) });
  const key = (scope: Scope): Expr => {
    const year = columnIn(scope.reach(table), column);
    return unit === 'decade' ? sum('*', sum('div', year, 10), 10) : sum('+', sum('div', sum('-', year, 1), 100), 1);
  };
  return {
    keys: (scope) => [key(scope)],
    shown: (scope) => [{ expr: key(scope), as: unit }],
    time: true,
    ...(nullable
      ? { within: { kind: 'test', table, column, not: true, test: (alias: string) => ({ kind: 'isNull', arg: columnIn(alias, column) }) } }
      : {}),
  };
}
