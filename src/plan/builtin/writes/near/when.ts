import type { Expr } from '../../../plan.ts';
import type { Column, Table } from '../../../schema.ts';
import { momentAt } from '../../english/dates/moments.ts';
import { type Period, periodAt } from '../../english/dates/periods.ts';
import { snakeCase } from '../../english/inflect.ts';
import { lexiconOf } from '../../linking/lexicon.ts';
import { peopleIn } from '../../linking/people.ts';
import { DATED, nearestDay } from '../change/become.ts';
import { isDayInName } from '../change/day-in-name.ts';
import { BARE_MONTH } from '../change/moment.ts';
import { type Link, textOf } from '../change/spans.ts';
import { periodCondition } from '../write-conditions.ts';
import { nameWords } from '../write-tokens.ts';
import { words } from '../write-words.ts';
import { ISAHEAD } from './deeds.ts';
import type { Told } from './told.ts';

export interface Day {
  /** As it was said, or as a date. */
  readonly text: string;
  readonly end: number;
}

/** "today", "on 3 May", "last night", "on the 27th". */
export function dayAt({ reader }: Told, at: number, stop: number): Day | null {
  const from = reader.skip(at, words('on the for of from'));
  for (let end = Math.min(stop, from + DAY_MAX); end > from; end--) {
    const text = textOf(reader, from, end)?.toLowerCase() ?? '';
    if (SPOKEN.has(text)) return { text, end };
    const ofMonth = end === from + 1 && from > at ? /^(\d{1,2})(?:st|nd|rd|th)$/.exec(text)?.[1] : undefined;
    const day =
      ofMonth === undefined
        ? WRITTEN.test(text)
          ? nearestDay(text, reader.question.now, DAY)
          : null
        : dayOfMonth(Number(ofMonth), reader.question.now);
    if (day !== null) return { text: day, end };
  }
  return null;
}

/** "the 27th": of the months around now the one in which that day is nearest. */
function dayOfMonth(day: number, now: Date): string | null {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const days = [-1, 0, 1].map((step) => new Date(Date.UTC(year, month + step, day))).filter((one) => one.getUTCDate() === day);
  const away = (one: Date): number => Math.abs(one.getTime() - now.getTime());
  return (
    days
      .sort((a, b) => away(a) - away(b))[0]
      ?.toISOString()
      .slice(0, 10) ?? null
  );
}

/** Rows of a day or a stretch: of the column that was named, of the one that is called as what leads to the day ("from"), else of the one day that every row has. */
export function rowsWhen(told: Told, at: number, stop: number, named: Column | null): { what: Link; next: number } | null {
  const { reader, table, english } = told;
  const lead = reader.lower(at);
  const people = peopleIn(lexiconOf(reader.question.schema)).some((entry) => entry.table.name === table.name);
  // A day that is said of somebody is of what they do.
  const column = named ?? leading(table, lead) ?? (people ? null : ownDay(table));
  if (column === null) return null;
  const day = dayAt(told, at, stop);
  // "before 3 May" is another stretch.
  const single = day !== null && !BESIDE.has(lead) ? day : null;
  const clock = { tokens: english, now: reader.question.now };
  const said = single === null ? (periodAt(clock, at) ?? bare(clock, reader.skip(at, words('the her his their our my')))) : null;
  const period: Period | null =
    single === null
      ? said
      : {
          op: '=',
          from: {
            since: dateOf(single.text, reader.question.now),
            until: after(dateOf(single.text, reader.question.now)),
            year: null,
            assumption: null,
          },
          end: single.end,
        };
  if (period === null || period.end > stop || isDayInName(reader, table, at, period.end)) return null;
  // "written before june": it was, and of no June to come.
  const isPast = named !== null && !ISAHEAD.test(snakeCase(named.name));
  const near = single === null && !isPast ? nearMonth(period, textOf(reader, at, period.end) ?? '', reader.question.now) : period;
  if (near === null) return null;
  const condition: Expr | null = periodCondition(near, table, column);
  if (condition === null) return null;
  const text = textOf(reader, at, period.end) ?? '';
  return { what: { condition, moment: true, ...(named === null ? { note: `"${text}" read as ${column.name}` } : {}) }, next: period.end };
}

function bare(clock: Parameters<typeof momentAt>[0], at: number): Period | null {
  const word = clock.tokens[at]?.lower ?? '';
  const found = MONTH.test(word) || /^(?:next|last|this)$/.test(word) ? momentAt(clock, at) : null;
  return found === null ? null : { op: '=', from: found.value, end: found.end };
}

/** A month without its year: the nearest such month, where one is near. */
function nearMonth(period: Period, said: string, now: Date): Period | null {
  if (!BARE_MONTH.test(said)) return period;
  const month = Number(period.from.since.slice(5, 7)) - 1;
  const [year, current] = [now.getUTCFullYear(), now.getUTCMonth()];
  const step = [-12, 0, 12].map((turn) => month - current + turn).find((one) => Math.abs(one) <= MONTHS_NEAR);
  if (step === undefined || period.op === 'between') return null;
  const first = (plus: number): string => new Date(Date.UTC(year, current + step + plus, 1)).toISOString().slice(0, 10);
  return { ...period, from: { ...period.from, since: first(0), until: first(1) } };
}

/** "from November 30" of `from_date`. */
function leading(table: Table, lead: string): Column | null {
  const [one, ...more] = table.columns.filter(({ name, type }) => DATED.has(type) && nameWords(name)[0] === lead);
  return one === undefined || more.length > 0 ? null : one;
}

/** The one day that every row has, but for that on which it was written down. */
function ownDay(table: Table): Column | null {
  const days = table.columns.filter(({ name, type }) => DATED.has(type) && !NOTED.test(snakeCase(name)));
  const always = days.filter(({ nullable }) => !nullable);
  const [one, ...more] = always.length > 0 ? always : days;
  return one === undefined || more.length > 0 || /birth|born|dob/.test(one.name) ? null : one;
}

function dateOf(text: string, now: Date): string {
  const step = text === 'yesterday' || text === 'last night' ? -1 : text === 'tomorrow' ? 1 : 0;
  return SPOKEN.has(text) ? new Date(now.getTime() + step * DAY_MS).toISOString().slice(0, 10) : text.slice(0, 10);
}
const after = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);

const MONTHS_NEAR = 3;
const DAY_MAX = 5;
const DAY_MS = 86_400_000;
const DAY: Column = { name: '', type: 'date', nativeType: 'date', nullable: true, hasDefault: false, generated: false, comment: null };
const SPOKEN = new Set([
  'today',
  'yesterday',
  'tomorrow',
  'tonight',
  'just now',
  'this morning',
  'this afternoon',
  'this evening',
  'last night',
]);
const WRITTEN = /\d.*[a-z-]|[a-z-].*\d/;
const BESIDE = words('before after since until till by between');
const MONTH =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)$/;
const NOTED = /(?:^|_)(?:created|updated|modified|added|registered|entered|logged|inserted|reg|booked|noted)(?:_|$)/;
