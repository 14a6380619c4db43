import { skip, wordAt } from '../../english/phrase-at.ts';
import { take } from '../found.ts';
import type { Reader, State } from '../state.ts';

/** "have not been shipped yet", "are already shipped": whether there is a date of it, among their own. */
export function readDone(reader: Reader, state: State): State[] {
  if (state.inside || state.or) return [];
  const at = skip(reader, state.at, DONE_GLUE);
  const dates = reader.links.happened(wordAt(reader, at));
  const end = skip(reader, at + 1, DONE_GLUE);
  const passive = BEEN.has(wordAt(reader, at - 1)) || BEEN.has(wordAt(reader, at - 2));
  const next = reader.tokens[end];
  const ends = next === undefined || next.kind !== 'word' || next.lower === 'and';
  if (dates === null || !ends || !(state.not || passive)) return [];
  const own = state.sketch.subject?.candidates.filter(({ cost }) => cost < 0.5) ?? [];
  const candidates = dates.candidates.filter(({ table }) => own.some((one) => one.table === table));
  if (candidates.length === 0) return [];
  const left = { ...dates, candidates, at };
  return [take(state, { condition: { kind: 'missing', left, not: !state.not }, end, cost: state.not ? 0.05 : 0.15 })];
}

const DONE_GLUE = new Set(['been', 'be', 'have', 'has', 'yet', 'already', 'still', 'ever', 'being']);
const BEEN = new Set(['been', 'is', 'are', 'were', 'was', 'already']);
