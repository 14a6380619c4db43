import type { Expr } from '../../plan.ts';
import { DATED, NUMERIC } from '../linking/expressions.ts';
import { rootOf } from '../linking/lexicon.ts';
import { entry, type Ground } from './ground.ts';
import { columnIn, compare } from './query.ts';
import type { Filter } from './things.ts';

/** A due day that is past, where nothing says that it was met. A table with a state of that name says it itself. */
export function overdue(ground: Ground, table: string): Filter | null {
  const { columns } = entry(ground, table);
  const due = columns.filter(({ column, words }) => DATED.has(column.type) && words.includes('due'));
  const [only, ...more] = due;
  const tellsMet = ({ words }: { words: readonly string[] }) => words.some((own) => MET.has(own) || MET.has(rootOf(own)));
  const telling = columns.filter(
    (own) => tellsMet(own) && (own.column.type === 'boolean' || (DATED.has(own.column.type) && own.column.nullable)),
  );
  // What was lent is due back, whether or not it was paid for; what is due otherwise of two that may be done is not known.
  const back = telling.filter(({ words }) => words.some((own) => RETURNED.has(own)));
  const paid = telling.filter(({ words }) => words.some((own) => PAID.has(own)));
  if (paid.length > 0 && back.length === 0 && paid.length < telling.length) return null;
  const open = back.length > 0 ? back : telling;
  const met = open.filter(({ column }) => column.type !== 'boolean');
  const flags = open.filter(({ column }) => column.type === 'boolean');
  if (only === undefined || more.length > 0 || met.length > 1 || flags.length > 1) return null;
  // Where only a word, an amount or rows of another table say whether it was met, which of them do is not known.
  if (met.length === 0 && flags.length === 0) {
    // What else was done or not may be what was due.
    if (columns.some(({ column, words }) => column.type === 'boolean' && words.some((own) => /[a-z]{2}ed$/.test(own)))) return null;
    if (
      columns.some(
        ({ column, words }) => words.includes('status') || words.includes('state') || (NUMERIC.has(column.type) && tellsMet({ words })),
      )
    )
      return null;
    const meets = ground.lexicon.tables.some((other) => tellsMet(other) && other.table.foreignKeys.some((key) => key.table === table));
    if (meets) return null;
  }
  const test = (alias: string): Expr => {
    const past: Expr = {
      kind: 'compare',
      op: '<',
      left: columnIn(alias, only.column.name),
      right: { kind: 'call', fn: 'today', args: [] },
    };
    const unmet: Expr[] = [
      ...met.map(({ column }): Expr => ({ kind: 'isNull', arg: columnIn(alias, column.name) })),
      ...flags.map(({ column }) => isNot(columnIn(alias, column.name), column.nullable)),
    ];
    return unmet.length === 0 ? past : { kind: 'and', args: [past, ...unmet] };
  };
  return { kind: 'test', table, not: false, test };
}

const RETURNED = new Set(['returned', 'return', 'back']);
const PAID = new Set(['paid', 'payment', 'settled']);

/** A flag that is not set, or that nobody has set. */
function isNot(flag: Expr, nullable: boolean): Expr {
  const unset = compare('=', flag, { kind: 'literal', value: false, type: 'boolean' });
  return nullable ? { kind: 'or', args: [unset, { kind: 'isNull', arg: flag }] } : unset;
}

export const MET: ReadonlySet<string> = new Set(
  [
    'paid',
    'payment',
    'returned',
    'return',
    'completed',
    'complete',
    'closed',
    'done',
    'settled',
    'resolved',
    'delivered',
    'shipped',
    'submitted',
    'fulfilled',
    'honoured',
    'honored',
    'repaid',
    'received',
  ].flatMap((one) => [one, rootOf(one)]),
);
