import type { Expr } from '../../../plan.ts';
import type { Column, Table } from '../../../schema.ts';
import { dayAhead } from '../../english/dates/day-ahead.ts';
import { momentAt } from '../../english/dates/moments.ts';
import { type Period, periodAt } from '../../english/dates/periods.ts';
import { stem } from '../../english/stem.ts';
import { tokenize } from '../../english/tokens.ts';
import { periodCondition } from '../write-conditions.ts';
import { Declined, type Found } from '../write-reader.ts';
import { nameWords } from '../write-tokens.ts';
import type { RawValue } from '../write-values.ts';
import { ARTICLES, words } from '../write-words.ts';
import { isDayInName } from './day-in-name.ts';
import type { Draft } from './draft.ts';

/** "placed before 2020", "in the last 7 days", "On September 27", "older than 30 days", of the one date that the words can mean. */
export function moment(draft: Draft, at: number): number | null {
  const { reader } = draft;
  const verb = VERB.test(reader.lower(at)) ? reader.lower(at) : null;
  const period = draft.pending && BECOMES.has(reader.lower(at - 1)) ? null : dated(draft, verb === null ? at : at + 1);
  if (period !== null && isDayInName(draft.reader, draft.table, at, period.next)) return null;
  if (period === null) return verb === null ? (comingDay(draft, at) ?? writtenDay(draft, at)) : null;
  const moments = draft.table.columns.filter((column) => column.type === 'date' || column.type === 'timestamp');
  if (moments.length === 0) return verb === null ? writtenDay(draft, at) : null;
  const column = momentColumn(moments, verb);
  const said = reader.tokens
    .slice(at, period.next)
    .map(({ text }) => text)
    .join(' ');
  if (column === null)
    throw new Declined(`It is unclear which date "${said}" speaks of: ${moments.map(({ name }) => name).join(', ')}.`, [said]);
  // What is due or starts in a month that is named without its year may be that of last year or of the next.
  if (verb !== null && OF_ITS_OWN.has(verb) && BARE_MONTH.test(said)) throw new Declined(`Say the year of "${said}".`, [said]);
  const condition = periodCondition(period.what, draft.table, column.what);
  if (condition === null) return null;
  if (!column.named) reader.assume(`"${said}" read as ${column.what.name}`);
  for (const each of [period.what.from, period.what.to]) if (each?.assumption) reader.assume(each.assumption);
  draft.conditions.push(condition);
  return period.next;
}

/** The same dates as in questions, at a token of the write's own. */
function dated(draft: Draft, at: number): Found<Period> | null {
  const { text, now } = draft.reader.question;
  const token = draft.reader.tokens[at];
  if (token === undefined || token.kind === 'quoted') return null;
  // "on the 27th" of what changes is the nearest such day, and not the last one.
  if (OF_MONTH.test(text.slice(token.start))) return null;
  const tokens = tokenize(text);
  const from = tokens.findIndex(({ start }) => start === token.start);
  const reader = { tokens, now };
  const bare = from < 0 ? null : momentAt(reader, from);
  // "yesterday's orders", "orders last month": a number alone is no date.
  const found =
    from < 0
      ? null
      : (periodAt(reader, from) ??
        (bare?.value.assumption == null ? null : ({ op: '=', from: bare.value, end: bare.end } satisfies Period)));
  if (found === null) return null;
  const end = tokens[found.end - 1]?.end ?? 0;
  const next = draft.reader.tokens.findIndex(({ start }) => start >= end);
  return { what: found, next: next < 0 ? draft.reader.tokens.length : next };
}

/** The date that a verb names ("placed": `placed_at`), else the only one, unless its name says that something else happened then. */
function momentColumn(moments: readonly Column[], verb: string | null): { readonly what: Column; readonly named: boolean } | null {
  const named =
    verb === null
      ? []
      : moments.filter(({ name }) =>
          nameWords(name).some((word) => stem(word) === stem(verb) || name.startsWith(verb.slice(0, Math.max(4, verb.length - 3)))),
        );
  // When something takes place, rather than when somebody wrote that down.
  const planned = moments.filter(({ name }) => PLANNED.test(name));
  const others = moments.filter((column) => !planned.includes(column));
  const apart = planned.length === 1 && others.every(({ name }) => WRITTEN.test(name));
  if (verb !== null && named.length === 0 && OF_ITS_OWN.has(verb)) return null;
  // The one that every row has, where the others come later, if at all.
  const always = moments.filter(({ nullable }) => !nullable);
  const [one, ...more] = named.length > 0 ? named : apart ? planned : verb === null && always.length === 1 ? always : moments;
  if (one === undefined || more.length > 0) return null;
  if (named.length > 0) return { what: one, named: true };
  return nameWords(one.name).some((word) => APART.test(word)) ? null : { what: one, named: false };
}

/** What is said before a date of what happened, or is to happen, then. */
const OF_MONTH =
  /^(?:(?:on|for|of|from) )?(?:the )?\d{1,2}(?:st|nd|rd|th)\b(?! (?:of )?[a-z]{3,9}\b(?<=jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|january|february|march|april|june|july|august|september|october|november|december))/i;
