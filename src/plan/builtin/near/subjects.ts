import type { Place } from '../plain/place.ts';
import type { Part } from './meaning.ts';
import { hasOne } from './state.ts';

export interface Subject {
  readonly table: string;
  /** How far it is from what was said. */
  readonly far: number;
}

const LATER = 0.25;
const ELSE = 0.5;
const BETWEEN = 0.45;
/** Where one of those that are said has one of each of the others. */
const ASIDE = 0.9;
const BETWEEN_MAX = 4;
/** Words that ask for something that is counted or added up. */
const MEASURING: ReadonlySet<string> = new Set([
  'count',
  'amount',
  'average',
  'unit',
  'most',
  'least',
  'more',
  'less',
  'percentage',
  'each',
  'by',
  'when',
  'where',
]);

/** What a question may be about: a table that it names, whose column or value it names, or, of what is counted or added up, one that has one of each of these. */
export function subjectsOf(parts: readonly Part[], about: Place): Subject[] {
  const isGroup = (at: number) => ['each', 'by'].includes(parts[at - 1]?.cue?.kind ?? '');
  const named = parts.flatMap(({ mark }, at) => (mark?.kind === 'table' && !isGroup(at) ? [mark.table] : []));
  const held = parts.flatMap(({ mark }, at) => (mark === null || (mark.kind === 'table' && !isGroup(at)) ? [] : [mark.table]));
  const said = [...new Set([...named, ...held])];
  const isMeasured = parts.some(({ cue }) => cue !== null && MEASURING.has(cue.kind));
  const all = said.map((table, at) => ({
    table,
    far: named.includes(table)
      ? LATER * at
      : named.length === 0
        ? ELSE
        : isMeasured && named.every((one) => isOneOf(table, one, about))
          ? BETWEEN
          : 2 * ELSE,
  }));
  if (said.length === 0 || !isMeasured) return all;
  const between = neighbours(said, about).filter((table) => !said.includes(table) && said.every((one) => isOneOf(table, one, about)));
  const isWhole = said.length > 1 && said.some((table) => said.every((one) => one === table || isOneOf(table, one, about)));
  const far = isWhole ? ASIDE : BETWEEN;
  return [...all, ...between.slice(0, BETWEEN_MAX).map((table, at) => ({ table, far: far + 0.05 * at }))];
}

const isOneOf = (table: string, of: string, about: Place): boolean => {
  const things = about.lexicon.byName.get(table);
  return things !== undefined && hasOne({ things, about }, of);
};

/** Tables whose rows refer to one of some tables, the nearest first, two keys away at most. */
function neighbours(tables: readonly string[], { graph }: Place): string[] {
  const found: string[] = [];
  let last = tables;
  for (let step = 0; step < 2; step += 1) {
    last = last.flatMap((table) => (graph.edges.get(table) ?? []).flatMap(({ to, toOne }) => (toOne ? [] : [to])));
    found.push(...last);
  }
  return [...new Set(found)];
}
