import type { AggregateName } from '../../plan.ts';
import { moneyOf } from './columns.ts';
import { after, found, type Ground, past, type Read } from './ground.ts';
import { type Measure, measured } from './measure.ts';
import { modified } from './modifiers.ts';
import { headsAt } from './noun-phrase.ts';
import type { Things } from './things.ts';

/** What the money of some things comes to, with all that is said of them. */
export function amountOf(ground: Ground, head: Read<Things>, fn: AggregateName): Read<Measure>[] {
  const { table } = head.value;
  const money = moneyOf(ground, table);
  return money === null
    ? []
    : modified(ground, head).map((read) => measured(read, fn, table, money.name, [`The amount is ${table}.${money.name}.`]));
}

/** "what have we earned with packages this year", "how much did we make from tickets": what each of them brought in. */
export const earnedAt = (ground: Ground, at: number): Read<Measure>[] => {
  const asked = after(ground, past(ground, at, TOTAL), EARNED_ASKED);
  const from = asked === null ? null : after(ground, asked, ['with', 'from', 'on', 'off', 'through']);
  if (from === null) return [];
  return headsAt(ground, from).flatMap((head) => amountOf(ground, head, 'sum'));
};

/** "what do all the bands together cost us": the prices of all of them. */
export function costOfAll(ground: Ground, at: number): Read<Measure>[] {
  const asked = after(ground, at, ['what do', 'how much do', 'what did', 'how much did', 'what would', 'how much would']);
  if (asked === null) return [];
  const all = past(ground, asked, new Set(['all', 'of']));
  return headsAt(ground, all).flatMap((head) => {
    const money = moneyOf(ground, head.value.table);
    return modified(ground, head).flatMap(({ value: things, end, cost, notes }) => {
      const together = after(ground, end, TOGETHER);
      const verb = after(ground, together ?? end, ['cost us', 'cost', 'come to', 'add up to']);
      const total = verb === null ? null : after(ground, verb, TOGETHER);
      if (money === null || verb === null || (all === asked && together === null && total === null)) return [];
      const read = found(things, total ?? verb, cost + 0.1, notes);
      return [measured(read, 'sum', things.table, money.name, [`The amount is ${things.table}.${money.name}.`])];
    });
  });
}

const TOGETHER = ['together', 'altogether', 'all together', 'in total', 'in all', 'combined'];

const TOTAL = new Set(['total', 'the', 'our', 'overall']);

const EARNED_ASKED = [
  ...['income', 'revenue', 'earnings', 'takings', 'turnover', 'money'],
  ...['how much', 'how much money', 'what'].flatMap((what) =>
    ['did we', 'have we', 'do we', 'did i', 'have i'].flatMap((whom) =>
      ['earn', 'earned', 'make', 'made', 'take', 'taken', 'take in', 'taken in', 'get', 'bring in'].map(
        (verb) => `${what} ${whom} ${verb}`,
      ),
    ),
  ),
];
