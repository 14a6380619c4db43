import type { ColumnEntry, TableEntry } from '../linking/entries.ts';
import { rootOf } from '../linking/lexicon.ts';
import { momentsOf, tells } from '../linking/moment-columns.ts';
import { peopleIn } from '../linking/people.ts';
import type { Test } from '../plain/sentence.ts';
import type { Part } from './meaning.ts';
import {
  columnOf,
  entryOf,
  type Held,
  hasOne,
  isDated,
  isDue,
  isEnd,
  isUnknown,
  markedColumn,
  oneKeyAway,
  pathTo,
  SOME,
  type State,
} from './state.ts';
import { yearsFor } from './years.ts';

const TOLD_MAX = 3;
/** By the weight of a date. */
const FAR = [0, 0.3, 0.1];

interface Dated {
  readonly table: string;
  readonly column: ColumnEntry;
  /** How much farther it is than another one. */
  readonly far?: number;
}

/** Stretches of time, of the date that is named or told by a verb, else of each date that may be meant. */
export function dated(state: State): boolean {
  const { parts, used } = state;
  const periods = parts.filter((part) => part.period !== null && !used.has(part));
  if (periods.length === 0) return true;
  const stretches = spanned(periods.flatMap(({ period }) => period ?? []));
  for (const part of periods) used.add(part);
  const named = parts.find(({ mark }) => mark?.kind === 'column' && isDated(markedColumn(state, mark)) && !isEmptied(state, mark));
  const mark = named?.mark;
  const column = markedColumn(state, mark ?? null);
  if (named !== undefined && mark?.kind === 'column' && column !== null) {
    used.add(named);
    return heldOn(state, [{ table: mark.table, column }], stretches);
  }
  const fresh = parts.find((one) => isUnknown(one) && one.words === 'new' && !used.has(one));
  const begun =
    fresh === undefined
      ? []
      : datesFor(state).filter(({ column: own }) => own.words.some((word) => BEGUN.has(word) || BEGUN.has(rootOf(word))));
  if (fresh !== undefined && begun.length > 0) {
    used.add(fresh);
    return heldOn(state, begun.slice(0, TOLD_MAX), stretches);
  }
  const all = datesFor(state);
  const verb = parts.find((one) => isUnknown(one) && !used.has(one) && all.some(({ column: own }) => isTold(own, one.words)));
  const told = verb === undefined ? endsLater(all) : all.filter(({ column: own }) => isTold(own, verb.words));
  if (verb !== undefined) used.add(verb);
  // When something happened is no day of a life, unless a verb says so.
  const [nearest] = told;
  if (verb === undefined && nearest !== undefined) state.far += FAR[weight(nearest.column)] ?? 0;
  const years = verb === undefined ? yearsFor(state, stretches) : [];
  if (told.length === 0 && years.length === 0) return false;
  if (years.length === 0) return heldOn(state, told.slice(0, TOLD_MAX), stretches);
  state.held.push(years);
  return true;
}

/** "orders in May" are of when they were placed, and less so of when they were to be delivered, where nothing tells. */
const endsLater = (all: readonly Dated[]): Dated[] =>
  all.map((one) => {
    const isOver = (column: ColumnEntry) =>
      isDue(column) || (isEnd(column) && (column.column.nullable || column.words.some((word) => LAST.has(rootOf(word)))));
    const others = all.filter(({ table, column }) => table === one.table && column !== one.column);
    return isOver(one.column) && others.some(({ column }) => isHappening(column) && !isOver(column)) ? { ...one, far: ENDING } : one;
  });
const ENDING = 0.3;
const LAST = new Set('end finish close complete depart departure return checkout leave'.split(' ').map(rootOf));

/** "have not paid the October rent": October is not when it was paid. */
const isEmptied = ({ held }: State, { table, column }: { table: string; column: string }): boolean =>
  held.flat().some((one) => one.table === table && one.test.kind === 'empty' && !one.test.not && one.test.column === column);

type Stretch = NonNullable<Part['period']>;

/** "this month than last month" is both of them. */
function spanned(periods: readonly Stretch[]): Stretch[] {
  const [first, second, ...more] = [...periods].sort((a, b) => String(a.since).localeCompare(String(b.since)));
  if (first === undefined || second === undefined || more.length > 0) return [...periods];
  // "coming up in december" is in December.
  if (first.until === null && first.since !== null && first.since <= (second.since ?? '')) return [second];
  if (first.since === second.since && first.until === second.until) return [first];
  return first.until !== null && first.until === second.since ? [{ since: first.since, until: second.until }] : [first, second];
}

