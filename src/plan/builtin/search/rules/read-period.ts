import type { Moment } from '../../english/dates/moment.ts';
import { momentAt } from '../../english/dates/moments.ts';
import { isEach, PERIODS, periodAt } from '../../english/dates/periods.ts';
import { anyPhraseAt, phraseAt, skip, wordAt } from '../../english/phrase-at.ts';
import type { CompareOp } from '../../english/words.ts';
import { turn } from '../comparisons.ts';
import { take } from '../found.ts';
import type { Condition } from '../sketch.ts';
import type { Reader, State } from '../state.ts';

/** "in 2019", "after March 2020", "between 2010 and 2012", "on weekends", with no column named. */
export function readPeriod(reader: Reader, state: State): State[] {
  const said = saidBefore(reader, state.at);
  const during = (op: CompareOp, from: Moment): Condition => ({ kind: 'period', op, from, said });
  const weekend = readWeekend(reader, state, said);
  if (weekend.length > 0) return weekend;
  const bare = isEach(reader, state.at) ? null : momentAt(reader, state.at);
  if (bare !== null && bare.value.assumption !== null)
    return [take(state, { condition: during(state.not ? '<>' : '=', bare.value), end: bare.end, cost: 0.1 })];
  // "in Fall 2009": a year right after something that narrows as well.
  if (bare !== null && bare.value.year !== null && state.sketch.conditions.length > 0 && YEAR_AFTER.test(wordAt(reader, state.at - 1)))
    return [take(state, { condition: during(state.not ? '<>' : '=', bare.value), end: bare.end, cost: 0.15 })];
  const found = periodAt(reader, state.at);
  if (found === null) return [];
  const { op, from, to, end } = found;
  if (op === 'between')
    return to === undefined || state.not ? [] : [take(state, { condition: { kind: 'period', op, from, to, said }, end, cost: 0.1 })];
  const condition = during(turn(op, state.not), from);
  return [take(state, { condition, end, cost: 0.1 }), ...orElse(reader, state, condition, end)];
}

/** "before 1989 or after 2007", of one date. */
function orElse(reader: Reader, state: State, first: Condition, at: number): State[] {
  const or = anyPhraseAt(reader, at, ['or', ', or']);
  const opened = or === null ? undefined : PERIODS.find(({ words }) => phraseAt(reader, or, words) !== null);
  if (or === null || opened === undefined || opened.op === 'between') return [];
  const from = momentAt(reader, skip(reader, or + opened.words.split(' ').length, new Set(['the', 'year'])));
  if (from === null || state.not) return [];
  const second: Condition = { kind: 'period', op: opened.op, from: from.value };
  return [take(state, { condition: { kind: 'or', args: [first, second] }, end: from.end, cost: 0.08 })];
}

/** "on weekends", "at the weekend", "on weekdays". */
function readWeekend(reader: Reader, state: State, said: readonly string[]): State[] {
  const at = skip(reader, state.at, WEEKEND_GLUE);
  const word = wordAt(reader, at);
  const weekend = /^weekends?$/.test(word);
  if (!weekend && !/^(weekdays?|workdays?)$/.test(word)) return [];
  // Days on which people came together to work may be what a table is of.
  if (reader.links.entities(at).length > 0 || reader.links.attributes(at).length > 0) return [];
  return [take(state, { condition: { kind: 'weekend', not: state.not === weekend, said }, end: at + 1, cost: 0.1 })];
}

const WEEKEND_GLUE = new Set(['on', 'at', 'during', 'over', 'the', 'a']);

/** The words of the clause before a moment, last first. */
function saidBefore(reader: Reader, at: number): string[] {
  const before: string[] = [];
  for (let back = at - 1; back >= 0 && before.length < SAID_MAX; back -= 1) {
    const token = reader.tokens[back];
    if (token === undefined || token.kind === 'stop' || token.kind === 'comma') break;
    if (token.kind === 'word') before.push(token.lower);
  }
  return before;
}

const SAID_MAX = 7;

/** Not after what makes the number something else: "more than 2009", "the 2009". */
const YEAR_AFTER = /^(?!than$|the$|of$|in$|by$|over$|under$)\p{L}{3,}$/u;
