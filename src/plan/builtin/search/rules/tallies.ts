import { anyPhraseAt, skip, wordAt } from '../../english/phrase-at.ts';
import type { CompareOp } from '../../english/words.ts';
import type { Mention } from '../../linking/mention.ts';
import { comparisonsAt, numberValue, skipToComparison, turn } from '../comparisons.ts';
import { step } from '../match.ts';
import type { Having } from '../sketch.ts';
import type { Reader, State } from '../state.ts';

/** How many there are of what belongs to each: "3 orders" after "at least", "twice". */
export function counted(reader: Reader, state: State, op: CompareOp, value: number, at: number): State[] {
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
  // None of them: nothing is there to be counted.
  const none = turn(op, state.not) === '=' && value === 0 && !state.inside;
  const tallied = state.not && !state.inside && !state.or ? denials(turn(op, true), value) : null;
  const next = [...reader.links.entities(start), ...reader.links.holders(start)].map((span) =>
    tallied !== null
      ? step(
          state,
          span.end,
          span.cost * 0.5 + 0.2,
          { conditions: [...state.sketch.conditions, { kind: 'tally', entity: span.value, ...tallied }] },
          { not: false },
        )
      : none
        ? step(state, span.end, span.cost * 0.5 + 0.05, {
            conditions: [...state.sketch.conditions, { kind: 'has', entity: span.value, not: true, conditions: [] }],
          })
        : having(span.value, span.end, span.cost * 0.5 + 0.05),
  );
  const times = anyPhraseAt(reader, start, ['times', 'time', 'records', 'entries']) ?? (ONCE.test(wordAt(reader, at - 1)) ? at : null);
  if (times !== null) next.push(having(null, times, 0.2));
  return next;
}

const ONCE = /^(once|twice)$/;

/** "not more than twice" is said of those as well that it never happened to. */
function denials(op: CompareOp, value: number): { op: '<' | '<=' | '<>'; value: number } | null {
  const found = (['<', '<=', '<>'] as const).find((one) => one === op);
  return found === undefined || (found === '<' && value <= 1) ? null : { op: found, value };
}

/** "the number of tracks is greater than 10", "whose number of notes is between 1 and 3". */
export function readTallied(reader: Reader, state: State): State[] {
  const counting = anyPhraseAt(reader, skip(reader, state.at, new Set(['the', 'a'])), ['number of', 'total number of', 'count of']);
  if (counting === null || state.not || state.or || state.inside) return [];
  const start = skip(reader, counting, COUNTED_GLUE);
  const column = reader.links.attributes(state.at).filter(({ cost }) => cost < 0.3);
  return [...reader.links.entities(start), ...reader.links.holders(start)].flatMap((span) => {
    if (column.some(({ end }) => end === span.end)) return [];
    const at = skipToComparison(reader, span.end);
    const between = anyPhraseAt(reader, at, ['between']);
    const low = between === null ? null : numberValue(reader, between);
    const high = between === null || low === null ? null : numberValue(reader, between + 2);
    const entry = (op: CompareOp, value: number): Having => ({ aggregate: 'count', of: span.value, op, value });
    const next = comparisonsAt(reader, at).flatMap(({ op, end }) => {
      const number = reader.tokens[end]?.number ?? null;
      if (number === null) return [];
      return [step(state, end + 1, span.cost * 0.5 + 0.05, { having: [...state.sketch.having, entry(op, number)] })];
    });
    if (between === null || low?.number == null || high?.number == null || wordAt(reader, between + 1) !== 'and') return next;
    const having = [...state.sketch.having, entry('>=', low.number), entry('<=', high.number)];
    return [...next, step(state, between + 3, span.cost * 0.5 + 0.05, { having })];
  });
}

const COUNTED_GLUE = new Set(['the', 'different', 'distinct', 'their', 'its', 'all', 'corresponding']);
