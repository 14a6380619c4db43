import type { Expr } from '../../plan.ts';
import { DATED } from '../linking/expressions.ts';
import { tells } from '../linking/moment-columns.ts';
import { after, entry, found, type Ground, type Read, word } from './ground.ts';
import { MET, overdue } from './overdue.ts';
import { columnIn, compare } from './query.ts';
import type { Filter } from './things.ts';

/** "paid late", "returned on time", "came back late", "late": the day on which it was done, beside the one on which it was due. */
export function lateAt(ground: Ground, at: number, table: string): Read<Filter>[] {
  // "which orders are late" are not done yet.
  if (word(ground, at) === 'late' && /^(?:is|are|s|whos)$/.test(word(ground, at - 1))) return overdueAt(ground, at, table);
  const done = DONE.test(word(ground, at)) ? at + 1 : at;
  const back = done > at && word(ground, done) === 'back';
  const start = back ? done + 1 : done;
  const late = after(ground, start, LATE);
  const end = late ?? after(ground, start, PROMPT);
  // "came back late" was returned late.
  const verb = back ? 'returned' : start > at ? word(ground, at) : null;
  const filter = end === null ? null : lateFilter(ground, table, late !== null, verb);
  return end === null || filter === null ? [] : [found(filter, end, 0.05)];
}

const overdueAt = (ground: Ground, at: number, table: string): Read<Filter>[] => {
  const filter = overdue(ground, table);
  return filter === null ? [] : [found(filter, at + 1, 0.05)];
};

const DONE = /^(?:[a-z]{3,}ed|paid|came|come|sent|brought)$/;
const LATE = [
  'late',
  'too late',
  'after the due date',
  'past the due date',
  'after they were due',
  'after it was due',
  ...['promised', 'we promised', 'agreed', 'planned', 'due'].map((by) => `later than ${by}`),
];
const PROMPT = ['on time', 'in time', 'by the due date', 'before the due date', 'punctually'];

/** Null where no two days of a row say so. */
export function lateFilter(ground: Ground, table: string, late: boolean, verb: string | null = null): Filter | null {
  const dated = entry(ground, table).columns.filter(({ column }) => DATED.has(column.type));
  const due = dated.filter(({ words }) => words.some((own) => DUE.has(own)));
  const ends = dated.filter((own) => own.column.nullable && !due.includes(own));
  const told =
    verb === null ? [] : ends.filter(({ words }) => words.some((one) => tells(verb, one) || (one === 'back' && verb === 'returned')));
  // "paid late" says nothing of the day on which it was returned.
  const other = verb !== null && told.length === 0 && MET.has(verb);
  const met =
    told.length > 0
      ? told
      : other
        ? []
        : ends.filter(({ words }) => words.some((one) => MET.has(one) || (verb === null && DONE_WITH.has(one))));
  const [by, ...more] = due;
  const [done, ...others] = met;
  if (by === undefined || done === undefined || more.length + others.length > 0) return null;
  const day = (alias: string, { name, type }: typeof by.column): Expr =>
    type === 'date' || by.column.type === done.column.type
      ? columnIn(alias, name)
      : { kind: 'cast', type: 'date', arg: columnIn(alias, name) };
  const test = (alias: string): Expr => compare(late ? '>' : '<=', day(alias, done.column), day(alias, by.column));
  return { kind: 'test', table, test, not: false };
}

/** What is late without a verb was done with late, whatever was done. */
const DONE_WITH = new Set(['back', 'finished']);

const DUE = new Set(['due', 'deadline', 'promised', 'expected', 'required', 'requested']);
