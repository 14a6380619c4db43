import type { AggregateName } from '../../plan.ts';
import { NUMERIC } from '../linking/expressions.ts';
import { amountOf } from './earnings.ts';
import { after, columnsAt, entry, found, type Ground, past, type Read, word } from './ground.ts';
import { type Measure, measured } from './measure.ts';
import { modified } from './modifiers.ts';
import { headsAt } from './noun-phrase.ts';
import { invoicedAt } from './spending.ts';
import { narrowed } from './things.ts';
import { Ambiguous, valueFilter, valuesAt } from './values.ts';

const AGGREGATES: Readonly<Record<string, AggregateName>> = {
  average: 'avg',
  avg: 'avg',
  mean: 'avg',
  typical: 'avg',
  total: 'sum',
  sum: 'sum',
  combined: 'sum',
};

/** "average fee of completed appointments", "total overdue amount", "total of my bills". */
export function aggregatesAt(ground: Ground, from: number): Read<Measure>[] {
  const at = past(ground, from, new Set(['the', 'our', 'my']));
  const fn = AGGREGATES[word(ground, at)];
  if (fn === undefined) return [];
  const worth = fn === 'sum' && ['value', 'worth', 'amount', 'price', 'cost'].includes(word(ground, at + 1)) ? at + 2 : at + 1;
  const of = after(ground, worth, ['of', 'of the', 'of all', 'of my', 'of our', 'of all my', 'of all our', 'up']);
  const kept = (table: string) => worth > at + 1 && entry(ground, table).columns.some(({ words }) => words.some((one) => KEPT.has(one)));
  // What is in stock is worth its price times how many there are.
  const sums = of === null || fn !== 'sum' ? [] : headsAt(ground, of).filter(({ value }) => !kept(value.table));
  // "total payments", of what is an amount of money itself
  const amounts =
    fn !== 'sum' ? [] : headsAt(ground, at + 1).filter(({ value }) => MONIES.has(entry(ground, value.table).words.at(-1) ?? ''));
  // "average bill"
  const ones =
    fn !== 'avg'
      ? []
      : headsAt(ground, at + 1).map((head) => ({
          ...head,
          end: after(ground, head.end, ['value', 'amount', 'total', 'price', 'cost']) ?? head.end,
        }));
  const whole = [...sums, ...amounts, ...ones].flatMap((head) => amountOf(ground, head, fn));
  // "total invoice amount" is read as a column's name; "total invoiced" as what the invoices come to.
  return [...whole, ...namedAt(ground, at + 1, fn), ...(fn === 'sum' ? invoicedAt(ground, at + 1) : [])];
}

const KEPT = new Set(['stock', 'quantity', 'qty', 'inventory']);

/** What is itself so much money: of these a total is no number of rows. */
const MONIES = new Set('payment expense donation refund fee cost bill invoice'.split(' '));

/** "fee of appointments", "overdue amount", "score from Spain". */
function namedAt(ground: Ground, from: number, fn: AggregateName): Read<Measure>[] {
  const adjective = valuesAt(ground, from).map(({ value, end, cost, notes }) => ({ value, end, cost, notes }));
  const starts = [{ value: null, end: from, cost: 0, notes: [] as readonly string[] }, ...adjective];
  const tables = ground.lexicon.tables.map(({ table }) => table.name);
  return starts.flatMap((start) => {
    const named = tables.flatMap((table) =>
      columnsAt(ground, start.end, [table]).map((read) => ({ table, read, counts: isMeasure(ground, table, read.value.columns[0] ?? '') })),
    );
    return named.flatMap(
      ({
        table,
        read: {
          value: { columns },
          end,
          cost,
        },
      }) => {
        const [column, ...more] = columns;
        if (column === undefined || more.length > 0 || !isMeasure(ground, table, column)) return [];
        const said = start.value === null ? null : valueFilter(ground, table, start.value, false, 'own');
        if (start.value !== null && said === null) return [];
        const head = narrowed({ table, filters: [] }, ...(said === null ? [] : [said]));
        const rest = start.cost + cost;
        const of = after(ground, end, ['of', 'for', 'from', 'of the', 'for the', 'of all', 'on', 'per']);
        const per = of !== null && word(ground, of - 1) === 'per';
        const things =
          of === null || (per && !headsAt(ground, of).some((noun) => noun.value.table === table && noun.end >= ground.tokens.length))
            ? []
            : headsAt(ground, of).flatMap((noun) => {
                if (noun.value.table !== table) return [];
                return modified(ground, { ...noun, value: narrowed(noun.value, ...head.filters), cost: noun.cost + rest });
              });
        // Without the noun of the table, only one table may have such a column.
        const hasRival = named.some(
          (other) => other.table !== table && other.read.end === end && other.read.cost <= cost + 0.1 && other.counts,
        );
        const bare = hasRival ? [] : modified(ground, found(head, end, rest + 0.1, start.notes));
        return [...things, ...bare].map((read) => {
          const plain = measured(read, fn, table, column);
          return cost <= PLAINLY ? plain : { ...plain, value: { ...plain.value, value: ambiguous } };
        });
      },
    );
  });
}

const ambiguous = (): never => {
  throw new Ambiguous();
};

/** How near a name has to be for its numbers to be put together. */
export const PLAINLY = 0.15;

export const isMeasure = (ground: Ground, table: string, column: string): boolean => {
  const own = entry(ground, table).columns.find((one) => one.column.name === column);
  return own !== undefined && NUMERIC.has(own.column.type) && !own.reference && !entry(ground, table).table.primaryKey.includes(column);
};
