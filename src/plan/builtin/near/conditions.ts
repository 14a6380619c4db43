import { DATED } from '../expressions.ts';
import type { ColumnEntry, TableEntry } from '../lexicon.ts';
import { momentsOf, tells } from '../moment-columns.ts';
import { isPersonNoun } from '../person-noun.ts';
import type { Test } from '../plain/sentence.ts';
import type { Part } from './meanings.ts';
import { columnOf, isEnd, isNumber, keep, pathTo, reaches, type State } from './state.ts';

/** "per shop", "of each kind". */
export function grouped(state: State, at: number): boolean {
  const [each, of] = state.parts.slice(at, at + 2);
  const mark = of?.mark ?? null;
  if (each === undefined || of === undefined || mark === null || mark.kind === 'value' || state.by.length > 0) return false;
  state.by.push({ table: mark.table, column: mark.kind === 'column' ? mark.column : null });
  state.used.add(each).add(of);
  return true;
}

/** "without a collar", "never walked", "nobody". */
export function denied(state: State, at: number): boolean {
  const { parts, used, things, about } = state;
  const cue = parts[at];
  if (cue === undefined) return false;
  const bare = ['no', 'without'].includes(cue.words);
  const next = parts.slice(at + 1).find(({ mark, cue: other, period }) => bare || mark !== null || other !== null || period !== null);
  const mark = next === undefined || used.has(next) ? null : next.mark;
  const own = things.table.name;
  used.add(cue);
  if (next !== undefined && mark !== null && !(mark.kind === 'table' && mark.table === own)) {
    used.add(next);
    const test = deniedOf(state, mark);
    if (test === null || !reaches(state, mark.table)) return false;
    if (test.kind !== 'related' && mark.table !== own) return false;
    state.tests.push([test]);
    return true;
  }
  if (bare) return false;
  const near = about.lexicon.tables.filter(({ table, words }) => {
    const edges = table.name === own ? null : pathTo(state, table.name);
    const isOne = edges?.length === 1 && edges[0]?.toOne === (cue.cue?.kind === 'nobody');
    return isOne && (cue.cue?.kind !== 'nobody' || isPersonNoun(words.at(-1) ?? ''));
  });
  if (near.length === 0 || near.length > 3) return false;
  state.tests.push(near.map(({ table }): Test => ({ kind: 'related', table: table.name, tests: [], not: true, over: null })));
  return true;
}

function deniedOf(state: State, mark: NonNullable<Part['mark']>): Test | null {
  if (mark.kind === 'table') return { kind: 'related', table: mark.table, tests: [], not: true, over: null };
  if (mark.kind === 'value') return { kind: 'is', column: mark.column, values: [mark.stored], not: true };
  const column = columnOf(state, mark);
  if (column?.column.type === 'boolean') return { kind: 'flag', column: mark.column, is: false };
  return column?.column.nullable === true ? { kind: 'empty', column: mark.column, not: false } : null;
}

/** "more than 3 hives", "over 20 metres long", of the number that is said after it. */
export function compared(state: State, at: number): boolean {
  const { parts, used, things } = state;
  const [cue, number, next] = parts.slice(at, at + 3);
  if (cue?.cue === null || cue?.cue === undefined || number?.number === null || number?.number === undefined) return false;
  const before = parts[at - 1];
  const over = cue.cue.kind === 'over';
  const own = things.table.name;
  used.add(cue).add(number);
  if (next?.mark?.kind === 'table' && next.mark.table !== own && cue.cue.kind !== 'under') {
    used.add(next);
    state.tests.push([{ kind: 'related', table: next.mark.table, tests: [], not: false, over: over ? number.number : number.number - 1 }]);
    return true;
  }
  const op = over ? '>' : cue.cue.kind === 'under' ? '<' : '>=';
  const said = [next, before].find((part) => part?.mark?.kind === 'column' && isNumber(columnOf(state, part.mark)));
  if (said?.mark?.kind === 'column') {
    used.add(said);
    keep(state, said.mark.table, { kind: 'compare', column: said.mark.column, op, than: number.number });
    return true;
  }
  const long = /long|short/.test(cue.cue.said);
  const columns = things.columns.filter((one) => isNumber(one) && long && one.words.some((word) => LENGTHS.has(word)));
  if (columns.length === 0) return false;
  // The unit is the column's own.
  if (next !== undefined && next.mark === null && next.cue === null && next.period === null && next.from === number.end) used.add(next);
  state.tests.push(columns.map(({ column }): Test => ({ kind: 'compare', column: column.name, op, than: number.number ?? 0 })));
  return true;
}

