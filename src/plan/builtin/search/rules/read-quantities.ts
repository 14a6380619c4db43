import { COMPARATIVE_PHRASES, MEASURES, QUANTITY_ADJECTIVES, SUPERLATIVES } from '../../english/measure-words.ts';
import { anyPhraseAt, phraseAt, skip, wordAt } from '../../english/phrase-at.ts';
import { wordTable } from '../../english/word-table.ts';
import { type CompareOp, LINK_VERBS } from '../../english/words.ts';
import type { Attribute, Value } from '../../linking/mention.ts';
import { comparisonsAt, numberValue, skipUnit, turn } from '../comparisons.ts';
import { take } from '../found.ts';
import { step } from '../match.ts';
import type { Condition, Having, Overall } from '../sketch.ts';
import type { Reader, State } from '../state.ts';
import { measureOf } from './measure.ts';
import { AVERAGES, against, columnsAt } from './read-against.ts';
import { readPriced } from './read-priced.ts';
import { counted, readTallied } from './tallies.ts';

/** A comparison in front: "more than 100 points", "at least 3 orders" (counted), "above the average age". */
export function readQuantified(reader: Reader, state: State): State[] {
  const next: State[] = [];
  for (const { op, end } of comparisonsAt(reader, state.at)) {
    const start = skip(reader, end, new Set(['the', 'a', 'an', 'of', 'than']));
    next.push(...measured(reader, state, op, end));
    const number = reader.tokens[start]?.number ?? null;
    if (number === null) continue;
    next.push(...counted(reader, state, op, number, start + 1));
    const value: Value = { text: String(number), quoted: false, number, hits: [] };
    const age = anyPhraseAt(reader, start + 1, ['years old', 'years of age', 'year old']);
    const aged = age === null ? null : measureOf(reader, ['age']);
    if (age !== null && aged !== null)
      next.push(
        take(state, { condition: { kind: 'compare', left: aged, op: turn(op, state.not), value, denied: state.not }, end: age, cost: 0.1 }),
      );
    for (const span of reader.links.attributes(skip(reader, start + 1, UNIT_GLUE))) {
      next.push(
        take(state, {
          condition: { kind: 'compare', left: span.value, op: turn(op, state.not), value, denied: state.not },
          end: span.end,
          cost: span.cost * 0.5 + 0.05,
        }),
      );
    }
  }
  next.push(...readSpread(reader, state), ...readTallied(reader, state), ...readPriced(reader, state));
  next.push(...readAge(reader, state));
  const number = reader.tokens[state.at]?.number ?? null;
  const after = ['or more', 'or fewer', 'or less'].map((words) => phraseAt(reader, state.at + 1, words)).findIndex((end) => end !== null);
  if (number !== null && after >= 0) {
    const op: CompareOp = after === 0 ? '>=' : '<=';
    const value: Value = { text: String(number), quoted: false, number, hits: [] };
    next.push(...counted(reader, state, op, number, state.at + 3));
    for (const span of reader.links.attributes(state.at + 3)) {
      next.push(
        take(state, {
          condition: { kind: 'compare', left: span.value, op: turn(op, state.not), value, denied: state.not },
          end: span.end,
          cost: span.cost * 0.5 + 0.1,
        }),
      );
    }
  }
  const before = wordAt(reader, state.at - 1);
  const held = HOLDING.has(before) || LINK_VERBS.has(before);
  // "under 160 and two beds"
  const more = before === 'and' && state.sketch.conditions.length > 0;
  if (number !== null && after < 0 && ((held && HAVING.has(before)) || more)) {
    const value: Value = { text: String(number), quoted: false, number, hits: [] };
    for (const span of reader.links.attributes(state.at + 1)) {
      next.push(
        take(state, {
          condition: { kind: 'compare', left: span.value, op: state.not ? '<>' : '=', value },
          end: span.end,
          cost: span.cost * 0.5 + 0.25,
        }),
      );
    }
  }
  if (number !== null && after < 0 && number < 1000 && held)
    next.push(...counted(reader, state, '=', number, state.at + 1).map((found) => ({ ...found, cost: found.cost + 0.2 })));
  return next;
}

