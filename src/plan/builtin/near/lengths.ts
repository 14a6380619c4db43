import { unitIn } from '../linking/units.ts';
import type { Group, Statistic, Unit } from '../plain/sentence.ts';
import { type Amount, numbersIn } from './amounts.ts';
import { type Ask, asking } from './ask.ts';
import { datesOf } from './dates.ts';
import { groupings } from './groups.ts';
import type { Part } from './meaning.ts';
import { PASSING, type Span, spansOf } from './spans.ts';
import { isDated, isNumber, isUnknown, markedColumn, type State } from './state.ts';
import { unitOf } from './stretches.ts';

const NUMBER = 0.1;
const ROW = 0.05;

/** "how long", of things with two dates: what the stretches between them come to, or a number of theirs that says it. */
export function lengths(state: State, cue: Part): Ask[] {
  const { things, parts, used } = state;
  const by = groupings(state);
  if (by === null) return [];
  const free = parts.filter((part) => !used.has(part));
  const ranking = free.find(isRankOfTime);
  const also = free.filter((part) => ['average', 'latest', 'count', 'amount'].includes(part.cue?.kind ?? '') || part === ranking);
  const cues = [cue, ...also, ...by.slice(0, 1).flatMap(({ uses }) => uses)];
  const [group = null] = by.map((one) => one.by);
  const kinds = new Set(also.map((part) => part.cue?.kind));
  const spans = spansOf(state);
  const days = kinds.has('average') || ranking !== undefined ? [] : sinceOrUntil(state, cues);
  // "how long does it sit here until it is done" is no time from today on.
  const isPassing = spans.length > 0 && free.some((part) => isUnknown(part) && PASSING.has(part.words));
  if (days.length > 0 && !isPassing) return days;
  const isOfDays = /days|weeks|nights/.test(cue.words);
  const numbers = things.columns.filter(
    (one) => isNumber(one) && one.words.some((word) => LENGTHS.has(word)) && !(isOfDays && unitIn(one)?.size !== undefined),
  );
  // "how many hours did they work" is altogether, "how many hours does it take" of each.
  const isTotal =
    cue.words.startsWith('how many') &&
    !kinds.has('average') &&
    !parts.some(({ words }) => /^(?:takes?|took|lasts?|stays?|stayed|waits?|waited)$/.test(words));
  const fns: readonly Statistic[] =
    ranking !== undefined
      ? [ranking.cue?.kind === 'most' ? 'max' : 'min']
      : kinds.has('amount')
        ? ['sum']
        : isTotal
          ? ['sum', 'avg']
          : ['avg'];
  const said = numbersIn(state)
    .filter(({ column }) => numbers.includes(column))
    .map(({ part }) => part);
  return [
    ...spans.flatMap((span) =>
      (span.isSaid && isTotal ? (['avg'] as const) : fns).map((fn, at) =>
        between(span, fn, unitOf(cue.words, span), group, cues, NUMBER * at),
      ),
    ),
    ...numbers.flatMap(({ column }) =>
      fns.map((fn, at) =>
        asking({ kind: fn, column: column.name, times: null }, group, [...cues, ...said], NUMBER * (at + (isTotal ? 0 : 1))),
      ),
    ),
  ];
}

/** "our longest trip", "the slowest repair", of trips that say when they began and ended: how long it was, or which of them. */
export function longest(state: State, rank: Part, many: number, uses: readonly Part[]): Ask[] {
  if (!isRankOfTime(rank)) return [];
  const highest = rank.cue?.kind === 'most';
  return spansOf(state).flatMap((span): Ask[] => [
    { what: { kind: 'extreme', column: { from: span.from, to: span.to }, highest, many }, uses: [...uses, ...span.uses], cost: span.cost },
    ...(many > 1 ? [] : [between(span, highest ? 'max' : 'min', unitOf('', span), null, uses, ROW)]),
  ]);
}

/** "which client takes the longest to pay": those of whose rows the stretch is longest on average. */
export function slowest(state: State, rank: Part): Amount[] {
  if (!isRankOfTime(rank)) return [];
  return spansOf(state).map(({ from, to, uses, cost, isOfDays }) => ({
    measure: { kind: 'between', fn: 'avg', from, to, unit: isOfDays ? 'day' : 'hour' },
    uses,
    cost,
  }));
}

const between = (
  { from, to, uses, cost }: Span,
  fn: Statistic,
  unit: Unit,
  by: Group | null,
  cues: readonly Part[],
  farther: number,
): Ask => asking({ kind: 'between', fn, from, to, unit }, by, [...cues, ...uses], cost + farther);

/** "longest", "quickest". */
const isRankOfTime = ({ cue }: Part): boolean =>
  (cue?.kind === 'most' || cue?.kind === 'least') && cue.of.some((word) => word === 'duration' || word === 'days');

/** "how many days since the last match", "until the rent is due", "how long has he been waiting". */
function sinceOrUntil(state: State, cues: readonly Part[]): Ask[] {
  const { parts, used, things } = state;
  const word = parts.find((part) => /^(?:since|until|till|ago|been)$/.test(part.words) && isUnknown(part));
  if (word === undefined) return [];
  const since = !/^(?:until|till)$/.test(word.words);
  const said = parts.find((part) => part.mark?.kind === 'column' && isDated(markedColumn(state, part.mark)) && !used.has(part));
  const due = parts.filter((part) => isUnknown(part) && part.words === 'due');
  const also = [...cues, word, ...due, ...(said === undefined ? [] : [said])];
  const columns =
    said?.mark?.kind === 'column' && said.mark.table === things.table.name
      ? [said.mark.column]
      : datesOf(things).map(({ column }) => column.name);
  return columns.map((column, at) => asking({ kind: 'days', column, since }, null, also, 0.05 * at));
}

const LENGTHS = new Set('length duration runtime minute min minutes mins hour'.split(' '));
