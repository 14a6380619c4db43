import type { OrderItem } from '../../plan.ts';
import { birthOf, dateOf, moneyOf } from './columns.ts';
import { after, columnsAt, entry, found, type Ground, past, type Read, word } from './ground.ts';
import { columnIn, type createScope } from './query.ts';
import { isServing } from './staying.ts';
import type { Things } from './things.ts';

type Ordered = (scope: ReturnType<typeof createScope>) => OrderItem[];

/** "sorted by date", "in order of date", "newest first", "longest serving first". */
export function ordersAt(ground: Ground, from: number, { table }: Things): Read<Ordered>[] {
  const at = ground.tokens[from]?.kind === 'comma' ? from + 1 : from;
  const item =
    (column: string, direction: 'asc' | 'desc'): Ordered =>
    (scope) => [{ expr: columnIn(scope.as, column), direction, nulls: 'last' }];
  const by = after(ground, at, ['by', 'sorted by', 'ordered by', 'order by', 'sort by', 'in order of', 'arranged by', 'in order of the']);
  // "agents by last name" are no groups: each has a name of its own.
  const names = word(ground, at) === 'by' ? entry(ground, table).label : null;
  const named =
    by === null
      ? []
      : [...columnsAt(ground, past(ground, by, new Set(['the', 'their'])), [table]), ...whenAt(ground, by, table)].flatMap(
          ({ value: { columns }, end, cost }) => {
            const [column, ...more] = columns;
            if (column === undefined || more.length > 0 || names?.includes(column) === false) return [];
            const down = after(ground, end, [
              'descending',
              'desc',
              'in descending order',
              'highest first',
              'newest first',
              'latest first',
              'largest first',
              'biggest first',
            ]);
            const up = after(ground, end, ['ascending', 'asc', 'in ascending order', 'lowest first', 'oldest first']);
            return [found(item(column, down === null ? 'asc' : 'desc'), down ?? up ?? end, cost)];
          },
        );
  const newest = after(ground, at, ['newest first', 'latest first', 'most recent first']);
  const oldest = after(ground, at, ['oldest first', 'earliest first']);
  const serving = after(ground, past(ground, at, BEEN), SERVING_FIRST);
  const dated = (newest ?? oldest ?? serving) === null ? null : dateOf(ground, table, newest === null ? ['hired', 'joined'] : []);
  const when =
    dated === null || (serving !== null && !isServing(ground, table, dated.column.name))
      ? []
      : [found(item(dated.column.name, newest === null ? 'asc' : 'desc'), newest ?? oldest ?? serving ?? at, 0.05)];
  const birth = birthOf(ground, table);
  const young = after(ground, at, ['youngest first']);
  const old = after(ground, at, ['oldest first', 'eldest first']);
  const aged =
    birth === null || (young === null && old === null)
      ? []
      : [found(item(birth.name, young === null ? 'asc' : 'desc'), young ?? old ?? at, 0)];
  const money = moneyOf(ground, table);
  const high = after(ground, at, ['biggest first', 'largest first', 'highest first', 'most expensive first']);
  const amounts = high === null || money === null ? [] : [found(item(money.name, 'desc'), high, 0.05)];
  return [...named, ...when, ...aged, ...amounts];
}

/** "the ones that have been with us longest first". */
const BEEN = new Set(['the', 'ones', 'those', 'who', 'that', 'have', 'has', 'been']);
const SERVING_FIRST = [
  ...['serving', 'standing', 'with us', 'here', 'with the company'].map((stay) => `longest ${stay} first`),
  ...['with us', 'here', 'with the company', 'serving'].flatMap((stay) => [`${stay} longest first`, `${stay} the longest first`]),
];

const whenAt = (ground: Ground, at: number, table: string): Read<{ table: string; columns: readonly string[] }>[] => {
  const dated = ['date', 'time'].includes(word(ground, at)) ? dateOf(ground, table) : null;
  return dated === null ? [] : [found({ table, columns: [dated.column.name] }, at + 1, 0.1)];
};