const LENGTHS = new Set('length duration runtime minute hour time height'.split(' '));

/** "still", "right now": what has an end that has not come, where the things have such a date or what they are related to has. */
export function open(state: State): void {
  const { parts, used, things, tests, related, about } = state;
  const cues = parts.filter(({ cue }) => cue?.kind === 'open');
  if (cues.length === 0 || tests.flat().some((test) => test.kind === 'empty')) {
    for (const part of cues) used.add(part);
    return;
  }
  const endsOf = ({ columns }: TableEntry) => columns.filter((one) => one.column.nullable && isEnd(one));
  const empty = ({ column }: ColumnEntry): Test => ({ kind: 'empty', column: column.name, not: false });
  const own = endsOf(things);
  const named = [...related.keys()].flatMap((table) => about.lexicon.byName.get(table) ?? []);
  const [other] = own.length > 0 ? [] : named.length > 0 ? named : heldWith(state, (entry) => endsOf(entry).length > 0);
  const [end, ...more] = other === undefined ? [] : endsOf(other);
  if (own.length > 0) tests.push(own.map(empty));
  if (other !== undefined && end !== undefined && more.length === 0)
    related.set(other.table.name, [...(related.get(other.table.name) ?? []), empty(end)]);
  if (own.length > 0 || end !== undefined) for (const part of cues) used.add(part);
}

/** The one table of which the things may have several rows. */
function heldWith(state: State, is: (entry: TableEntry) => boolean): TableEntry[] {
  const found = state.about.lexicon.tables.filter(
    (entry) => is(entry) && pathTo(state, entry.table.name)?.every(({ toOne }) => !toOne) === true,
  );
  return found.length === 1 ? found : [];
}

/** Stretches of time, of the date that is named or told by a verb, else each that the things have. */
export function dated(state: State): boolean {
  const { parts, used, things, about } = state;
  for (const part of parts) {
    const { period } = part;
    if (period === null || used.has(part)) continue;
    used.add(part);
    const named = parts.find(({ mark }) => mark?.kind === 'column' && DATED.has(columnOf(state, mark)?.column.type ?? 'text'));
    const test = (column: string): Test => ({ kind: 'when', column, ...period });
    if (named?.mark?.kind === 'column') {
      used.add(named);
      keep(state, named.mark.table, test(named.mark.column));
      continue;
    }
    const tables = [things, ...[...state.related.keys()].flatMap((table) => about.lexicon.byName.get(table) ?? [])];
    const holder = tables.find((entry) => datesOf(entry).length > 0);
    if (holder === undefined) return false;
    const dates = datesOf(holder);
    const verb = parts.find(
      (one) => one.mark === null && !used.has(one) && dates.some(({ words }) => words.some((word) => tells(one.words, word))),
    );
    const told = verb === undefined ? dates : dates.filter(({ words }) => words.some((word) => tells(verb.words, word)));
    if (verb !== undefined) used.add(verb);
    if (told.length > 3) return false;
    if (holder === things) state.tests.push(told.map(({ column }) => test(column.name)));
    else if (told[0] !== undefined) keep(state, holder.table.name, test(told[0].column.name));
  }
  return true;
}

const datesOf = (entry: TableEntry): ColumnEntry[] => momentsOf(entry).filter(({ column }) => DATED.has(column.type));
