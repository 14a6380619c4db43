import type { Question } from '../../planner.ts';
import type { Period } from '../english/dates/periods.ts';
import { type Asked, askedOf } from './asked.ts';
import { by, notesOf } from './build.ts';
import type { Reading } from './form.ts';
import { isAbout, meeting } from './meeting.ts';
import { denies } from './negated.ts';
import { type Row, rowsOf } from './rows.ts';
import { datesMeet, stretchOf } from './said-dates.ts';
import { FACT, isNow, noteOf, shown } from './shown.ts';
import { WHETHER } from './whether.ts';

/** A question once for each of what it names with "or": "who is vegan or vegetarian". */
export function alternativesOf(said: string): readonly string[] {
  const [whole = '', listed = '', last = ''] = OR.exec(said) ?? [];
  if (whole === '') return [said];
  return [...listed.split(/,\s*/).filter((one) => one !== ''), last].map((one) => said.replace(whole, one));
}

const OR = /((?:[\p{L}\p{N}'’-]+, )*[\p{L}\p{N}'’-]+),? or ([\p{L}\p{N}'’-]+)/iu;

/** The facts of now that meet a question, for each of its alternatives; null for words that ask for more than to be found. */
export async function present(said: string, question: Question): Promise<readonly Row[] | null> {
  const found = new Map<string, Row>();
  for (const one of alternativesOf(said)) {
    const asked = askedOf(one, question);
    if (asked === null) return null;
    const rows = await rowsOf('fact_history', asked, [], question);
    for (const row of answering(one, meeting(asked, rows.filter(isNow)))) found.set(row.id, row);
  }
  return [...found.values()];
}

/** Facts that the one who is asked for denies answer nothing. */
export const answering = (said: string, rows: readonly Row[]): readonly Row[] =>
  WHO.test(said) ? rows.filter(({ content }) => !denies(content)) : rows;
const WHO = /^(?:who|whose|which)\b/i;

/** What any of several would be answered with. */
export async function ofEither(said: string, question: Question): Promise<Reading | null> {
  const rows = await present(said, question);
  return rows === null || rows.length === 0
    ? null
    : shown(
        'facts',
        FACT,
        rows,
        [
          `looked for facts that answer ${alternativesOf(said)
            .map((one) => `"${one}"`)
            .join(' or ')}`,
        ],
        by('facts', 'created_at', 'desc'),
      );
}

/**
 * What is so in a time that is now or comes: facts that name days of it, as "on call from 15 to 21 June"; of now also those that name none.
 * Null where there are none.
 */
export async function inTimeToCome(said: string, period: Period, question: Question): Promise<Reading | null> {
  const asked: Asked | null = askedOf(said, question);
  const met = await present(said, question);
  // "Who is on call": what is known of it, of which the days choose.
  const isNamed = met?.length === 0 && asked !== null && asked.words.length === 0;
  const rows = isNamed ? (await rowsOf('fact_history', asked, [], question)).filter((row) => isNow(row) && isAbout(row, asked)) : met;
  if (rows === null || rows.length === 0 || asked === null) return null;
  const { since, until } = stretchOf(period);
  const isToday = since <= question.now.getTime() && question.now.getTime() < until;
  const placed = rows.map((row) => ({ row, meets: datesMeet(row.content, period) }));
  const inside = placed.filter(({ meets }) => meets === true);
  const found = inside.length > 0 ? inside : isToday && !isNamed ? placed.filter(({ meets }) => meets === null) : [];
  // "Is the permit valid in September?" is told by the days that it is.
  const others = WHETHER.test(said) ? placed.filter(({ meets }) => meets === false) : [];
  const shownRows = found.length > 0 ? found : others;
  if (shownRows.length === 0) return null;
  const note =
    shownRows === others
      ? 'the days that are named are others'
      : inside.length > 0
        ? 'read by the days that facts name'
        : 'read as what holds now';
  return shown(
    'facts',
    FACT,
    shownRows.map(({ row }) => row),
    [noteOf(asked), note, ...notesOf(period)],
    by('facts', 'created_at', 'desc'),
  );
}

/** Facts of now that name days of a time, which name its months. */
export async function onDays(period: Period, question: Question): Promise<Reading | null> {
  const { since, until } = stretchOf(period);
  const months = MONTHS.filter((_, month) => {
    const own = new Date(since);
    const last = new Date(until - 1);
    const count = (last.getUTCFullYear() - own.getUTCFullYear()) * 12 + last.getUTCMonth() - own.getUTCMonth();
    return (month - own.getUTCMonth() + 12) % 12 <= count;
  });
  if (!Number.isFinite(since) || !Number.isFinite(until)) return null;
  const words = months.map((text) => ({ text, role: 'plain', isThing: true }) as const);
  const rows = await rowsOf('fact_history', { names: [], words, wants: 'any', measure: null, sort: null }, [], question);
  const found = rows.filter((row) => isNow(row) && datesMeet(row.content, period) === true);
  return found.length === 0
    ? null
    : shown('facts', FACT, found, ['read as the facts that name days of that time', ...notesOf(period)], by('facts', 'created_at', 'desc'));
}

const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
