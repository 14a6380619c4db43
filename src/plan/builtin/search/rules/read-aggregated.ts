import { COPULAS, skip } from '../../english/phrase-at.ts';
import { wordTable } from '../../english/word-table.ts';
import type { CompareOp } from '../../english/words.ts';
import type { Attribute } from '../../linking/mention.ts';
import { comparisonsAt, skipUnit, turn } from '../comparisons.ts';
import { step } from '../match.ts';
import type { Overall } from '../sketch.ts';
import type { Reader, State } from '../state.ts';
import { against } from './read-against.ts';

/** "average price above 10", "total amount of more than 500": of a group's rows together. */
export function readAggregated(reader: Reader, state: State, aggregate: Overall['aggregate']): State[] {
  const start = skip(reader, state.at + 1, new Set(['of', 'the', 'amount', 'value']));
  const plain = skip(reader, state.at + 1, new Set(['of', 'the']));
  return [...new Set([start, plain])]
    .flatMap((from) => reader.links.attributes(from))
    .flatMap((span) =>
      comparisonsAt(reader, skip(reader, span.end, COPULAS)).flatMap(({ op, end }) => {
        const at = skip(reader, end, COPULAS);
        const value = reader.tokens[at]?.number ?? null;
        if (value === null) return readOverall(reader, state, { aggregate, of: span.value, op }, end, span.cost * 0.5);
        const having = [...state.sketch.having, { aggregate, of: span.value, op: turn(op, state.not), value }];
        return [step(state, skipUnit(reader, at + 1), span.cost * 0.5, { having }, { not: false })];
      }),
    );
}

/** "whose average price is above the average price of all products". */
function readOverall(
  reader: Reader,
  state: State,
  { aggregate, of, op }: { aggregate: Overall['aggregate']; of: Attribute; op: CompareOp },
  at: number,
  cost: number,
): State[] {
  return against(reader, at, of, op, state.not).flatMap(({ condition, end, cost: more }) => {
    if (condition.kind !== 'against' || condition.of !== null || condition.told === true) return [];
    const value: Overall = { aggregate: condition.aggregate, conditions: condition.conditions };
    return [
      step(state, end, cost + more, { having: [...state.sketch.having, { aggregate, of, op: condition.op, value }] }, { not: false }),
    ];
  });
}

export const AGGREGATED = wordTable<Overall['aggregate']>({
  maximum: 'max',
  max: 'max',
  minimum: 'min',
  min: 'min',
  average: 'avg',
  avg: 'avg',
  mean: 'avg',
  total: 'sum',
  sum: 'sum',
  combined: 'sum',
});
