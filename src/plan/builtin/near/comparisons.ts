import type { CompareOp } from '../../plan.ts';
import { inUnit, unitIn, unitNamed } from '../linking/units.ts';
import type { Related, Test } from '../plain/sentence.ts';
import { isMoney, isMoneyWord } from './amounts.ts';
import { OPS, orMoreAt } from './bound.ts';
import { datesOf, isHappening } from './dates.ts';
import type { Part } from './meaning.ts';
import { isClosing, isPlanned } from './spans.ts';
import { entryOf, type Held, hasOne, hold, isNumber, isUnknown, markedColumn, oneKeyAway, type State } from './state.ts';

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
function beyond(state: State, op: CompareOp, cue: Part, said: Part, before: Part | undefined): boolean {
  const named = (part: Part | undefined) =>
    state.things.columns.find(
      (one) =>
        isNumber(one) &&
        part?.mark?.kind === 'column' &&
        part.mark.table === state.things.table.name &&
        part.mark.column === one.column.name,
    );
  const late = lateness(state, op, said);
  if (late.length > 0) {
    for (const part of [cue, said]) state.used.add(part);
    state.held.push(late);
    return true;
  }
  const { things, parts, used, held } = state;
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

/** "4 or more incidents". */
export function orMore(state: State, at: number): boolean {
  const number = state.parts[at];
  const more = orMoreAt(state.parts, at);
  if (number === undefined || number.number === null || more === null) return true;
  const { op, cue, next } = more;
  return than(state, { op, value: number.number, cue, number, first: number, next, before: state.parts[at - 1] });
}

/** "took longer than we promised": what was done after the day by which it should have been. */
function lateness({ things }: State, op: CompareOp, { mark }: Part): Held[] {
  const due = things.columns.find(
    ({ column }) => mark?.kind === 'column' && mark.table === things.table.name && mark.column === column.name,
  );
  if (op !== '>' || due === undefined || !isPlanned(due)) return [];
  return things.columns.flatMap((end): Held[] =>
    isClosing(end) && end !== due && end.column.type === due.column.type
      ? [{ table: things.table.name, test: { kind: 'after', column: end.column.name, than: due.column.name }, part: null }]
      : [],
  );
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
  if (!placed(state, bound)) return false;
  // What comes to so much altogether does so in several rows.
  const last = state.held.at(-1) ?? [];
  const isOwn = last.length > 0 && last.every(({ table, test }) => table === state.things.table.name && test.kind === 'compare');
  if (isOwn && state.parts.some(isAltogether)) state.far += ALTOGETHER;
  return true;
}

const isAltogether = ({ words }: Part): boolean => /^(?:altogether|in total)$/.test(words);

function placed(state: State, bound: Bound): boolean {
  const { op, value, cue, number, next, before } = bound;
  const { used, things } = state;
  const own = things.table.name;
  const altogether = state.parts.find(isAltogether);
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
    // "cars that were in the garage 4 times", of repairs with a garage.
    const verbs = state.parts.filter((part) => part.mark?.kind === 'column' && !isNumber(markedColumn(state, part.mark)));
    const told = near.filter(({ table }) => state.parts.some(({ mark }) => mark?.table === table.name));
    for (const part of verbs) if (told.some(({ table }) => table.name === part.mark?.table)) used.add(part);
    // What was done so often has its day.
    const done = near.filter((entry) => datesOf(entry).some(isHappening));
    const events = told.length > 0 ? told : done;
    if (events.length === 0 || events.length > 4) return false;
    state.held.push(
      events.map(({ table }): Held => ({ table: own, test: { kind: 'related', table: table.name, tests: [], ...counted }, part: null })),
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
      // What is longer is no higher.
      const isOther = unit?.of === 'length' && /long/.test(cue.cue?.said ?? '') && column.words.includes('height');
      return unit !== undefined && own?.of === unit.of && !isOther
        ? [{ table: entry.table.name, column: column.column.name, than: inUnit(value, unit, own) }]
        : [];
    }),
  );
  if (next !== undefined && unit !== undefined && measured.length > 0 && measured.length <= 3) {
    used.add(next);
    state.held.push(
      measured.map(({ table, column, than }) => ({ ...atLeast(state, table, column, { ...bound, value: than }), part: bound.first })),
    );
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
const ALTOGETHER = 0.5;
