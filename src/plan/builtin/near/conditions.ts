import type { CompareOp } from '../../plan.ts';
import { isPersonNoun } from '../english/person-noun.ts';
import { stem } from '../english/stem.ts';
import type { ColumnEntry } from '../linking/entries.ts';
import { tells } from '../linking/moment-columns.ts';
import { unitIn, unitNamed } from '../linking/units.ts';
import type { Related, Test } from '../plain/sentence.ts';
import { isMoney, isMoneyWord } from './amounts.ts';
import { datesOf } from './dates.ts';
import type { Part } from './meaning.ts';
import {
  columnOf,
  entryOf,
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
  const [unfilled, ...both] = isNobody ? things.columns.filter(isSomebody) : [];
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
  state.held.push(
    meant.map(
      ({ table }): Held => ({ table: own, test: { kind: 'related', table: table.name, tests: [], not: true, over: null }, part: null }),
    ),
  );
  return true;
}

/** A text that may be empty and names somebody. */
const isSomebody = ({ column, words }: ColumnEntry): boolean =>
  column.type === 'text' && column.nullable && words.some((word) => isPersonNoun(word));

/** A number or a day of what happened, of which there are no rows where it did not; what is to end has a row before it does. */
const isHappened = (column: ColumnEntry | null): boolean =>
  isNumber(column) || (column !== null && isDated(column) && !isEnd(column) && !isDue(column));

function deniedOf(state: State, mark: Exclude<NonNullable<Part['mark']>, { kind: 'table' }>): Test | null {
  if (mark.kind === 'value') return mark.within === true ? null : { kind: 'is', column: mark.column, values: [mark.stored], not: true };
  const column = columnOf(state, mark);
  // "do not call" is so of those who may not be called.
  if (column?.column.type === 'boolean') return { kind: 'flag', column: mark.column, is: /(?:^|_)(?:not?|never)_/i.test(mark.column) };
  return column?.column.nullable === true ? { kind: 'empty', column: mark.column, not: false } : null;
}

const OPS: Readonly<Record<string, CompareOp>> = { over: '>', under: '<', 'least-number': '>=' };

/** "more than 3 hives", "over 20 metres long", "4 or more incidents", "at least 12 times", "over 200 kg altogether". */
export function compared(state: State, at: number): boolean {
  const { parts } = state;
  const [cue, number] = parts.slice(at, at + 2);
  const op = OPS[cue?.cue?.kind ?? ''];
  if (cue === undefined || number === undefined || op === undefined) return false;
  if (number.number === null) return beyond(state, op, cue, number, parts[at - 1]);
  return than(state, { op, value: number.number, cue, number, first: cue, next: parts[at + 2], before: parts[at - 1] });
}

/** "below their minimum stock", "people over the capacity": one number of the things beside another, which is said before or may be any that is no money. */
function beyond({ things, parts, used, held }: State, op: CompareOp, cue: Part, said: Part, before: Part | undefined): boolean {
  const named = (part: Part | undefined) =>
    things.columns.find(
      (one) =>
        isNumber(one) && part?.mark?.kind === 'column' && part.mark.table === things.table.name && part.mark.column === one.column.name,
    );
  const [than, own] = [named(said), named(before)];
  // Of which number it is told has to be plain: a limit may be of what the others belong to.
  const isOfOthers = parts.some(({ mark }) => mark?.kind === 'table' && mark.table !== things.table.name);
  if (than === undefined || (own === undefined && isOfOthers)) return false;
  const all = own === undefined ? things.columns.filter((one) => one !== than && isNumber(one) && isMoney(one) === isMoney(than)) : [own];
  if (all.length === 0 || all.length > 3) return false;
  for (const part of own === undefined ? [cue, said] : [cue, said, before]) if (part !== undefined) used.add(part);
  held.push(
    all.map(
      ({ column }): Held => ({
        table: things.table.name,
        test: { kind: 'compare', column: column.name, op, than: { column: than.column.name } },
        part: null,
      }),
    ),
  );
  return true;
}

