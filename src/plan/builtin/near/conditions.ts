import { isPersonNoun } from '../english/person-noun.ts';
import { stem } from '../english/stem.ts';
import type { ColumnEntry } from '../linking/entries.ts';
import { tells } from '../linking/moment-columns.ts';
import type { Test } from '../plain/sentence.ts';
import { isMoney } from './amounts.ts';
import { datesOf } from './dates.ts';
import type { Part } from './meaning.ts';
import { isTopmost } from './self.ts';
import {
  columnOf,
  type Held,
  hasOne,
  hold,
  isDated,
  isDue,
  isEnd,
  isNumber,
  isOf,
  isUnknown,
  markedColumn,
  oneKeyAway,
  reaches,
  type State,
} from './state.ts';

/** "without a collar", "never walked", "nobody". */
export function denied(state: State, at: number): boolean {
  const { parts, used, things } = state;
  const cue = parts[at];
  if (cue === undefined) return false;
  if (isTopmost(state, at)) return true;
  const bare = ['no', 'without'].includes(cue.words);
  const next = parts.slice(at + 1).find(({ mark, cue: other, period }) => bare || mark !== null || other !== null || period !== null);
  const mark = next === undefined || used.has(next) ? null : next.mark;
  const own = things.table.name;
  used.add(cue);
  if (next !== undefined && mark !== null && !(mark.kind === 'table' && mark.table === own)) {
    used.add(next);
    if (!reaches(state, mark.table)) return false;
    if (mark.kind === 'table') {
      state.linked.set(mark.table, { not: true, over: null });
      return true;
    }
    const isOne = mark.table === own || hasOne(state, mark.table);
    // Nobody has "logged any hours" of whom there are no rows with hours.
    const test = !isOne && isHappened(markedColumn(state, mark)) ? null : deniedOf(state, mark);
    // Of what the things may have several of there is none that is so.
    if (!isOne && (mark.kind === 'value' || test === null)) {
      state.linked.set(mark.table, { not: true, over: null });
      if (mark.kind === 'value') hold(state, mark.table, isOf(mark), next);
      return true;
    }
    if (test === null) return false;
    // "was not rent": of the category called Rent.
    if (mark.kind === 'value' && mark.table !== own) {
      state.linked.set(mark.table, { not: true, over: null });
      hold(state, mark.table, isOf(mark), next);
    } else hold(state, mark.table, test, next);
    return true;
  }
  // What is denied is not left out.
  if (bare || (parts[at + 1]?.nearest ?? null) !== null) return false;
  const isNobody = cue.cue?.kind === 'nobody';
  // "rounds that nobody delivers", with a name of whoever does.
  const isReferred = oneKeyAway(state, false).length > 0;
  const [unfilled, ...both] = isNobody && !isReferred ? things.columns.filter(isSomebody) : [];
  if (unfilled !== undefined && both.length === 0) {
    hold(state, own, { kind: 'empty', column: unfilled.column.name, not: false }, cue);
    return true;
  }
  const near = oneKeyAway(state, isNobody).filter(({ words }) => !isNobody || isPersonNoun(words.at(-1) ?? ''));
  // "nobody has walked": what they have walks of.
  const verb = parts.slice(at + 1).find((part) => isUnknown(part));
  const told = verb === undefined ? [] : near.filter(({ words }) => words.some((word) => tells(verb.words, word)));
  if (verb !== undefined && told.length > 0) used.add(verb);
  const meant = told.length > 0 ? told : near;
  if (meant.length === 0 || meant.length > 3) return false;
  const isPeriod = parts.some(({ period }) => period !== null);
  const when = isPeriod ? meant.filter((entry) => datesOf(entry).length > 0) : [];
  const [only, ...others] = when;
  // "not seen this year": this year is when they were not.
  if (only !== undefined && others.length === 0) {
    state.linked.set(only.table.name, { not: true, over: null });
    return true;
  }
  // "not seen this year", of what may be one of several things.
  const periods = parts.flatMap(({ period }) => period ?? []);
  const [span, ...spans] = periods;
  if (span !== undefined && spans.length === 0 && when.length > 1) {
    for (const part of parts) if (part.period !== null) used.add(part);
    state.held.push(
      when.flatMap((entry): Held[] => {
        const [date] = datesOf(entry);
        if (date === undefined) return [];
        const tests: Test[] = [{ kind: 'when', column: date.column.name, ...span }];
        return [{ table: own, test: { kind: 'related', table: entry.table.name, tests, not: true, over: null }, part: null }];
      }),
    );
    return true;
  }
  state.held.push(
    meant.map(
      ({ table }): Held => ({ table: own, test: { kind: 'related', table: table.name, tests: [], not: true, over: null }, part: null }),
    ),
  );
  return true;
}

