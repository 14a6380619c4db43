import { stem } from '../english/stem.ts';
import { unitNamed } from '../linking/units.ts';

/** What money and shares are kept in. */
const KEPT_IN = new Set('cent cents ct cts pence penny eur euro usd dollar gbp pound percent percentage pct'.split(' '));

const isUnit = (word: string): boolean => {
  const unit = unitNamed(word);
  return KEPT_IN.has(word) || KEPT_IN.has(stem(word)) || (unit !== undefined && unit.of !== 'time');
};

/** Whether words say all of a column's name but the unit that it ends with: "rent" of `rent_cents`, "donation box" of `donation_box_pence`. Minutes and hours say more, as there may be an amount beside. */
export function saysAllButUnit(name: readonly string[], said: readonly string[]): boolean {
  const end = name.findLastIndex((word) => !isUnit(word)) + 1;
  const own = name.slice(0, end).map(stem);
  return end > 0 && end < name.length && own.length === said.length && own.every((word, at) => word === stem(said[at] ?? ''));
}
