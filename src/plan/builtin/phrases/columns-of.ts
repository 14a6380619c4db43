import type { Expr, Query, Select } from '../../plan.ts';
import { stem } from '../english/stem.ts';
import { ageOf, NUMERIC, unfit } from '../linking/expressions.ts';
import { birthOf, columnOf } from './columns.ts';
import { type Form, query } from './form.ts';
import { after, columnsAt, entry, found, type Ground, past, type Read, word } from './ground.ts';
import { thingsAt } from './modifiers.ts';
import { columnIn, createScope, select } from './query.ts';
import { shownOf } from './shown.ts';
import { extremes } from './superlatives.ts';
import type { Things } from './things.ts';

/** "emails of patrons from bergen", "the name and phone of everybody on the newsletter": columns of all of some things. */
export const columnsOf: Form = (ground, from) => {
  const at = past(ground, from, new Set(['the', 'all', 'all the']));
  return ground.lexicon.tables.flatMap(({ table: { name: table } }) => [
    ...columnListAt(ground, at, table).flatMap((shown) => {
      // Names are what a list shows anyway.
      if (shown.value.every((column) => entry(ground, table).label.includes(column))) return [];
      const columns = (alias: string) => [...new Set(shown.value)].map((column) => ({ expr: columnIn(alias, column), as: column }));
      return [
        ...thingsOf(ground, shown, table).map((read) => query(() => columnsQuery(ground, read.value, columns), read)),
        ...ofExtreme(ground, shown, table, columns),
      ];
    }),
    ...agesAt(ground, at, table).flatMap((age) => ofExtreme(ground, age, table, age.value)),
    ...quotientAt(ground, at, table).flatMap((shown) =>
      thingsOf(ground, shown, table).map((read) => query(() => quotientQuery(ground, read.value, shown.value), read)),
    ),
  ]);
};

type Shown = (alias: string) => { expr: Expr; as: string }[];

/** "phone of our newest client", "price of the cheapest play": of the row that a superlative says. */
function ofExtreme(ground: Ground, shown: Read<unknown>, table: string, columns: Shown): Read<() => Query>[] {
  const of = after(ground, shown.end, ['of', 'for']);
  return (of === null ? [] : extremes(ground, of)).map((read) =>
    query(
      () => {
        const plan = read.value();
        if (plan.kind !== 'select' || plan.from?.kind !== 'table' || plan.from.table !== table || plan.groupBy !== undefined)
          return unfit();
        return { ...plan, columns: columns(plan.from.as) };
      },
      { ...read, cost: read.cost + shown.cost },
    ),
  );
}

const agesAt = (ground: Ground, at: number, table: string): Read<Shown>[] => {
  const birth = word(ground, at) === 'age' ? birthOf(ground, table) : null;
  return birth === null ? [] : [found((alias: string) => [{ expr: ageOf(columnIn(alias, birth.name)), as: 'age' }], at + 1)];
};

/** The rows whose columns were named before them. */
function thingsOf(ground: Ground, shown: Read<unknown>, table: string): Read<Things>[] {
  const of = after(ground, shown.end, OF);
  const things = of === null ? [] : thingsAt(ground, of).filter(({ value }) => value.table === table);
  // "total of the open invoices" is what they come to together.
  const summed = word(ground, shown.end - 1) === 'total' ? SUMMED : 0;
  return things.map((read) => ({ ...read, cost: read.cost + shown.cost + summed, notes: [...read.notes, ...shown.notes] }));
}

const SUMMED = 0.2;
const OF = ['of', 'for'].flatMap((of) => ['', ' all', ' all our', ' all the', ' the', ' our', ' each', ' every'].map((all) => of + all));

/** "price per hour", of what has a price and a number of hours. */
function quotientAt(ground: Ground, at: number, table: string): Read<readonly [above: string, below: string]>[] {
  const numbers = (from: number): Read<string>[] =>
    columnListAt(ground, from, table).flatMap(({ value: [column, ...more], end, cost, notes }) =>
      column !== undefined && more.length === 0 && NUMERIC.has(columnOf(ground, table, column).type)
        ? [found(column, end, cost, notes)]
        : [],
    );
  return numbers(at).flatMap((above) => {
    const per = after(ground, above.end, ['per', 'for each', 'for every']);
    const one = per === null ? [] : numbers(per).filter(({ cost }) => cost < 0.05);
    return one.flatMap((below) => (below.value === above.value ? [] : [found([above.value, below.value] as const, below.end, above.cost)]));
  });
}

function quotientQuery(ground: Ground, things: Things, [above, below]: readonly [string, string]): Select {
  const scope = createScope(ground, things.table);
  const expr: Expr = {
    kind: 'arithmetic',
    op: '/',
    left: { kind: 'cast', arg: columnIn(scope.as, above), type: 'decimal' },
    right: columnIn(scope.as, below),
  };
  return select(scope, things, { columns: [...shownOf(ground, things.table, scope), { expr, as: `${above}_per_${stem(below)}` }] });
}

/** "email", "name and phone", of one table. */
function columnListAt(ground: Ground, at: number, table: string): Read<readonly string[]>[] {
  return columnsAt(ground, at, [table]).flatMap(({ value, end, cost }) => {
    const own = value.columns.every((column) => entry(ground, table).columns.some((one) => one.column.name === column && !one.reference));
    if (!own || cost > 0.15) return [];
    const and = after(ground, end, ['and', 'and the']);
    const more = and === null ? [] : columnListAt(ground, and, table);
    return [found(value.columns, end, cost), ...more.map((next) => found([...value.columns, ...next.value], next.end, cost + next.cost))];
  });
}

/** What was asked for of each row, and no more. */
function columnsQuery(ground: Ground, things: Things, columns: Shown): Select {
  const scope = createScope(ground, things.table);
  return select(scope, things, { columns: columns(scope.as) });
}
