import { after, columnsAt, found, type Ground, once, past, type Read, tablesAt, word } from './ground.ts';
import type { Stored } from './stored.ts';
import { valuesAt } from './values.ts';

/** Values with "or", "and" or commas between, each with the noun of its column or table where that is said: "the billing team or support". */
export const valueListAt = once(
  (ground: Ground, at: number): Read<{ values: readonly Stored[]; named: readonly string[]; both: boolean }>[] => {
    const both = word(ground, at) === 'both';
    const start = past(ground, both || word(ground, at) === 'either' ? at + 1 : at, ARTICLES);
    const reads: Read<{ values: readonly Stored[]; named: readonly string[]; both: boolean }>[] = [];
    const grow = (values: readonly Stored[], from: number, cost: number, notes: readonly string[]): void => {
      for (const value of valuesAt(ground, from)) {
        const all = [...values, value.value];
        const [spent, told] = [cost + value.cost, [...notes, ...value.notes]];
        for (const { end, named } of nounAfter(ground, value.end, all)) {
          reads.push(found({ values: all, named, both }, end, spent, told));
          const more = after(ground, end, ground.comparing ? [...CONNECTORS, ...VERSUS] : CONNECTORS);
          if (more !== null && all.length < 4) grow(all, more, spent, told);
          if (ground.tokens[end]?.kind === 'comma' && all.length < 4)
            grow(all, after(ground, end + 1, ['or', 'and']) ?? end + 1, spent, told);
        }
      }
    };
    grow([], start, 0, []);
    return reads;
  },
);

const ARTICLES = new Set(['the', 'a', 'an', 'our', 'my']);
export const PAIRED = ['or', 'and'];
export const VERSUS = ['vs', 'versus', 'against', 'compared to', 'compared with'];
const CONNECTORS = [
  ...PAIRED,
  'and the',
  'or the',
  'or a',
  'and a',
  'or an',
  'or by',
  'or from',
  'or in',
  'and from',
  'and in',
  'or still',
];

/** The end of a value, and of the noun after it that says of what column or table it is: "premium plan", "billing team". */
function nounAfter(ground: Ground, at: number, values: readonly Stored[]): { end: number; named: readonly string[] }[] {
  const places = values.flatMap((value) => value.places);
  const tables = [...new Set(places.map(({ table }) => table))];
  const plain = { end: at, named: [] };
  const columns = columnsAt(ground, at, tables).flatMap(({ value, end }) => {
    const named = value.columns.map((column) => `${value.table}.${column}`);
    return places.some(({ table, column }) => named.includes(`${table}.${column}`)) ? [{ end, named }] : [];
  });
  const nouns = tablesAt(ground, at).flatMap(({ value, end }) => {
    const named = places.flatMap(({ table, column }) => (table === value ? [`${table}.${column}`] : []));
    return named.length > 0 ? [{ end, named }] : [];
  });
  const ones = word(ground, at) === 'ones' ? [{ end: at + 1, named: [] }] : [];
  return [...columns, ...nouns, ...ones, plain];
}