function heldOn(state: State, dates: readonly Dated[], stretches: readonly Stretch[]): boolean {
  const tests = ({ table, column, far }: Dated): Held => {
    const whens = stretches.map((stretch): Test => ({ kind: 'when', column: column.column.name, ...stretch }));
    const [only, ...more] = whens;
    const test: Test = only !== undefined && more.length === 0 ? only : { kind: 'either', tests: whens };
    return { table, test, part: null, ...(far === undefined ? {} : { far }) };
  };
  const known = dates.filter(({ table }) => table === state.things.table.name || state.linked.has(table) || pathTo(state, table) !== null);
  if (known.length === 0) return false;
  state.held.push(known.map(tests));
  return true;
}

export const isTold = (column: ColumnEntry, said: string): boolean =>
  column.words.some((word) => tells(said, word)) || (/^(?:due|expir\w+)$/.test(said) && isDue(column));

/** Dates of the things, of the other rows that are asked about, and of what the things have one of: those of what happens before those of lives. */
function datesFor(state: State): Dated[] {
  const others = [...new Set([...state.linked.keys(), ...state.held.flat().map(({ table }) => table)])].filter(
    (table) => table !== state.things.table.name,
  );
  const without = others.filter((table) => state.linked.get(table)?.not === true);
  const of = (table: string): Dated[] => {
    const entry = entryOf(state, table);
    const dates = entry === undefined ? [] : datesOf(entry).map((column) => ({ table, column }));
    return dates.filter(({ column }) => !isEmptied(state, { table, column: column.column.name }));
  };
  const own = of(state.things.table.name);
  const near = oneKeyAway(state, true);
  // Of what has not been done yet it is told when it should be.
  const owing = new Set(state.held.flat().flatMap(({ table, test }) => (test.kind === 'empty' && !test.not ? [table] : [])));
  const all = [...without.flatMap(of), ...own, ...others.filter((one) => !without.includes(one)).flatMap(of)];
  const more = all.some(({ column }) => weight(column) === 0) ? [] : near.flatMap(({ table: { name } }) => of(name));
  // Of people something is told by what they have: "who moved out last month".
  const isPeople = peopleIn(state.about.lexicon).includes(state.things) && all.length + more.length === own.length;
  const theirs = isPeople ? oneKeyAway(state, false).flatMap(({ table: { name } }) => of(name)) : [];
  const people = new Set(peopleIn(state.about.lexicon).map(({ table }) => table.name));
  const isOfLife = ({ table, column }: Dated) => weight(column) === 1 || (people.has(table) && !isDue(column));
  const found = [...all, ...more, ...theirs.filter(({ column }) => weight(column) === 0).map((one) => ({ ...one, far: THEIRS }))];
  // Where something happened to somebody, it is of that time: "members who came to 4 rides this year".
  const isBeside = found.some((one) => !isOfLife(one));
  return found
    .map((one): Dated => (isBeside && people.has(one.table) && isOfLife(one) ? { ...one, far: OF_LIFE } : one))
    .map((one, at) => ({ one, rank: (owing.has(one.table) ? -1 : isOfLife(one) ? 1 : weight(one.column)) + at * 0.01 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ one }) => one)
    .filter((one, at, list) => list.findIndex((other) => other.table === one.table && other.column === one.column) === at);
}

const THEIRS = 0.2;
const OF_LIFE = 0.3;

/** Dates by which the things are put into months. */
export const dateColumns = (state: State): Dated[] =>
  datesFor(state)
    .filter(({ table }) => hasOne(state, table))
    .slice(0, TOLD_MAX - 1);

/** A day on which something happened. */
export const isHappening = (column: ColumnEntry): boolean => weight(column) === 0;

/** A day on which something happens says more than one of a life, or one by which something should be. */
const weight = (column: ColumnEntry): number => {
  // A shop opened on some day, and a ticket at some hour.
  const isLife = column.words.some((word) => LIVES.has(word)) && !(column.words.includes('opened') && column.column.type !== 'date');
  return isLife ? 1 : isDue(column) ? 2 : 0;
};
/** Of the day from which something is here: "new members this year". */
const BEGUN = new Set(
  'join register enroll sign signup since start begin open hire found add create'.split(' ').flatMap((word) => [word, rootOf(word)]),
);
const LIVES = new Set('birth born hire hired join joined since left gone registered enrolled added opened founded built'.split(' '));

export const datesOf = (entry: TableEntry): ColumnEntry[] => momentsOf(entry).filter((column) => isDated(column));