const VERB = /^(?:[a-z]+(?:ed|de|nt|ld|ght)|due|expiring|starting)$/;
/** Said of the date that is called so, and of no other. */
const OF_ITS_OWN = words('due expiring starting');
export const BARE_MONTH =
  /(?:^|\s)(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)$/i;
const PLANNED = /^(?:starts?|scheduled|begins?|appointment|event|visit)_/;
const WRITTEN = /^(?:created|updated|modified|inserted|ends?)_/;
/** What a date is of that is not when the row came to be: nobody means it without its name. */
const APART = /^(?:birth|born|dob|death|died|expir|due|hire|paid|resolve|close|update|modif|end)/;

/** "on 24 November", "for december 2": the nearest such day, of the date that the words can mean, or of what the row is for. */
function comingDay(draft: Draft, at: number): number | null {
  const { reader, table } = draft;
  const lead = reader.lower(at);
  if (lead !== 'on' && lead !== 'for') return null;
  for (let next = at + 4; next > at + 2; next--) {
    const [first, last] = [reader.tokens[at + 1], reader.tokens[next - 1]];
    const text = first === undefined || last === undefined ? '' : reader.question.text.slice(first.start, last.end);
    const day = nearestDay(text, reader.question.now);
    if (day === null) continue;
    const period = { op: '=', from: { since: day, until: dayAfter(day), year: null, assumption: null }, end: next } satisfies Period;
    const own = dayColumn(table.columns);
    const further = own === null || !PLANNED.test(own.name) ? plannedAbove(draft) : null;
    // "the booking on 26 November" was made then, or is for then.
    if (further !== null && own !== null && lead === 'on') return null;
    const condition =
      further === null ? own && periodCondition(period, table, own) : further.rows(periodCondition(period, further.parent, further.column));
    if (condition === null) return null;
    reader.assume(`"${text}" read as ${day}`);
    draft.conditions.push(condition);
    return next;
  }
  return null;
}

/** A day without its year: of the last and the next such day the nearer, where it is near. */
function nearestDay(text: string, now: Date): string | null {
  const next = dayAhead(text, now, DAY);
  if (next === null) return null;
  const days = [next, `${Number(next.slice(0, 4)) - 1}${next.slice(4)}`].filter(
    (day) => !/\d{4}/.test(text) && Math.abs(Date.parse(`${day}T00:00:00Z`) - now.getTime()) < NEAR_MS,
  );
  const [one, ...more] = days;
  return one === undefined || more.length > 0 ? null : one;
}

function dayColumn(columns: readonly Column[]): Column | null {
  const moments = columns.filter(({ type }) => type === 'date' || type === 'timestamp');
  const planned = moments.filter(({ name }) => PLANNED.test(name));
  if (planned.length > 0) return planned.length === 1 ? (planned[0] ?? null) : null;
  return momentColumn(moments, null)?.what ?? null;
}

/** The one row that the table's rows are for and that has a day on which it takes place: the performance of a booking. */
function plannedAbove({ reader, table }: Draft): { parent: Table; column: Column; rows: (where: Expr | null) => Expr | null } | null {
  const found = table.foreignKeys.flatMap((key) => {
    const parent = reader.question.schema.tables.find(({ name }) => name === key.table && name !== table.name);
    const [column, target] = [key.columns[0], key.references[0]];
    const planned = parent?.columns.filter(({ name, type }) => (type === 'date' || type === 'timestamp') && PLANNED.test(name)) ?? [];
    const [day, ...more] = planned;
    if (parent === undefined || column === undefined || target === undefined || day === undefined || more.length > 0) return [];
    return [{ parent, column: day, rows: (where: Expr | null) => where && rowsOf(table, column, parent, target, where) }];
  });
  const [one, ...more] = found;
  return one === undefined || more.length > 0 ? null : one;
}

/** The key's column is one of the rows of `parent` of which this holds. */
export const rowsOf = (table: Table, column: string, parent: Table, target: string, where: Expr): Expr => ({
  kind: 'inQuery',
  arg: { kind: 'column', table: table.name, column },
  query: {
    kind: 'select',
    columns: [{ expr: { kind: 'column', table: parent.name, column: target }, as: target }],
    from: { kind: 'table', table: parent.name, as: parent.name },
    where,
  },
});

const NEAR_MS = 150 * 86_400_000;
const DAY: Column = { name: '', type: 'date', nativeType: 'date', nullable: true, hasDefault: false, generated: false, comment: null };

const dayAfter = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** Dates kept as text: "on September 27" is the row whose date says just that. */
function writtenDay(draft: Draft, at: number): number | null {
  const word = draft.reader.lower(at);
  if (word !== 'on' && word !== 'in') return null;
  const value: Found<RawValue> | null = draft.reader.valueAt(draft.reader.skip(at + 1, ARTICLES), null);
  if (value === null || draft.table.columns.some(({ type }) => type === 'date' || type === 'timestamp')) return null;
  const columns = draft.reader
    .columnsHolding(draft.table, value.what.text)
    .filter((column) => /(^|_)(date|day|year|month)$/.test(column.name));
  const condition = columns.length === 1 && columns[0] ? draft.reader.equals(value.what, draft.table, columns[0]) : null;
  if (!condition) return null;
  draft.conditions.push(condition);
  return value.next;
}

/** What follows is the new value of a column. */
const BECOMES = words('to as = is : becomes become');
