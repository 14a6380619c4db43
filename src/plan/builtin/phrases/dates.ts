import { TIME_WORDS } from '../accounting/accounting-words.ts';
import { momentAt } from '../english/dates/moments.ts';
import { type Period, periodAt } from '../english/dates/periods.ts';
import { FUNCTION_WORDS } from '../english/words.ts';
import type { TableEntry } from '../linking/entries.ts';
import { DATED, momentCompare } from '../linking/expressions.ts';
import { tells } from '../linking/moment-columns.ts';
import { dateOf, dayOfWhole } from './columns.ts';
import { entry, found, type Ground, once, past, type Read, word } from './ground.ts';
import { columnIn } from './query.ts';
import type { Filter } from './things.ts';

/** A stretch of time on its own, "last month", or with what opens it, "since March". */
export const anyDatedAt = once((ground: Ground, at: number): Read<Period>[] => {
  const opened = periodAt(ground, at);
  const start = past(ground, at, THE);
  const moment = opened !== null ? null : momentAt(ground, start);
  const bare = moment === null || (moment.value.assumption === null && ground.tokens[start]?.kind === 'number') ? null : moment;
  const period: Period | null = opened ?? (bare === null ? null : { op: '=', from: bare.value, end: bare.end });
  if (period === null || word(ground, period.end) === 'ago') return [];
  const notes = [period.from.assumption, period.to?.assumption ?? null].filter((note) => note !== null);
  return [found(period, period.end, 0.05, notes)];
});

const THE = new Set(['the', 'in', 'of', 'for']);

/** When rows of a table came about, or when what a verb says of them happened; null where no single column says it. */
export function datedAt(ground: Ground, table: string, period: Period, verbs: readonly string[]): Filter | null {
  if (happenedElsewhere(ground, 0, table)) return null;
  const dated = dateOf(ground, table, verbs, isAhead(ground, period));
  if (dated !== null) return datedBy(table, dated.column, period);
  // The items of an order are of its day.
  const whole = dayOfWhole(ground, table);
  const kept = whole === null ? null : dateOf(ground, whole, verbs);
  return whole === null || kept === null ? null : datedBy(whole, kept.column, period);
}

export const isAhead = ({ now }: Ground, { from }: Period): boolean => from.since > now.toISOString();

/** "books that Ada borrowed this year", where loans have a day of borrowing and books one of publishing: no date of the books is meant. */
const happenedElsewhere = once((ground: Ground, _at: number, table: string): boolean => {
  const said = ground.tokens
    .filter(({ kind, lower }) => kind === 'word' && !FUNCTION_WORDS.has(lower) && !TIME_WORDS.has(lower) && lower !== 'since')
    .map(({ lower }) => lower);
  const telling = ({ columns }: TableEntry) => columns.filter(({ column }) => DATED.has(column.type));
  const isTold = (one: TableEntry) =>
    telling(one).some(({ words, bare }) =>
      said.some((verb) => (bare.length > 0 ? bare : words).some((own) => own === verb || tells(verb, own))),
    );
  const own = entry(ground, table);
  return telling(own).length > 0 && !isTold(own) && ground.lexicon.tables.some((other) => other !== own && isTold(other));
});

export function datedBy(table: string, column: Parameters<typeof momentCompare>[3], { op, from, to }: Period): Filter {
  const test = (alias: string) => {
    const left = columnIn(alias, column.name);
    if (op !== 'between') return momentCompare(left, op, from, column);
    return { kind: 'and' as const, args: [momentCompare(left, '>=', from, column), momentCompare(left, '<=', to ?? from, column)] };
  };
  return { kind: 'test', table, test, not: false, dated: true };
}