/** "grade 11 or 12", "the 3rd floor": a number column that is called so is that number. */
export function numbered(state: State, at: number): void {
  const { parts, used, things } = state;
  const part = parts[at];
  if (part === undefined || part.number === null) return;
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

/** "4 or more incidents". */
export function orMore(state: State, at: number): boolean {
  const number = state.parts[at];
  const isMore = (part: Part | undefined) => part?.joined === true && ['more', 'less'].includes(part.cue?.kind ?? '');
  // "4 or more incidents", "4 incidents or more".
  const step = [1, 2].find((one) => isMore(state.parts[at + one]));
  const more = step === undefined ? undefined : state.parts[at + step];
  if (number?.number === null || number === undefined || step === undefined || more === undefined) return true;
  const op = more.cue?.kind === 'more' ? '>=' : '<=';
  // "13 times or more".
  return than(state, {
    op,
    value: number.number ?? 0,
    cue: more,
    number,
    first: number,
    next: state.parts[at + (step === 1 ? 2 : 1)],
    before: state.parts[at - 1],
  });
}

interface Bound {
  readonly op: CompareOp;
  readonly value: number;
  readonly cue: Part;
  readonly number: Part;
  /** The first of these. */
  readonly first: Part;
  readonly next: Part | undefined;
  readonly before: Part | undefined;
}

function than(state: State, bound: Bound): boolean {
  const { op, value, cue, number, next, before } = bound;
  const { used, things } = state;
  const own = things.table.name;
  const altogether = state.parts.find((part) => /^(?:altogether|in total)$/.test(part.words));
  used.add(cue).add(number);
  const counted =
    op === '<' || op === '<='
      ? { not: false, over: null, under: op === '<' ? value : value + 1 }
      : { not: false, over: op === '>' ? value : value - 1 };
  const others = countedIn(state, next);
  if (others?.mark?.kind === 'table' && others.mark.table !== own) {
    used.add(others);
    state.linked.set(others.mark.table, counted);
    return true;
  }
  if (altogether !== undefined) used.add(altogether);
  if (next !== undefined && /^times$/.test(next.words)) {
    used.add(next);
    const near = oneKeyAway(state, false);
    // "who ordered at least 3 times", of orders.
    const told = near.filter(({ table }) => state.parts.some(({ mark }) => mark?.table === table.name));
    if (near.length === 0 || (told.length === 0 && near.length > 4)) return false;
    state.held.push(
      (told.length > 0 ? told : near).map(
        ({ table }): Held => ({ table: own, test: { kind: 'related', table: table.name, tests: [], ...counted }, part: null }),
      ),
    );
    return true;
  }
  const isLeft = next !== undefined && /^(?:left|remaining)$/.test(next.words);
  const stock = isLeft ? state.parts[state.parts.indexOf(next) + 1] : undefined;
  const said = [next, stock, before].find((part) => isNumber(markedColumn(state, part?.mark ?? null)));
  if (said?.mark?.kind === 'column') {
    used.add(said);
    // "fewer than 5 left in stock".
    if (isLeft && said === stock) used.add(next);
    const { table, column } = said.mark;
    if (table !== own && !hasOne(state, table) && adds(state))
      state.linked.set(table, { not: false, over: null, total: { column, op, than: value } });
    else hold(state, table, { kind: 'compare', column, op, than: value }, bound.first);
    return true;
  }
  const unit = unitNamed(next?.words ?? '');
  const tables = [things, ...oneKeyAway(state, false)];
  const measured = tables.flatMap((entry) =>
    entry.columns.flatMap((column) => {
      const own = unitIn(column);
      return unit !== undefined && own?.of === unit.of && own.size === unit.size
        ? [{ table: entry.table.name, column: column.column.name }]
        : [];
    }),
  );
  if (next !== undefined && unit !== undefined && measured.length > 0 && measured.length <= 3) {
    used.add(next);
    state.held.push(measured.map(({ table, column }) => ({ ...atLeast(state, table, column, bound), part: bound.first })));
    return true;
  }
  const money = /^[$€£]/.test(number.words) ? number : [next, before].find((part) => isUnknown(part) && isMoneyWord(part));
  const worth = money === undefined ? [] : things.columns.filter(isMoney);
  if (money !== undefined && worth.length > 0) {
    used.add(money);
    // "under 30 pounds a night", of a nightly rate.
    const beside = state.parts[state.parts.indexOf(money === number ? number : money) + 1];
    const column = markedColumn(state, beside?.mark ?? null);
    if (beside !== undefined && column !== null && isMoney(column)) used.add(beside);
    state.held.push(
      worth.map(({ column }): Held => ({ table: own, test: { kind: 'compare', column: column.name, op, than: value }, part: bound.first })),
    );
    return true;
  }
  const long = /long|short/.test(cue.cue?.said ?? '');
  const columns = things.columns.filter((one) => isNumber(one) && long && one.words.some((word) => LENGTHS.has(word)));
  if (columns.length === 0) return false;
  // The unit is the column's own.
  if (next !== undefined && isUnknown(next) && next.from === number.end) used.add(next);
  state.held.push(
    columns.map(({ column }): Held => ({ table: own, test: { kind: 'compare', column: column.name, op, than: value }, part: null })),
  );
  return true;
}

/** "5 open tickets": what is counted, with what is said of it before. */
function countedIn({ parts }: State, next: Part | undefined): Part | undefined {
  const after = next === undefined ? [] : parts.slice(parts.indexOf(next));
  const counted = after.find(({ mark }) => mark?.kind !== 'value');
  const told = counted === undefined ? after : after.slice(0, after.indexOf(counted));
  return told.every(({ mark }) => mark?.table === counted?.mark?.table) ? counted : undefined;
}

function atLeast(state: State, table: string, column: string, { op, value }: Bound): Held {
  const own = state.things.table.name;
  const test: Test = { kind: 'compare', column, op, than: value };
  if (table === own) return { table, test, part: null };
  const related: Related = { kind: 'related', table, tests: [], not: false, over: null, total: { column, op, than: value } };
  return { table: own, test: related, part: null };
}

/** What is given or done comes to something. */
const adds = (state: State): boolean =>
  state.parts.some(({ words }) => ADDING.test(words)) && entryOf(state, state.things.table.name) !== undefined;
const ADDING =
  /^(?:altogether|in total|total|gave|given|give|brought|put|donated|spent|paid|produced|made|earned|worked|did|drove|sold|bought|ordered)$/;

const LENGTHS = new Set('length duration runtime minute hour time height'.split(' '));
