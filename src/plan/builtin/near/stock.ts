import type { ColumnEntry, TableEntry } from '../linking/entries.ts';
import type { Test } from '../plain/sentence.ts';
import { hold, isNumber, type State } from './state.ts';

/** How many there are of something. */
const THERE = new Set('stock hand qty quantity inventory'.split(' '));
/** How many there should be at least. */
const LEAST = new Set('min minimum reorder threshold par'.split(' '));

const isLeast = (column: ColumnEntry): boolean => isNumber(column) && column.words.some((word) => LEAST.has(word));
const isThere = (column: ColumnEntry): boolean => isNumber(column) && !isLeast(column) && column.words.some((word) => THERE.has(word));

/** What a table says of its stock: "running short of" is below the least that there should be, "sold out" is none. */
export function stockTest({ columns }: TableEntry, kind: 'short' | 'gone'): Test | null {
  const [there, ...others] = columns.filter(isThere);
  const [least, ...more] = columns.filter(isLeast);
  if (there === undefined || others.length > 0) return null;
  if (kind === 'gone') return { kind: 'compare', column: there.column.name, op: '=', than: 0 };
  return least === undefined || more.length > 0
    ? null
    : { kind: 'compare', column: there.column.name, op: '<', than: { column: least.column.name } };
}

/** Whether what is said of stock is so of the things, where anything is. */
export function stocked(state: State): boolean {
  const said = state.parts.filter(({ cue }) => cue?.kind === 'short' || cue?.kind === 'gone');
  const [part] = said;
  if (part === undefined) return true;
  const test = stockTest(state.things, part.cue?.kind === 'short' ? 'short' : 'gone');
  if (test === null) return false;
  hold(state, state.things.table.name, test, part);
  for (const one of said) state.used.add(one);
  return true;
}
