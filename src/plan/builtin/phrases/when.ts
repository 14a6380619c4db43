import type { Period } from '../english/dates/periods.ts';
import { DATED } from '../linking/expressions.ts';
import { tells } from '../linking/moment-columns.ts';
import { peopleIn } from '../linking/people.ts';
import { columnOf, dateOf } from './columns.ts';
import { anyDatedAt, datedAt, datedBy, isAhead } from './dates.ts';
import { columnsAt, entry, found, type Ground, past, type Read, word } from './ground.ts';
import { BEING } from './states.ts';
import type { Filter } from './things.ts';

/** "finished jobs this year": what was done to them is said before them, and the time is that of it. */
export function doneBefore(ground: Ground, at: number): string[] {
  const start = Math.max(0, at - DONE_FAR);
  return ground.tokens
    .slice(start, at)
    .filter(
      ({ kind, lower }) =>
        kind === 'word' && (/^(?:[a-z]{3,}(?:ed|ing)|paid|sent|sold|done|lost|won|left)$/.test(lower) || COMING_AND_GOING.has(lower)),
    )
    .map(({ lower }) => lower)
    .reverse();
}

const DONE_FAR = 4;
/** "who arrives today", by another day than that on which it was booked. */
const COMING_AND_GOING = new Set('arrive arrives depart departs leave leaves return returns expire expires'.split(' '));

/** The column that was taken to say when, where a table has several and nothing said which. */
export function dateNote(ground: Ground, table: string, verbs: readonly string[], period: Period | null = null): string[] {
  const dated = dateOf(ground, table, verbs, period !== null && isAhead(ground, period));
  return dated?.assumed === true ? [`The date is that of ${table}.${dated.column.name}.`] : [];
}

/** "signed up in 2026", "due in the next 30 days", "hired before 2020". */
export function happenedAt(ground: Ground, at: number, table: string): Read<Filter>[] {
  const verb = word(ground, at);
  if (!/^[a-z]{3,}$/.test(verb) || BEING.has(verb)) return [];
  const particle = ['up', 'out', 'in', 'on', 'off', 'over'].includes(word(ground, at + 1)) ? [at + 2, at + 1] : [at + 1];
  return particle.flatMap((next) =>
    anyDatedAt(ground, next).flatMap(({ value, end, cost, notes }) => {
      const told = dateOf(ground, table, [verb]);
      const joined = told !== null && !told.assumed && JOINING.has(verb) && isPerson(ground, table);
      const meant = told !== null && (joined || tellsOf(ground, table, verb, told.column.name) || PLAIN_VERBS.has(verb));
      const filter = meant ? datedAt(ground, table, value, [verb]) : null;
      // "joined", of a day of hiring, is farther.
      const other = told !== null && !PLAIN_VERBS.has(verb) && !namesOf(ground, table, told.column.name).some((one) => tells(verb, one));
      return filter === null
        ? []
        : [found(filter, end, cost + (other ? 0.1 : 0), [...notes, ...(PLAIN_VERBS.has(verb) ? dateNote(ground, table, [verb]) : [])])];
    }),
  );
}

const JOINING = new Set(['signed', 'joined', 'registered']);

const isPerson = (ground: Ground, table: string): boolean => peopleIn(ground.lexicon).some((one) => one.table.name === table);

const namesOf = (ground: Ground, table: string, column: string): readonly string[] =>
  entry(ground, table).columns.find((own) => own.column.name === column)?.words ?? [];

/** "with a due date in March", "whose license expires this year": a date by its name. */
export function columnDatedAt(ground: Ground, from: number, table: string): Read<Filter>[] {
  const at = past(ground, from, new Set(['with', 'whose', 'a', 'an', 'the', 'having']));
  return columnsAt(ground, at, [table]).flatMap(({ value: { columns }, end, cost }) => {
    const [column, ...more] = columns;
    if (column === undefined || more.length > 0 || cost > 0.25) return [];
    const own = columnOf(ground, table, column);
    if (!DATED.has(own.type)) return [];
    return anyDatedAt(ground, past(ground, end, BEING)).map((moment) =>
      found(datedBy(table, own, moment.value), moment.end, cost + moment.cost, moment.notes),
    );
  });
}

/** Verbs that say no more than that there was something. */
const PLAIN_VERBS = new Set('made had happened happening received came dated logged created added entered recorded'.split(' '));

/** Whether the date was chosen for the verb, rather than for want of another. */
export const tellsOf = (ground: Ground, table: string, verb: string, column: string): boolean => {
  const dated = entry(ground, table).columns.filter(({ column: own }) => DATED.has(own.type)).length;
  const byVerb = dateOf(ground, table, [verb]);
  const byNone = dateOf(ground, table, ['\u0000']);
  if (byVerb?.column.name !== column) return false;
  if (byVerb.assumed) return false;
  if (byNone === null) return true;
  return dated > 1
    ? byNone?.column.name !== column || byNone.assumed
    : entry(ground, table).columns.some(
        (own) =>
          own.column.name === column && own.words.some((one) => verb.startsWith(one.slice(0, 4)) || one.startsWith(verb.slice(0, 4))),
      );
};
