import type { Group, Measure } from '../plain/sentence.ts';
import { amountsOf, isLoose, isScore, measured, moneyWords, numbersIn, soleNumber, unitsOf } from './amounts.ts';
import type { Ask } from './ask.ts';
import { dateColumns } from './dates.ts';
import type { Part } from './meaning.ts';
import { entryOf, hasOne, isNumber, type State } from './state.ts';

const COUNTED = 0.1;

/** "do more people come by bus or by car", "ropes vs fuel", "this month or last month": a group for each of the two. */
export function contrasted(state: State, measuring: readonly Part[]): Ask[] {
  const { parts, used } = state;
  const cues = parts.filter((part) => part.cue !== null && ['more', 'less', 'than'].includes(part.cue.kind) && !used.has(part));
  if (cues.length === 0) return counted(state, measuring);
  const last = parts.at(-1);
  if (last?.cue?.kind === 'each') cues.push(last);
  const groups = [...valued(state), ...stretched(state)];
  const [group] = groups;
  if (group === undefined) return [];
  const uses = [...measuring, ...cues, ...group.uses];
  const of = cues.flatMap(({ cue }) => cue?.of ?? []);
  const measures = of.length > 0 ? averagesOf(state, of) : measuresOf(state, measuring);
  const [first, second] = numbersIn(state);
  const both = first !== undefined && second !== undefined;
  return measures.map(({ measure, uses: more, cost }) => ({
    what: { kind: 'measure', measure, by: group.by },
    uses: [...uses, ...more],
    cost: both ? cost + COUNTED : cost,
  }));
}

/** "how many barges and tugs", "how many barges and how many tugs": the number of each. */
function counted(state: State, measuring: readonly Part[]): Ask[] {
  const [group] = valued(state);
  // "how many dogs or cats" are any of them, and "dogs or cats, how many of each" are two.
  const last = state.parts.at(-1);
  const each = last?.cue?.kind === 'each' && !state.used.has(last) ? [last] : [];
  // "dogs or cats, how many came" asks of each of them.
  const asks = Math.min(...measuring.map((part) => state.parts.indexOf(part)));
  const isFirst = state.parts[0]?.mark?.kind === 'value' && state.parts.every(({ mark }, at) => mark?.kind !== 'value' || at < asks);
  const isEither = each.length === 0 && !isFirst && state.parts.some(({ mark, joined }) => mark?.kind === 'value' && joined);
  if (group === undefined || isEither || measuring.length === 0 || (!isFirst && measuring.some(({ cue }) => cue?.kind !== 'count')))
    return [];
  return measured(state, measuring, false).flatMap(({ measure, uses, cost }) =>
    [group.by, null].map((by, at) => ({
      what: { kind: 'measure', measure, by },
      uses: [...measuring, ...each, ...uses],
      cost: cost + COUNTED * at,
    })),
  );
}

function measuresOf(state: State, measuring: readonly Part[]): { measure: Measure; uses: readonly Part[]; cost: number }[] {
  const asked = measured(state, measuring, false);
  if (asked.length > 0) return asked;
  const sums = amountsOf(state, numbersIn(state).some(({ column }) => isScore(column)) ? 'avg' : 'sum');
  const told = numbersIn(state).length > 0 || moneyWords(state).length > 0;
  const count = { measure: { kind: 'count' } as const, uses: [], cost: told || isLoose(state) ? COUNTED * 2 : 0 };
  // "wool 2025 compared to 2026", of wool sales, is how much of it rather than how many sales.
  const sole = isLoose(state) ? soleNumber(state) : [];
  const units = [...unitsOf(state), ...sole].map((measure) => ({ measure, uses: [], cost: 0 }));
  return told ? [...sums, count] : [...units, count, ...sums.map((one) => ({ ...one, cost: one.cost + COUNTED }))];
}

/** "more expensive" is so on average. */
const averagesOf = ({ things }: State, of: readonly string[]): { measure: Measure; uses: readonly Part[]; cost: number }[] =>
  things.columns
    .filter((column) => isNumber(column) && column.words.some((word) => of.includes(word)))
    .map(({ column }) => ({ measure: { kind: 'avg', column: column.name, times: null }, uses: [], cost: 0 }));

interface Contrast {
  readonly by: Group;
  readonly uses: readonly Part[];
}

/** Two values of one column: a name stands for its row. */
function valued(state: State): Contrast[] {
  const values = state.parts.flatMap((part) =>
    part.mark?.kind === 'value' && part.mark.within !== true ? [{ mark: part.mark, part }] : [],
  );
  const [first, ...more] = values;
  if (first === undefined || more.length === 0) return [];
  const { table, column } = first.mark;
  const label = entryOf(state, table)?.label ?? [];
  const same = more.filter(({ mark }) => mark.table === table && (mark.column === column || label.includes(mark.column)));
  if (same.length === 0 || !hasOne(state, table)) return [];
  const named = label.includes(column);
  // What has a name is there once.
  if (named && table === state.things.table.name && state.things.table.primaryKey.length > 0 && numbersIn(state).length === 0) return [];
  return [{ by: { table, column: named ? null : column }, uses: [] }];
}

/** Two stretches of time. */
function stretched(state: State): Contrast[] {
  const periods = state.parts.flatMap(({ period }) => period ?? []);
  const [first, second, ...more] = periods;
  if (first === undefined || second === undefined || more.length > 0) return [];
  const days = [first, second].map(({ since, until }) =>
    since === null || until === null ? 0 : (Date.parse(until) - Date.parse(since)) / DAY,
  );
  const span = SPANS.find(([least, most]) => days.every((one) => one >= least && one <= most))?.[2];
  const [date] = span === undefined ? [] : dateColumns(state);
  return span === undefined || date === undefined ? [] : [{ by: { table: date.table, column: date.column.column.name, span }, uses: [] }];
}

const DAY = 86_400_000;
const SPANS = [
  [1, 1, 'day'],
  [7, 7, 'week'],
  [28, 31, 'month'],
  [365, 366, 'year'],
] as const;
