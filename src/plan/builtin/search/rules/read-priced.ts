import { MEASURES } from '../../english/measure-words.ts';
import { wordAt } from '../../english/phrase-at.ts';
import { comparisonsAt, numberValue, skipUnit, turn } from '../comparisons.ts';
import { take } from '../found.ts';
import type { Condition } from '../sketch.ts';
import type { Reader, State } from '../state.ts';
import { measureOf } from './measure.ts';

/** "tracks that cost 0.99", "invoices above 20 dollars": a number of money, of the one amount that they have. */
export function readPriced(reader: Reader, state: State): State[] {
  const names = MEASURES[wordAt(reader, state.at)] ?? [];
  const costs = names.length === 0 || comparisonsAt(reader, state.at + 1).length > 0 ? null : numberValue(reader, state.at + 1);
  const left = costs === null ? null : measureOf(reader, names);
  const followed = reader.links.entities(state.at + 2).length > 0;
  if (costs !== null && left !== null && !followed) {
    const condition: Condition = { kind: 'compare', left, op: state.not ? '<>' : '=', value: costs };
    return [take(state, { condition, end: skipUnit(reader, state.at + 2), cost: 0.1 })];
  }
  return comparisonsAt(reader, state.at).flatMap(({ op, end }) => {
    const value = numberValue(reader, end);
    const money = reader.tokens[end]?.text.startsWith('$') === true || MONEY.has(wordAt(reader, end + 1));
    const own = state.sketch.subject?.candidates.filter(({ cost }) => cost < 0.5) ?? [];
    if (value === null || !money) return [];
    return AMOUNTS.flatMap((name) => {
      const amount = reader.links.named([name]);
      const candidates = amount?.candidates.filter(({ table, cost }) => cost < 0.7 && own.some((one) => one.table === table)) ?? [];
      if (amount === null || candidates.length === 0) return [];
      const condition: Condition = { kind: 'compare', left: { ...amount, candidates }, op: turn(op, state.not), value, denied: state.not };
      return [take(state, { condition, end: skipUnit(reader, end + 1), cost: 0.1 })];
    }).slice(0, 1);
  });
}

const MONEY = new Set(['dollar', 'dollars', 'usd', 'euro', 'euros', 'pounds', 'bucks']);
const AMOUNTS = ['total', 'amount', 'price', 'cost', 'value', 'salary', 'balance'];
