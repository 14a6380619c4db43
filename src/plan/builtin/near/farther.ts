import type { Test, What } from '../plain/sentence.ts';
import { isWho, pathTo, type State } from './state.ts';

/** How much farther what is asked and tested is from what was said than its words are. */
export const fartherBy = (state: State, what: What, tests: readonly Test[]): number =>
  unnamed(state, tests) +
  counted(state, tests) +
  (isOfOtherDay(what, tests, state.things.table.name) ? OTHER_DAY : 0) +
  (isOneself(state, what, tests) ? ONESELF : 0);

/** What is told by rows of a table that nobody named is farther, the more so the more keys lie between. */
const unnamed = (state: State, tests: readonly Test[]): number =>
  tests
    .flatMap((test) =>
      test.kind === 'related' && !state.parts.some(({ mark }) => mark?.kind === 'table' && mark.table === test.table) ? [test] : [],
    )
    .reduce((sum, { table }) => {
      const isTold = state.parts.some(({ mark }) => mark?.table === table);
      return sum + (isTold ? UNNAMED : UNTOLD) * (pathTo(state, table)?.length ?? 0);
    }, 0);
const UNNAMED = 0.06;
/** Of which nothing was said either. */
const UNTOLD = 0.15;

/** How many there are of what lies several keys away is farther, as "more than one building" of who looks after it is than of who lives there. */
const counted = (state: State, tests: readonly Test[]): number =>
  tests
    .flatMap((test) => (test.kind === 'related' && (test.over !== null || test.under !== undefined) ? [test.table] : []))
    .reduce((sum, table) => sum + BETWEEN * Math.max(0, (pathTo(state, table)?.length ?? 1) - 1), 0);
const BETWEEN = 0.1;

/** Months of one date, of rows that are of some time by another one. */
function isOfOtherDay(what: What, tests: readonly Test[], own: string): boolean {
  const by = 'by' in what ? what.by : null;
  if (by?.span === undefined) return false;
  const all = tests.flatMap((test) =>
    test.kind === 'related' ? test.tests.map((one) => ({ table: test.table, one })) : [{ table: own, one: test }],
  );
  const days = all.flatMap(({ table, one }) => (one.kind === 'when' ? [`${table} ${one.column}`] : []));
  return days.length > 0 && !days.includes(`${by.table} ${by.column}`);
}
const OTHER_DAY = 0.2;

/** "who teaches Ada" is somebody else, and so are "which donors did Ada bring in". */
const isOneself = ({ parts, things }: State, what: What, tests: readonly Test[]): boolean => {
  const [first] = parts;
  const name = parts.find(({ mark }) => mark?.kind === 'value' && mark.table === things.table.name);
  const isOther = name?.actor === true || (first !== undefined && isWho(first));
  return isOther && what.kind === 'list' && tests.some((test) => test.kind === 'is' && !test.not && things.label.includes(test.column));
};
const ONESELF = 0.5;