/** "still", "right now": what has an end that has not come, where the things have such a date or what they are related to has. */
export function open(state: State): void {
  const { parts, used, things, held } = state;
  const cues = parts.filter((part) => part.cue?.kind === 'open' && !used.has(part));
  if (cues.length === 0) return;
  const isDone = held.flat().some(({ test }) => test.kind === 'empty');
  const own = endsOf(things);
  const empty = (table: string, column: ColumnEntry): Held => ({
    table,
    test: { kind: 'empty', column: column.column.name, not: false },
    part: null,
  });
  if (isDone || own.length > 0) {
    if (!isDone) held.push(own.map((column) => empty(things.table.name, column)));
    for (const part of cues) used.add(part);
    return;
  }
  const [other, ...more] = others(state).filter((entry) => endsOf(entry).length > 0);
  const [end, ...ends] = other === undefined || more.length > 0 ? [] : endsOf(other);
  if (other === undefined || end === undefined || ends.length > 0) return;
  held.push([empty(other.table.name, end)]);
  for (const part of cues) used.add(part);
}

const endsOf = ({ columns }: TableEntry) => columns.filter((one) => one.column.nullable && isEnd(one));

/** Tables that are asked about beside the things; where there are none, those of which the things may have several rows. */
function others(state: State): TableEntry[] {
  const named = [...new Set([...state.linked.keys(), ...state.held.flat().map(({ table }) => table)])].filter(
    (table) => table !== state.things.table.name,
  );
  if (named.length > 0) return named.flatMap((table) => entryOf(state, table) ?? []);
  return oneKeyAway(state, false);
}

/** "overdue", "has run out": what should have been by a day that is gone, and is not. */
export function late(state: State, today: string): boolean {
  const { parts, used, things, held } = state;
  const cue = parts.find((part) => part.cue?.kind === 'late' && !used.has(part));
  if (cue === undefined) return true;
  used.add(cue);
  const named = parts.flatMap((part) => {
    const column = markedColumn(state, part.mark);
    return part.mark?.kind === 'column' && column !== null && isDated(column) ? [{ table: part.mark.table, column, part }] : [];
  });
  const [said] = named;
  const period = parts.some((part) => part.period !== null && !used.has(part));
  if (said !== undefined) {
    used.add(said.part);
    if (period) return heldOn(state, [said], periodsOf(state));
    return heldOn(state, [said], [{ since: null, until: today }]);
  }
  const tables = [things, ...[...state.linked.keys()].flatMap((table) => entryOf(state, table) ?? [])];
  const over = (column: ColumnEntry) => isDue(column) || (period && isEnd(column));
  const near = [...tables, ...others(state)].find((entry) => entry.columns.some(over));
  const due = near?.columns.filter(over) ?? [];
  if (near === undefined || due.length === 0) return false;
  const table = near.table.name;
  if (period)
    return heldOn(
      state,
      due.map((column) => ({ table, column })),
      periodsOf(state),
    );
  if (table !== things.table.name && !state.linked.has(table)) state.linked.set(table, SOME);
  heldOn(
    state,
    due.map((column) => ({ table, column })),
    [{ since: null, until: today }],
  );
  const [end] = endsOf(near);
  if (end !== undefined && columnOf(state, { table, column: end.column.name }) !== null)
    held.push([{ table, test: { kind: 'empty', column: end.column.name, not: false }, part: null }]);
  return true;
}

/** "came back late", "were not paid on time": after the day by which it should have been. */
export function behind(state: State): boolean {
  const { parts, used, things, held } = state;
  const cue = parts.find((part) => part.cue?.kind === 'behind');
  if (cue === undefined) return true;
  const denial = parts.find((part) => part.cue?.kind === 'not');
  if (/time/.test(cue.words) !== (denial !== undefined)) return false;
  if (denial !== undefined) used.add(denial);
  const tables = [things, ...[...state.linked.keys()].flatMap((table) => entryOf(state, table) ?? []), ...oneKeyAway(state, false)];
  const pairs = tables.flatMap(({ table, columns }) =>
    columns
      .filter(isDue)
      .flatMap((due) =>
        columns
          .filter((end) => isEnd(end) && end.column.type === due.column.type)
          .map(
            ({ column }): Held => ({ table: table.name, test: { kind: 'after', column: column.name, than: due.column.name }, part: null }),
          ),
      ),
  );
  const [first] = pairs;
  if (first === undefined) return false;
  used.add(cue);
  held.push(pairs.filter(({ table }) => table === first.table));
  // "paid" of "not paid on time".
  const ends = pairs.flatMap(({ test }) => ('column' in test ? [test.column] : []));
  for (const part of parts)
    if (part.mark?.kind === 'column' && part.mark.table === first.table && ends.includes(part.mark.column)) used.add(part);
  return true;
}

function periodsOf(state: State): Stretch[] {
  const periods = state.parts.filter((part) => part.period !== null && !state.used.has(part));
  for (const part of periods) state.used.add(part);
  return periods.flatMap(({ period }) => period ?? []);
}
