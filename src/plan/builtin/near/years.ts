import { NUMERIC } from '../linking/expressions.ts';
import type { Test } from '../plain/sentence.ts';
import type { Part } from './meaning.ts';
import { entryOf, type Held, type State } from './state.ts';

/** "the dues for this year", of rows that say of which year they are. */
export function yearsFor(state: State, stretches: readonly NonNullable<Part['period']>[]): Held[] {
  const [only, ...more] = stretches;
  const [since, until] = [yearIn(only?.since), yearIn(only?.until)];
  if (only === undefined || more.length > 0 || since === undefined || until === undefined) return [];
  const test = (column: string): Test | null => {
    if (since !== null && until !== null) return since + 1 === until ? { kind: 'compare', column, op: '=', than: since } : null;
    return since === null ? { kind: 'compare', column, op: '<', than: until ?? 0 } : { kind: 'compare', column, op: '>=', than: since };
  };
  const tables = [state.things.table.name, ...state.linked.keys(), ...state.held.flat().map(({ table }) => table)];
  return [...new Set(tables)].flatMap((table) =>
    (entryOf(state, table)?.columns ?? [])
      .filter(({ column, words }) => NUMERIC.has(column.type) && words.length === 1 && ['year', 'yr'].includes(words[0] ?? ''))
      .flatMap(({ column }): Held[] => {
        const one = test(column.name);
        return one === null ? [] : [{ table, test: one, part: null }];
      }),
  );
}

/** The year that begins on a day; undefined for any other day. */
const yearIn = (day: string | null | undefined): number | null | undefined =>
  day === null || day === undefined ? null : day.endsWith('-01-01') ? Number(day.slice(0, 4)) : undefined;
