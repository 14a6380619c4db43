import { comparisonsAt, skipUnit, turn } from './comparisons.ts';
import { take } from './found.ts';
import { anyPhraseAt, COPULAS, phraseAt, skip, step, wordAt } from './match.ts';
import { AVERAGE_GLUE, AVERAGES, sharesColumn } from './predicates.ts';
import type { Reader, State } from './read.ts';
import type { CompareOp, Having, Mention, Value } from './sketch.ts';
import { wordTable } from './word-table.ts';
import { LINK_VERBS, QUANTITY_ADJECTIVES, SUPERLATIVES } from './words.ts';

/** A comparison in front: "more than 100 points", "at least 3 orders" (counted), "above the average age". */
export function readQuantified(reader: Reader, state: State): State[] {
  const next: State[] = [];
  for (const { op, end } of comparisonsAt(reader, state.at)) {
    const start = skip(reader, end, new Set(['the', 'a', 'an', 'of', 'than']));
    const aggregate = AVERAGES[wordAt(reader, start)];
    if (aggregate !== undefined) {
      for (const span of reader.links.attributes(skip(reader, start + 1, AVERAGE_GLUE))) {
        next.push(
          take(state, {
            condition: { kind: 'against', left: span.value, op: turn(op, state.not), aggregate, of: null, conditions: [] },
            end: span.end,
            cost: span.cost * 0.5 + 0.05,
          }),
        );
      }
    }
    const number = reader.tokens[start]?.number ?? null;
    if (number === null) continue;
    next.push(...counted(reader, state, op, number, start + 1));
    const value: Value = { text: String(number), quoted: false, number, hits: [] };
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
  if (number !== null && after < 0 && held && HAVING.has(wordAt(reader, state.at - 1))) {
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

const HAVING = new Set(['have', 'has', 'had', 'having', 'with', 'give', 'gave', 'given', 'exactly']);

const HOLDING = new Set(['have', 'has', 'had', 'having', 'with', 'exactly', 'only', 'just', 'in', 'taken', 'on', 'for']);

const UNIT_GLUE = new Set(['in', 'of', 'for', 'the', 'a', 'an', 'their', 'its']);

function counted(reader: Reader, state: State, op: CompareOp, value: number, at: number): State[] {
  const start = skip(reader, at, new Set(['of', 'the', 'different', 'distinct', 'such', 'corresponding', 'other']));
  const having = (of: Mention | null, end: number, cost: number) => {
    const entry: Having = { aggregate: 'count', of, op: turn(op, state.not), value };
    return step(
      state,
      end,
      cost + (state.inside ? 1 : 0) + (state.not ? 1.5 : 0),
      { having: [...state.sketch.having, entry] },
      { not: false },
    );
  };
  const next = reader.links.entities(start).map((span) => having(span.value, span.end, span.cost * 0.5 + 0.05));
  const times = anyPhraseAt(reader, start, ['times', 'time', 'records', 'entries']);
  if (times !== null) next.push(having(null, times, 0.2));
  return next;
}

/** "older than 30", "cheaper than 5", "older than the average". */
export function readAdjective(reader: Reader, state: State): State[] {
  const word = wordAt(reader, state.at);
  const next: State[] = [];
  for (const adjective of QUANTITY_ADJECTIVES) {
    if ((word !== adjective.more && word !== adjective.less) || wordAt(reader, state.at + 1) !== 'than') continue;
    for (const name of adjective.of) {
      const left = reader.links.named([name]);
      if (left === null || (left.candidates[0]?.cost ?? 1) > 0.7) continue;
      const op: CompareOp = word === adjective.more ? '>' : '<';
      const start = skip(reader, state.at + 2, new Set(['the', 'a', 'an']));
      const number = reader.tokens[start]?.number ?? null;
      if (number !== null) {
        const value: Value = { text: String(number), quoted: false, number, hits: [] };
        next.push(
          take(state, {
            condition: { kind: 'compare', left, op: turn(op, state.not), value, denied: state.not },
            end: skipUnit(reader, start + 1),
            cost: 0.1,
          }),
        );
      }
      const aggregate = AVERAGES[wordAt(reader, start)];
      if (aggregate !== undefined) {
        const same = reader.links.attributes(start + 1).find(({ value }) => sharesColumn(value, left));
        next.push(
          take(state, {
            condition: { kind: 'against', left, op: turn(op, state.not), aggregate, of: null, conditions: [] },
            end: same?.end ?? start + 1,
            cost: 0.1,
          }),
        );
      }
      break;
    }
  }
  return next;
}

/** "whose price is the highest", "in which the average age is the lowest". */
export function readPeak(reader: Reader, state: State, at: number, by: 'column' | 'avg' | 'sum'): State[] {
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

/** "average price above 10", "total amount of more than 500": of a group's rows together. */
export function readAggregated(reader: Reader, state: State, aggregate: 'avg' | 'sum'): State[] {
  const start = skip(reader, state.at + 1, new Set(['of', 'the', 'amount', 'value']));
  return reader.links.attributes(start).flatMap((span) =>
    comparisonsAt(reader, skip(reader, span.end, COPULAS)).flatMap(({ op, end }) => {
      const at = skip(reader, end, COPULAS);
      const value = reader.tokens[at]?.number ?? null;
      if (value === null) return [];
      const having = [...state.sketch.having, { aggregate, of: span.value, op: turn(op, state.not), value }];
      return [step(state, skipUnit(reader, at + 1), span.cost * 0.5, { having }, { not: false })];
    }),
  );
}

export const AGGREGATED = wordTable<'avg' | 'sum'>({
  average: 'avg',
  avg: 'avg',
  mean: 'avg',
  total: 'sum',
  sum: 'sum',
  combined: 'sum',
});
