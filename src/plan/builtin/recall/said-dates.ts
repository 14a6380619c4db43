import type { Period } from '../english/dates/periods.ts';

/** Two ends of a stretch of time, in milliseconds; the end is no part of it. */
interface Stretch {
  readonly since: number;
  readonly until: number;
}

const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?(?: of)?';
const YEAR = '(?:,? (\\d{4}))?';
const TO = '(?: (?:to|until|till|through|and) |\\s?[-–—]\\s?)';
/** "13 July to 7 August", "from 6 to 17 July", "on 9 August", "in July". */
const DATES = new RegExp(
  `\\b(?:${DAY}(?: ${MONTH})?${YEAR}${TO}${DAY} ${MONTH}${YEAR}|${MONTH} ${DAY}${TO}(?:${MONTH} )?${DAY}${YEAR}|${DAY} ${MONTH}${YEAR}|${MONTH} ${DAY}(?!\\d)${YEAR}|${MONTH}${YEAR})\\b`,
  'giu',
);
/** One of its ends is not said. */
const OPEN = /\b(?:since|until|till|before|after|by|from)\s*$/i;

/** Whether a text names days, and whether some of them lie in a time; without a year they are of any. Null where it names none. */
export function datesMeet(content: string, period: Period): boolean | null {
  const asked = stretchOf(period);
  const year = new Date(Number.isFinite(asked.since) ? asked.since : asked.until).getUTCFullYear();
  let named = false;
  for (const found of content.matchAll(DATES)) {
    if (OPEN.test(content.slice(0, found.index)) && !/\bfrom\s*$/i.test(content.slice(0, found.index))) continue;
    for (const own of [year - 1, year, year + 1]) {
      const said = stretchSaid(found, own);
      if (said === null) continue;
      named = true;
      if (said.since < asked.until && said.until > asked.since) return true;
    }
  }
  return named ? false : null;
}

/** The groups of a date, by which of its forms was found. */
function stretchSaid(found: RegExpMatchArray, year: number): Stretch | null {
  const [, d1, m1, y1, d2, m2, y2, m3, d3, m4, d4, y3, d5, m5, y4, m6, d6, y5, m7, y6] = found;
  if (d2 !== undefined) return between(dayOf(d1, m1 ?? m2, y1 ?? y2, year), dayOf(d2, m2, y2, year));
  if (d4 !== undefined) return between(dayOf(d3, m3, y3, year), dayOf(d4, m4 ?? m3, y3, year));
  if (d5 !== undefined) return between(dayOf(d5, m5, y4, year), dayOf(d5, m5, y4, year));
  if (d6 !== undefined) return between(dayOf(d6, m6, y5, year), dayOf(d6, m6, y5, year));
  const month = monthOf(m7);
  const own = Number(y6 ?? year);
  return month < 0 ? null : { since: Date.UTC(own, month, 1), until: Date.UTC(own, month + 1, 1) };
}

const monthOf = (name = ''): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase());
const dayOf = (day: string | undefined, month: string | undefined, said: string | undefined, year: number): number =>
  Date.UTC(Number(said ?? year), monthOf(month), Number(day));
const between = (since: number, last: number): Stretch => ({ since, until: (last < since ? last + YEAR_MS : last) + DAY_MS });
const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;

export function stretchOf({ op, from, to = from }: Period): Stretch {
  const at = (moment: string) => Date.parse(moment.length > 10 ? `${moment.replace(' ', 'T')}Z` : moment);
  const [since, until] = [at(from.since), Math.max(at(from.until), at(from.since) + 1)];
  if (op === '<' || op === '<=') return { since: Number.NEGATIVE_INFINITY, until: op === '<' ? since : until };
  if (op === '>' || op === '>=') return { since: op === '>' ? until : since, until: Number.POSITIVE_INFINITY };
  return { since, until: op === 'between' ? at(to.until) : until };
}

/** Whether a text that was noted at a time names a day of the weeks before it, as what happened does. */
export function saysDayBefore(content: string, noted: string): boolean {
  const at = new Date(noted);
  const isoOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  const moment = (since: number, until: number) => ({ since: isoOf(since), until: isoOf(until), year: null, assumption: null });
  const weeks = {
    op: 'between',
    from: moment(at.getTime() - WEEKS_MS, at.getTime()),
    to: moment(at.getTime(), at.getTime()),
    end: 0,
  } as const;
  return !Number.isNaN(at.getTime()) && datesMeet(content, weeks) === true;
}

const WEEKS_MS = 28 * DAY_MS;
