import type { Test } from '../plain/sentence.ts';
import type { Meaning, Part } from './meaning.ts';
import { type Held, pathTo, SOME, type State } from './state.ts';

const READINGS_MAX = 6;
const LATER = 0.12;

/** The tests, in each way that they may be meant, and how much farther than the first it is. */
export function waysOf(state: State): { tests: Test[]; far: number }[] {
  let ways: Held[][] = [[]];
  for (const choice of state.held) ways = ways.flatMap((way) => choice.map((one) => [...way, one])).slice(0, READINGS_MAX);
  return ways.map((way, at) => ({ tests: testsOf(state, way), far: LATER * at + way.reduce((sum, { far = 0 }) => sum + far, 0) }));
}

function testsOf({ things, linked, about }: State, way: readonly Held[]): Test[] {
  const own = things.table.name;
  const names = way.flatMap(({ table }) => about.lexicon.byName.get(table)?.label ?? []);
  // In the order in which they are said; dates are said of all.
  const said = [...way].sort((a, b) => (a.part?.from ?? LAST) - (b.part?.from ?? LAST));
  const joined = either(said, own, names);
  const tables = [...new Set([...linked.keys(), ...joined.map(({ table }) => table)])].filter((table) => table !== own);
  const related = tables.map((table): Test => {
    const tests = merged(joined.filter((one) => one.table === table).map(({ test }) => test));
    return { kind: 'related', table, ...(linked.get(table) ?? SOME), tests };
  });
  return [...merged(joined.filter(({ table }) => table === own).map(({ test }) => test)), ...related];
}

const LAST = Number.MAX_SAFE_INTEGER;

/** "in Leeds or over 100 kilos": one of two that are not of the same column. */
function either(way: readonly Held[], own: string, names: readonly string[]): Held[] {
  const all: Held[] = [];
  for (const one of way) {
    const last = all.at(-1);
    const isOr = one.part?.joined === true && last !== undefined && last.part !== null && !isSame(last, one) && !areNames(one, last, names);
    if (!isOr || last === undefined) {
      all.push(one);
      continue;
    }
    const before = last.test.kind === 'either' && last.table === own ? last.test.tests : [ofThings(last, own)];
    all[all.length - 1] = { table: own, test: { kind: 'either', tests: [...before, ofThings(one, own)] }, part: one.part };
  }
  return all;
}

/** "Ada Berg or Olav Dahl" are told by what each of them is called. */
const areNames = (one: Held, other: Held, names: readonly string[]): boolean =>
  one.table === other.table && [one, other].every(({ test }) => test.kind === 'is' && names.includes(test.column));

const ofThings = ({ table, test }: Held, own: string): Test => (table === own ? test : { kind: 'related', table, tests: [test], ...SOME });

const isSame = (one: Held, other: Held): boolean =>
  one.table === other.table && one.test.kind === 'is' && other.test.kind === 'is' && one.test.column === other.test.column;

/** Several values of one column are any of them. */
function merged(tests: readonly Test[]): Test[] {
  const all: Test[] = [];
  for (const test of tests) {
    const at = all.findIndex((one) => one.kind === 'is' && test.kind === 'is' && one.column === test.column && one.not === test.not);
    const known = all[at];
    if (known?.kind === 'is' && test.kind === 'is') all[at] = { ...known, values: [...new Set([...known.values, ...test.values])] };
    else all.push(test);
  }
  return all;
}

/** What is empty has no date or number of which there is more to be said. */
export function contradicts({ what, tests }: Meaning['sentence']): boolean {
  const isBoth = (all: readonly Test[]): boolean =>
    all.some((one) => one.kind === 'related' && isBoth(one.tests)) ||
    all.some(
      (one) => one.kind === 'empty' && !one.not && all.some((other) => other !== one && 'column' in other && other.column === one.column),
    );
  const empty = tests.flatMap((one) => (one.kind === 'empty' && !one.not ? [one.column] : []));
  return isBoth(tests) || (what.kind === 'extreme' && typeof what.column === 'string' && empty.includes(what.column));
}

/** Whether a table lies between the things and rows that there are none of, or is only what these are of: "no tickets sold", of sales with their tickets, "not walked a dog". */
export const isOnWay = (state: State, table: string, part: Part): boolean => {
  const on = (from: string, to: string) => from !== to && pathTo(state, to)?.some((edge) => edge.to === from) === true;
  // What is said before is what is asked about.
  const isFirst = !state.parts.slice(0, state.parts.indexOf(part)).some(({ cue }) => cue?.kind === 'not' || cue?.kind === 'nobody');
  const isTold = isFirst || state.held.flat().some((one) => one.table === table);
  return [...state.linked].some(([denied, { not }]) => not && (on(table, denied) || (on(denied, table) && !isTold)));
};

/** "had no trip to York": what is told of the trips that there are none of cannot be told of anything else. */
export const isBehindDenied = (state: State): boolean => {
  const denied = new Set([...state.linked].flatMap(([table, { not }]) => (not ? [table] : [])));
  const told = [...state.linked.keys(), ...state.held.flat().map(({ table }) => table)].filter((table) => !denied.has(table));
  return told.some((table) => pathTo(state, table)?.some(({ from }) => denied.has(from)) === true);
};
