import type { Expr } from '../../plan.ts';
import { moneyOf } from './columns.ts';
import { after, entry, found, type Ground, past, type Read } from './ground.ts';
import { linesOf, moneyIn } from './income.ts';
import type { Measure } from './measure.ts';
import { modified } from './modifiers.ts';
import { headsAt } from './noun-phrase.ts';
import { columnIn, type Scope } from './query.ts';
import type { Things } from './things.ts';

/** "average order value", "average value of an order", where only the lines of orders say what they come to: that of all orders that have any. */
export function wholeWorthAt(ground: Ground, at: number): Read<Measure>[] {
  const start = after(ground, past(ground, at, THE), ['average', 'avg', 'mean', 'typical']);
  if (start === null) return [];
  const of = after(
    ground,
    start,
    VALUES.map((value) => `${value} of`),
  );
  const heads =
    of !== null
      ? headsAt(ground, past(ground, of, ARTICLES))
      : headsAt(ground, start).flatMap((head) => {
          const end = after(ground, head.end, VALUES);
          return end === null ? [] : [{ ...head, end }];
        });
  return heads.flatMap((head) => {
    const whole = head.value.table;
    const [line, ...more] = moneyOf(ground, whole) === null ? linesOf(ground, entry(ground, whole)) : [];
    const money = line === undefined || more.length > 0 ? null : moneyIn(ground, line, false);
    const key = line?.table.foreignKeys.find((one) => one.table === whole && one.columns.length === 1)?.columns[0];
    const own = head.value.filters.every((filter) => filter.kind === 'test' && !filter.not);
    if (line === undefined || money === null || key === undefined || !own) return [];
    const value = (scope: Scope): Expr => ({
      kind: 'arithmetic',
      op: '/',
      left: { kind: 'aggregate', fn: 'sum', arg: money.worth(scope) },
      right: { kind: 'aggregate', fn: 'count', arg: columnIn(scope.reach(line.table.name), key), distinct: true },
    });
    const things: Things = { table: line.table.name, filters: [...money.things.filters, ...head.value.filters] };
    return modified(ground, found(things, head.end, head.cost + 0.05, [...head.notes, money.note])).map((read) => ({
      ...read,
      value: { things: read.value, value, as: 'average_value' },
    }));
  });
}

const THE = new Set(['the', 'our']);
const ARTICLES = new Set(['a', 'an', 'the', 'our', 'all', 'each']);
const VALUES = ['value', 'total', 'amount', 'worth'];
