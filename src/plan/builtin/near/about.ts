import type { TableEntry } from '../lexicon.ts';
import type { Place } from '../plain/place.ts';
import type { Sentence, Test, What } from '../plain/sentence.ts';
import { asked } from './asked.ts';
import { compared, dated, denied, grouped, open } from './conditions.ts';
import type { Meaning, Part } from './meanings.ts';
import { columnOf, keep, pathTo, reaches, type State } from './state.ts';

const ELSE = 0.5;
const LEFT_OUT = 0.45;
const LEFT_OUT_MAX = 2;
const READINGS_MAX = 6;
const LATER = 0.12;

/** Readings of parts, each as a sentence about one table. */
export function readAbout(parts: readonly Part[], about: Place): Meaning[] {
  const named = parts.flatMap(({ mark }, at) => (mark?.kind === 'table' && !isGroup(parts, at) ? [mark.table] : []));
  const held = parts.flatMap(({ mark }) => (mark === null || mark.kind === 'table' ? [] : [mark.table]));
  const subjects = [...new Set([...named, ...held])];
  return subjects.flatMap((table, at) => {
    const things = about.lexicon.byName.get(table);
    const far = named.includes(table) ? 0.25 * at : ELSE + (named.length > 0 ? ELSE : 0);
    return things === undefined ? [] : readOf(things, parts, about).map((one) => ({ ...one, cost: one.cost + far }));
  });
}

const isGroup = (parts: readonly Part[], at: number): boolean => parts[at - 1]?.cue?.kind === 'each';

function readOf(things: TableEntry, parts: readonly Part[], about: Place): Meaning[] {
  const state: State = { things, parts, about, used: new Set(), tests: [], related: new Map(), by: [] };
  const table = things.table.name;
  if (parts.some((part) => isWho(part) && part.mark?.kind === 'table' && part.mark.table !== table)) return [];
  if (parts.some((part, at) => isLast(part) && isUnknown(parts[at + 1]))) return [];
  for (const [at, part] of parts.entries()) {
    if (state.used.has(part)) continue;
    if (part.cue?.kind === 'each' && !grouped(state, at)) return [];
    if ((part.cue?.kind === 'not' || part.cue?.kind === 'nobody') && !denied(state, at)) return [];
    if (['over', 'under', 'least-number'].includes(part.cue?.kind ?? '') && !compared(state, at)) return [];
  }
  for (const part of parts) {
    const { mark } = part;
    if (state.used.has(part) || mark === null) continue;
    if (mark.kind === 'value') {
      if (!reaches(state, mark.table)) return [];
      keep(state, mark.table, { kind: 'is', column: mark.column, values: [mark.stored], not: false });
      state.used.add(part);
    }
    const column = mark.kind === 'column' ? columnOf(state, mark) : null;
    if (mark.kind === 'column' && column?.column.type === 'boolean' && reaches(state, mark.table)) {
      keep(state, mark.table, { kind: 'flag', column: mark.column, is: true });
      state.used.add(part);
    }
    if (mark.kind === 'table' && mark.table === table) state.used.add(part);
  }
  const whats = asked(state);
  if (whats.length === 0) return [];
  for (const part of parts) {
    const { mark } = part;
    if (state.used.has(part) || mark?.kind !== 'table') continue;
    const edges = pathTo(state, mark.table);
    if (edges === null) return [];
    // Each of them has one, which says nothing.
    if (!edges.every(({ toOne }) => toOne) && !state.related.has(mark.table)) state.related.set(mark.table, []);
    state.used.add(part);
  }
  if (!dated(state)) return [];
  open(state);
  const left = parts.filter((part) => !state.used.has(part));
  if (
    left.some(
      ({ cue, period, number, mark }) => (cue !== null && cue.kind !== 'open') || period !== null || number !== null || mark !== null,
    )
  )
    return [];
  const [first] = parts;
  const told = parts.filter((part) => state.used.has(part) && (part.period !== null || (part.mark !== null && !isWho(part)))).length;
  if (left.length > LEFT_OUT_MAX || left.length > told || (first !== undefined && left.includes(first) && first.from === 0)) return [];
  if (parts.some((part, at) => left.includes(part) && parts[at - 1]?.cue?.kind === 'count' && parts[at - 1]?.end === part.from)) return [];
  const taken = parts.flatMap(({ mark, words }) => (mark === null || (mark.cost < FAR && !isCode(mark)) ? [] : [{ words, mark }]));
  const cost = LEFT_OUT * left.length + parts.reduce((sum, { mark }) => sum + (mark?.cost ?? 0), 0);
  return sentencesOf(state, whats).map((sentence, at) => ({
    sentence,
    cost: cost + LATER * at,
    without: left.map(({ words }) => words),
    taken,
  }));
}

const isWho = ({ words }: Part): boolean => /^(?:who|whos|whose)$/.test(words);
/** "the last rehearsal" asks for one of those. */
const isLast = ({ cue }: Part): boolean => cue?.kind === 'latest' || cue?.kind === 'earliest';
const isUnknown = (part: Part | undefined): boolean =>
  part !== undefined && part.mark === null && part.cue === null && part.period === null && part.number === null;

const isCode = (mark: NonNullable<Part['mark']>): boolean => mark.kind === 'value' && String(mark.stored).length <= CODE_MAX;
const CODE_MAX = 3;
const FAR = 0.4;

function sentencesOf({ things, tests, related }: State, whats: readonly What[]): Sentence[] {
  const linked = [...related].map(([table, own]): Test => ({ kind: 'related', table, tests: merged(own), not: false, over: null }));
  let ways: Test[][] = [[]];
  for (const choice of tests) ways = ways.flatMap((way) => choice.map((test) => [...way, test])).slice(0, READINGS_MAX);
  return whats
    .flatMap((what) => ways.map((way): Sentence => ({ things: things.table.name, what, tests: [...merged(way), ...linked] })))
    .filter(({ what, tests: all }) => what.kind !== 'percentage' || all.length > 0)
    .slice(0, READINGS_MAX);
}

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