const AVERAGE_GLUE = new Set(['number', 'of', 'the', 'all', 'value', 'amount']);

const HAVING = new Set(['have', 'has', 'had', 'having', 'with', 'give', 'gave', 'given', 'exactly']);

const HOLDING = new Set(['have', 'has', 'had', 'having', 'with', 'exactly', 'only', 'just', 'in', 'taken', 'on', 'for']);

const UNIT_GLUE = new Set(['in', 'of', 'for', 'the', 'a', 'an', 'their', 'its']);

/** "aged 25 or younger", "30 years old or older". */
function readAge(reader: Reader, state: State): State[] {
  const aged = anyPhraseAt(reader, state.at, ['aged', 'of age', 'age']);
  const at = aged ?? state.at;
  const value = numberValue(reader, at);
  const left = measureOf(reader, ['age']);
  if (value === null || left === null) return [];
  const years = anyPhraseAt(reader, at + 1, ['years old', 'years of age']);
  const end = years ?? at + 1;
  const side = anyPhraseAt(reader, end, ['or younger', 'or older', 'or under', 'or over', 'or above', 'or below']);
  if (aged === null && years === null && side === null) return [];
  const word = side === null ? '' : wordAt(reader, side - 1);
  const op: CompareOp = side === null ? '=' : /^(younger|under|below)$/.test(word) ? '<=' : '>=';
  const condition: Condition = { kind: 'compare', left, op: turn(op, state.not), value, denied: state.not };
  return [take(state, { condition, end: side ?? end, cost: 0.1 })];
}

/** "between 100 and 300 hours", "3 or 4 stars": numbers before the column that they are of. */
function readSpread(reader: Reader, state: State): State[] {
  const between = anyPhraseAt(reader, state.at, ['between', 'from']);
  const low = numberValue(reader, between ?? state.at);
  const and = low === null ? null : anyPhraseAt(reader, (between ?? state.at) + 1, between === null ? ['or'] : ['and', 'to']);
  const high = and === null ? null : numberValue(reader, and);
  if (low === null || high === null || and === null || state.not) return [];
  const counted = [...reader.links.entities(and + 1), ...reader.links.holders(and + 1)].flatMap((span) => {
    if (between === null || low.number === null || high.number === null || state.inside || state.or) return [];
    const entry = (op: CompareOp, value: number): Having => ({ aggregate: 'count', of: span.value, op, value });
    const having = [...state.sketch.having, entry('>=', low.number), entry('<=', high.number)];
    return [step(state, span.end, span.cost * 0.5 + 0.1, { having })];
  });
  const valued = reader.links.attributes(and + 1).map((span) => {
    const equal = (value: Value): Condition => ({ kind: 'compare', left: span.value, op: '=', value });
    const condition: Condition =
      between === null ? { kind: 'or', args: [equal(low), equal(high)] } : { kind: 'between', left: span.value, low, high };
    return take(state, { condition, end: span.end, cost: span.cost * 0.5 + 0.05 });
  });
  return [...valued, ...counted];
}

/** "above the average age", and after a verb that measures: "cost more than the average", "earn less than 1000". */
function measured(reader: Reader, state: State, op: CompareOp, end: number): State[] {
  const start = skip(reader, end, new Set(['the', 'a', 'an', 'of', 'than']));
  const next: State[] = [];
  if (AVERAGES[wordAt(reader, start)] !== undefined) {
    for (const span of reader.links.attributes(skip(reader, start + 1, AVERAGE_GLUE))) {
      const cost = span.cost * 0.5 + 0.05;
      next.push(...against(reader, start, span.value, op, state.not).map((found) => take(state, { ...found, cost: found.cost + cost })));
    }
  }
  const left = measureOf(reader, MEASURES[wordAt(reader, state.at - 1)] ?? []);
  if (left === null) return next;
  const number = reader.tokens[start]?.number ?? null;
  if (number !== null && reader.links.entities(start + 1).length === 0) {
    const value: Value = { text: String(number), quoted: false, number, hits: [] };
    const condition: Condition = { kind: 'compare', left, op: turn(op, state.not), value, denied: state.not };
    // The verb before was passed over at a cost, and has found its place now.
    next.push(take(state, { condition, end: skipUnit(reader, start + 1), cost: 0.15 - PASSED_VERB }));
  }
  return [...next, ...against(reader, end, left, op, state.not).map((found) => take(state, { ...found, cost: found.cost + 0.1 }))];
}