/** A text that may be empty and names somebody. */
const isSomebody = ({ column, words }: ColumnEntry): boolean =>
  column.type === 'text' && column.nullable && isPersonNoun(words.filter((word) => word !== 'name').at(-1) ?? '');

/** A number or a day of what happened, of which there are no rows where it did not; what is to end has a row before it does. */
const isHappened = (column: ColumnEntry | null): boolean =>
  isNumber(column) || (column !== null && isDated(column) && !isEnd(column) && !isDue(column));

function deniedOf(state: State, mark: Exclude<NonNullable<Part['mark']>, { kind: 'table' }>): Test | null {
  if (mark.kind === 'value' && mark.stored === null) return { kind: 'empty', column: mark.column, not: true };
  if (mark.kind === 'value')
    return mark.within === true || mark.stored === null ? null : { kind: 'is', column: mark.column, values: [mark.stored], not: true };
  const column = columnOf(state, mark);
  // "do not call" is so of those who may not be called.
  if (column?.column.type === 'boolean') return { kind: 'flag', column: mark.column, is: /(?:^|_)(?:not?|never)_/i.test(mark.column) };
  return column?.column.nullable === true ? { kind: 'empty', column: mark.column, not: false } : null;
}

/** "grade 11 or 12", "the 3rd floor": a number column that is called so is that number. */
export function numbered(state: State, at: number): void {
  const { parts, used, things } = state;
  const part = parts[at];
  if (part === undefined || part.number === null) return;
  // "venues that take 150 people".
  const room = things.columns.find((one) => isNumber(one) && one.words.some((word) => ROOM.has(word)));
  const [verb, people] = [parts[at - 1], parts[at + 1]];
  if (room !== undefined && verb !== undefined && HOLDING.test(verb.words) && !part.joined) {
    used.add(part).add(verb);
    if (people !== undefined && /^(?:people|persons?|guests?|adults?)$/.test(people.words)) used.add(people);
    hold(state, things.table.name, { kind: 'compare', column: room.column.name, op: '>=', than: part.number }, part);
    return;
  }
  const last = state.held.flat().findLast(({ test, part: said }) => said !== null && said === parts[at - 1] && test.kind === 'is');
  if (part.joined && last !== undefined && last.test.kind === 'is') {
    hold(state, last.table, { ...last.test, values: [part.number] }, { ...part, joined: false });
    used.add(part);
    return;
  }
  // "1 or 2 stars".
  const after = parts.slice(at + 1).find((one) => !(one.joined && one.number !== null));
  for (const beside of [parts[at - 1], after]) {
    const word = beside === undefined || beside.cue !== null ? null : stem(beside.words);
    const { mark = null } = beside ?? {};
    const isMarked = ({ column }: ColumnEntry) =>
      mark?.kind === 'column' && mark.table === things.table.name && mark.column === column.name;
    const column = things.columns.find(
      (one) => isNumber(one) && !isMoney(one) && word !== null && (one.words.includes(word) || isMarked(one)),
    );
    if (beside === undefined || column === undefined) continue;
    used.add(part).add(beside);
    hold(state, things.table.name, { kind: 'is', column: column.column.name, values: [part.number], not: false }, part);
    return;
  }
}

const HOLDING = /^(?:takes?|holds?|fits?|seats?|sleeps?|hosts?)$/;
const ROOM = new Set('capacity seat sleep berth bed people person guest pax'.split(' '));
