import { mapQueries } from '../../parse/walk.ts';
import type { Expr, Query, Select } from '../../plan.ts';
import type { ValueIndex } from '../../planner.ts';
import { sourcesOf } from '../checks/checked.ts';
import { looksAhead } from '../english/dates/tense.ts';
import { tokenize } from '../english/tokens.ts';
import { conjuncts, DATED } from '../linking/expressions.ts';
import type { Lexicon } from '../linking/lexicon.ts';

const CANCELLED = ['cancelled', 'canceled'];

/**
 * "who is arriving next week", "which orders are late": what was called off is not to come and not late. Rows in such a state are left out
 * where a plan asks for days of what is ahead or overdue, says nothing of that state, and neither does the question. Null where nothing is.
 */
export function withoutCalledOff(
  plan: Query,
  text: string,
  values: ValueIndex,
  lexicon: Lexicon,
  now: Date,
): { plan: Query; notes: string[] } | null {
  const tokens = tokenize(text);
  const isAhead = looksAhead({ tokens, now }) || tokens.some(({ lower }) => /^(?:late|overdue|due)$/.test(lower));
  if (!isAhead || plan.kind !== 'select' || tokens.some(({ lower }) => /^(?:cancel|call|status|state|all$|any$|every)/.test(lower)))
    return null;
  const states = CANCELLED.flatMap((state) => values.find(state));
  const today = now.toISOString().slice(0, 10);
  const notes = new Set<string>();
  const tested = (select: Select): Select => {
    const text = JSON.stringify([select.where, select.groupBy]);
    const tests = [...sourcesOf(select)].flatMap(([as, table]): Expr[] => {
      const [state, ...more] = states.filter((one) => one.table === table);
      const dates = lexicon.byName.get(table)?.columns.filter(({ column }) => DATED.has(column.type)) ?? [];
      const isDated = conjuncts(select.where).some(
        (test) =>
          test.kind === 'compare' &&
          test.left.kind === 'column' &&
          test.left.table === as &&
          (test.right.kind === 'call' || (test.right.kind === 'literal' && String(test.right.value) >= today)) &&
          dates.some(({ column }) => test.left.kind === 'column' && column.name === test.left.column),
      );
      if (state === undefined || more.length > 0 || !isDated || text.includes(`"column":${JSON.stringify(state.column)}`)) return [];
      notes.add(`Those that are ${state.stored} are left out.`);
      const column: Expr = { kind: 'column', table: as, column: state.column };
      const other: Expr = { kind: 'compare', op: '<>', left: column, right: { kind: 'literal', value: state.stored, type: 'text' } };
      // A row without a state was not called off.
      const isNullable = lexicon.byName.get(table)?.columns.some((one) => one.column.name === state.column && one.column.nullable);
      return [isNullable === true ? { kind: 'or', args: [{ kind: 'isNull', arg: column }, other] } : other];
    });
    return tests.length === 0 ? select : { ...select, where: { kind: 'and', args: [...conjuncts(select.where), ...tests] } };
  };
  const read = (query: Query): Query =>
    query.kind !== 'select'
      ? query
      : tested({
          ...query,
          ...(query.from === undefined ? {} : { from: mapQueries(query.from, read) }),
          ...(query.where === undefined ? {} : { where: mapQueries(query.where, read) }),
        });
  const made = read(plan);
  return notes.size === 0 ? null : { plan: made, notes: [...notes] };
}
