import type { Expr, Select } from '../../plan.ts';
import { columnOf, sourcesOf } from '../checks/checked.ts';
import { stem } from '../english/stem.ts';
import { DATED } from '../linking/expressions.ts';
import type { Lexicon } from '../linking/lexicon.ts';

/**
 * "orders not shipped": those without the day on which that was done, where rows have one. Of a state that goes on to others, as `shipped` to
 * `delivered`, all rows that have gone on are not in it either.
 */
export function notYet(plan: Select, text: string, lexicon: Lexicon): Select {
  if (plan.where === undefined) return plan;
  const sources = sourcesOf(plan);
  const said = new Set(text.toLowerCase().match(/[a-z]+/g));
  const read = (expr: Expr): Expr => {
    if (expr.kind === 'and') return { ...expr, args: expr.args.map(read) };
    const test = expr.kind === 'not' ? expr.arg : null;
    if (test?.kind !== 'compare' || test.op !== '=' || test.left.kind !== 'column' || test.right.kind !== 'literal') return expr;
    const { table: as, column } = test.left;
    const state = String(test.right.value).toLowerCase();
    const table = sources.get(as);
    const isState = columnOf(lexicon, table, column)?.words.some((word) => STATES.has(word)) === true;
    if (!isState || !said.has(state) || said.has('status') || said.has('state')) return expr;
    const days = lexicon.byName
      .get(table ?? '')
      ?.columns.filter(({ column: own, words }) => own.nullable && DATED.has(own.type) && words[0] === stem(state));
    const [day, ...more] = days ?? [];
    if (day === undefined || more.length > 0) return expr;
    return { kind: 'isNull', arg: { kind: 'column', table: as, column: day.column.name } };
  };
  return { ...plan, where: read(plan.where) };
}

const STATES: ReadonlySet<string> = new Set(['status', 'state', 'stage']);
