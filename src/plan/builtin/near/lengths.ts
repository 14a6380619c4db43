import type { Unit } from '../plain/sentence.ts';
import { numbersIn } from './amounts.ts';
import { type Ask, asking } from './ask.ts';
import { datesOf } from './dates.ts';
import { groupings } from './groups.ts';
import type { Part } from './meaning.ts';
import { isDated, isEnd, isNumber, isUnknown, markedColumn, type State } from './state.ts';

/** "how long", of things with two dates: the stretch from each to each later one, or a number of theirs that says it. */
export function lengths(state: State, cue: Part): Ask[] {
  const { things, parts, used } = state;
  const by = groupings(state);
  if (by === null) return [];
  const also = ['average', 'latest', 'count'];
  const cues = [
    cue,
    ...parts.filter((part) => also.includes(part.cue?.kind ?? '') && !used.has(part)),
    ...by.slice(0, 1).flatMap(({ uses }) => uses),
  ];
  const [group = null] = by.map((one) => one.by);
  const dates = things.columns.filter(isDated);
  const days = sinceOrUntil(state, cues);
  if (days.length > 0) return days;
  const unit =
    (['minute', 'hour', 'week', 'day'] as const).find((one) => cue.words.includes(one)) ??
    (dates[0]?.column.type === 'date' ? 'day' : 'hour');
  const named = parts.filter((part) => {
    const { mark } = part;
    return mark?.kind === 'column' && mark.table === things.table.name && isDated(markedColumn(state, mark)) && !used.has(part);
  });
  const [from, to] = named.flatMap(({ mark }) => (mark?.kind === 'column' ? [mark.column] : []));
  if (from !== undefined && to !== undefined && named.length === 2) return [stretch(from, to, unit, group, [...cues, ...named])];
  const pairs = dates.flatMap((start) => dates.flatMap((end) => (isEnd(end) && !isEnd(start) ? [{ start, end }] : [])));
  const stretches = pairs
    .filter(({ start, end }) => start.column.type === end.column.type && !start.words.some((word) => PLANNED.has(word)))
    .map(({ start, end }) => stretch(start.column.name, end.column.name, unit, group, [...cues, ...named]));
  const numbers = things.columns.filter((one) => isNumber(one) && one.words.some((word) => LENGTHS.has(word)));
  const [start, end, ...others] = dates.filter(({ words }) => !words.some((word) => PLANNED.has(word)));
  // "how long do they take to decide": from the one day that is kept to the other.
  if (stretches.length === 0 && numbers.length === 0 && start !== undefined && end !== undefined && others.length === 0)
    stretches.push({ ...stretch(start.column.name, end.column.name, unit, group, [...cues, ...named]), cost: GUESSED });
  // "how many hours did they work" is altogether, "how many hours does it take" of each.
  const isTotal =
    cue.words.startsWith('how many') &&
    !parts.some(({ cue: other, words }) => other?.kind === 'average' || /^(?:takes?|took|lasts?|stays?|stayed)$/.test(words));
  const fns = isTotal ? (['sum', 'avg'] as const) : (['avg'] as const);
  const said = numbersIn(state)
    .filter(({ column }) => numbers.includes(column))
    .map(({ part }) => part);
  return [
    ...stretches,
    ...numbers.flatMap(({ column }) =>
      fns.map((fn, at) =>
        asking({ kind: fn, column: column.name, times: null }, group, [...cues, ...said], 0.1 * (at + (isTotal ? 0 : 1))),
      ),
    ),
  ];
}

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

const stretch = (from: string, to: string, unit: Unit, by: Parameters<typeof asking>[1], uses: readonly Part[]): Ask =>
  asking({ kind: 'between', from, to, unit }, by, uses, 0);

const LENGTHS = new Set('length duration runtime minute min minutes mins hour'.split(' '));
const GUESSED = 0.1;
const PLANNED = new Set(['until', 'due', 'expected', 'planned', 'deadline', 'birth']);
