import { turn } from './comparisons.ts';
import { take } from './found.ts';
import { anyPhraseAt, phraseAt, skip, wordAt } from './match.ts';
import { momentAt } from './moments.ts';
import type { Reader, State } from './read.ts';
import type { Attribute, CompareOp, Condition } from './sketch.ts';

/** "in 2019", "after March 2020", "between 2010 and 2012", with no column named; a verb before may name one: "hired in 2019". */
export function readPeriod(reader: Reader, state: State): State[] {
  const left = happenedBefore(reader, state.at);
  const found = periodsAt(reader, state);
  return left === null ? found : found.map((next) => dated(next, left));
}

/** The date of what the last verb says was done, if a date is called so. */
function happenedBefore(reader: Reader, from: number): Attribute | null {
  for (let at = from - 1; at >= Math.max(0, from - FAR); at -= 1) {
    const token = reader.tokens[at];
    if (token === undefined || token.kind === 'comma' || token.kind === 'stop' || token.lower === 'and') return null;
    const left = token.kind === 'word' ? reader.links.happened(token.lower) : null;
    if (left !== null) return { ...left, at };
  }
  return null;
}

const FAR = 5;

/** The condition read last, said of a date. */
function dated(state: State, left: Attribute): State {
  const said = (of: Condition): Condition =>
    of.kind === 'period' ? { ...of, left } : of.kind === 'or' ? { ...of, args: of.args.map(said) } : of;
  const { conditions } = state.sketch;
  const last = conditions.at(-1);
  return last === undefined ? state : { ...state, sketch: { ...state.sketch, conditions: [...conditions.slice(0, -1), said(last)] } };
}

function periodsAt(reader: Reader, state: State): State[] {
  const bare = momentAt(reader, state.at);
  if (bare !== null && bare.value.assumption !== null) {
    return [take(state, { condition: { kind: 'period', op: state.not ? '<>' : '=', from: bare.value }, end: bare.end, cost: 0.1 })];
  }
  // "in Fall 2009": a year right after something that narrows as well.
  if (bare !== null && bare.value.year !== null && state.sketch.conditions.length > 0 && YEAR_AFTER.test(wordAt(reader, state.at - 1)))
    return [take(state, { condition: { kind: 'period', op: state.not ? '<>' : '=', from: bare.value }, end: bare.end, cost: 0.15 })];
  const opened = PERIODS.find(({ words }) => phraseAt(reader, state.at, words) !== null);
  if (opened === undefined) return [];
  const start = skip(reader, state.at + opened.words.split(' ').length, new Set(['the', 'year', 'years', 'of']));
  const from = momentAt(reader, start);
  if (from === null) return [];
  if (opened.op === 'between') {
    const and = anyPhraseAt(reader, from.end, ['and', 'to', 'through', 'until']);
    const to = and === null ? null : momentAt(reader, skip(reader, and, new Set(['the', 'year'])));
    if (to === null) return [];
    return [take(state, { condition: { kind: 'period', op: 'between', from: from.value, to: to.value }, end: to.end, cost: 0.1 })];
  }
  const closed = (end: number | null) =>
    end !== null && !STARTS_MOMENT.has(wordAt(reader, end)) && momentAt(reader, end) === null ? end : null;
  const later = closed(anyPhraseAt(reader, from.end, ['or later', 'or after', 'and later', 'onwards', 'onward']));
  const earlier = closed(anyPhraseAt(reader, from.end, ['or earlier', 'or before', 'and earlier']));
  const op: CompareOp = later !== null ? '>=' : earlier !== null ? '<=' : opened.op;
  const condition: Condition = { kind: 'period', op: turn(op, state.not), from: from.value };
  const end = later ?? earlier ?? from.end;
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

const PERIODS: readonly { words: string; op: CompareOp | 'between' }[] = [
  { words: 'in', op: '=' },
  { words: 'during', op: '=' },
  { words: 'on', op: '=' },
  { words: 'for', op: '=' },
  { words: 'of', op: '=' },
  { words: 'after', op: '>' },
  { words: 'since', op: '>=' },
  { words: 'before', op: '<' },
  { words: 'prior to', op: '<' },
  { words: 'between', op: 'between' },
  { words: 'from', op: 'between' },
];

/** Not after what makes the number something else: "more than 2009", "the 2009". */
const YEAR_AFTER = /^(?!than$|the$|of$|in$|by$|over$|under$)\p{L}{3,}$/u;

const STARTS_MOMENT = new Set(['the', 'year', 'in', 'on']);
