import type { Select } from '../../plan.ts';
import { type Form, query } from './form.ts';
import { after, columnsAt, entry, found, type Ground, past, type Read } from './ground.ts';
import { thingsAt } from './modifiers.ts';
import { columnIn, createScope, select } from './query.ts';
import type { Things } from './things.ts';

/** "emails of patrons from bergen", "the name and phone of everybody on the newsletter": columns of all of some things. */
export const columnsOf: Form = (ground, from) => {
  const at = past(ground, from, new Set(['the', 'all', 'all the']));
  return ground.lexicon.tables.flatMap(({ table: { name: table } }) =>
    columnListAt(ground, at, table).flatMap((shown) => {
      // Names are what a list shows anyway.
      if (shown.value.every((column) => entry(ground, table).label.includes(column))) return [];
      const of = after(ground, shown.end, [
        'of',
        'of all',
        'for',
        'for all',
        'of all our',
        'of all the',
        'of the',
        'of our',
        'for our',
        'for the',
      ]);
      const things = of === null ? [] : thingsAt(ground, of).filter(({ value }) => value.table === table);
      return things.map((read) =>
        query(() => columnsQuery(ground, read.value, shown.value), {
          end: read.end,
          cost: read.cost + shown.cost,
          notes: [...read.notes, ...shown.notes],
        }),
      );
    }),
  );
};

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
function columnsQuery(ground: Ground, things: Things, columns: readonly string[]): Select {
  const scope = createScope(ground, things.table);
  return select(scope, things, { columns: [...new Set(columns)].map((column) => ({ expr: columnIn(scope.as, column), as: column })) });
}