const PASSED_VERB = 0.4;

/** "older than 30", "more expensive than 5", "older than every employee in Sales", "a higher price than the average". */
export function readAdjective(reader: Reader, state: State): State[] {
  const next: State[] = [];
  for (const { left, op, end, cost } of comparativesAt(reader, state.at)) {
    const start = skip(reader, end, new Set(['the', 'a', 'an']));
    const number = reader.tokens[start]?.number ?? null;
    if (number !== null) {
      const value: Value = { text: String(number), quoted: false, number, hits: [] };
      const condition: Condition = { kind: 'compare', left, op: turn(op, state.not), value, denied: state.not };
      next.push(take(state, { condition, end: skipUnit(reader, start + 1), cost }));
    }
    next.push(...columnsAt(reader, end, left, turn(op, state.not)).map((found) => take(state, { ...found, cost: found.cost + cost })));
    next.push(...against(reader, end, left, op, state.not).map((found) => take(state, { ...found, cost: found.cost + cost })));
  }
  return next;
}

/** A quantity, a direction and "than". */
function comparativesAt(reader: Reader, at: number): { left: Attribute; op: CompareOp; end: number; cost: number }[] {
  const found: { left: Attribute; op: CompareOp; end: number; cost: number }[] = [];
  const push = (of: readonly string[], op: CompareOp, end: number) => {
    const left = measureOf(reader, of);
    // "a score that is higher than 5" is no height.
    const vague = /^(higher|lower|larger|smaller|bigger)$/.test(wordAt(reader, at));
    if (left !== null) found.push({ left, op, end, cost: vague ? 0.4 : 0.1 });
  };
  for (const adjective of QUANTITY_ADJECTIVES) {
    const more = phraseAt(reader, at, `${adjective.more} than`);
    const less = phraseAt(reader, at, `${adjective.less} than`);
    if (more !== null) push(adjective.of, '>', more);
    if (less !== null) push(adjective.of, '<', less);
  }
  for (const { words, op, of } of COMPARATIVE_PHRASES) {
    const end = phraseAt(reader, at, words);
    if (end !== null) push(of, op, end);
  }
  const op = COMPARATIVES[wordAt(reader, at)];
  if (op === undefined) return found;
  for (const span of reader.links.attributes(at + 1)) {
    const than = anyPhraseAt(reader, span.end, ['than']);
    if (than !== null) found.push({ left: span.value, op, end: than, cost: span.cost * 0.5 + 0.02 });
  }
  return found;
}

const COMPARATIVES = wordTable<CompareOp>({
  higher: '>',
  larger: '>',
  greater: '>',
  bigger: '>',
  longer: '>',
  more: '>',
  later: '>',
  better: '>',
  lower: '<',
  smaller: '<',
  less: '<',
  fewer: '<',
  shorter: '<',
  earlier: '<',
});

/** "whose price is the highest", "in which the average age is the lowest". */
export function readPeak(reader: Reader, state: State, at: number, by: 'column' | Overall['aggregate']): State[] {
  if (state.not || state.or) return [];
  return reader.links.attributes(at).flatMap((span) => {
    if (!BEING.has(wordAt(reader, span.end))) return [];
    const peak = skip(reader, span.end + 1, new Set(['the']));
    const direction = SUPERLATIVES[wordAt(reader, peak)];
    if (direction === undefined || reader.links.attributes(peak + 1).length > 0 || wordAt(reader, peak + 1) === 'common') return [];
    const orders = [...state.sketch.orders, { by, of: span.value, direction }];
    return [step(state, peak + 1, span.cost * 0.5 + 0.05, { orders, limit: state.sketch.limit ?? 1 })];
  });
}

const BEING = new Set(['is', 'are', 'was', 'were']);
