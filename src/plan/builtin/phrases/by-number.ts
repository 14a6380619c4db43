import { isPlural } from './besides.ts';
import { entry, found, type Ground, past, type Read, tablesAt, word } from './ground.ts';
import { columnIn, compare, number } from './query.ts';
import type { Filter } from './things.ts';

/** "order 5", "invoice number 1002": the row with that number, where rows have one of their own, else with that id. */
export function byNumberAt(ground: Ground, at: number, table: string): Read<Filter>[] {
  const named = tablesAt(ground, at - 1).some((read) => read.value === table && read.end === at);
  if (!named || isPlural(ground, at - 1)) return [];
  const start = past(ground, at, NUMBER);
  const token = ground.tokens[start];
  if (token?.kind !== 'number' || token.number === null || !/^\d{1,15}$/.test(token.text)) return [];
  const { columns, table: own } = entry(ground, table);
  const whole = columns.filter(({ column, reference }) => column.type === 'integer' && !reference);
  const numbered = whole.filter(({ words }) => words.some((one) => NUMBER.has(one) && one !== 'id'));
  const [key, ...parts] = own.primaryKey;
  const [only, ...more] = numbered.length > 0 ? numbered : whole.filter(({ column }) => parts.length === 0 && column.name === key);
  if (only === undefined || more.length > 0) return [];
  const value = token.number;
  const test = (alias: string) => compare('=', columnIn(alias, only.column.name), number(value));
  const noun = `${word(ground, at - 1)} ${token.text}`;
  return [
    found<Filter>({ kind: 'test', table, not: false, test }, start + 1, 0.05, [`'${noun}' read as ${only.column.name} ${token.text}`]),
  ];
}

const NUMBER = new Set(['number', 'no', 'nr', 'num', 'id']);
