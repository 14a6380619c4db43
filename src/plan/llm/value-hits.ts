import { tokenize } from '../builtin/english/tokens.ts';
import { FUNCTION_WORDS } from '../builtin/english/words.ts';
import type { ValueIndex } from '../planner.ts';

export interface ValueHit {
  readonly table: string;
  readonly column: string;
  readonly stored: string;
}

const PHRASE_MAX = 6;
const HITS_MAX = 20;
const HITS_A_PHRASE = 4;

/** Stored values that a request names, longest first, as they are stored. */
export function valueHits(text: string, index: ValueIndex, within: (table: string) => boolean): ValueHit[] {
  const tokens = tokenize(text);
  const taken = new Set<number>();
  const found: ValueHit[] = [];
  for (let length = PHRASE_MAX; length >= 1; length--) {
    for (let at = 0; at + length <= tokens.length && found.length < HITS_MAX; at++) {
      const part = tokens.slice(at, at + length);
      const [first] = part;
      const last = part.at(-1);
      if (!first || !last || part.some(({ kind }, offset) => taken.has(at + offset) || kind === 'stop' || kind === 'op')) continue;
      if (length === 1 && first.kind !== 'quoted' && (FUNCTION_WORDS.has(first.lower) || first.text.length < 2)) continue;
      const phrase = length === 1 ? first.text : text.slice(first.start, last.end);
      const hits = index.find(phrase).filter(({ table }) => within(table));
      if (hits.length === 0) continue;
      found.push(...hits.slice(0, HITS_A_PHRASE));
      for (let offset = 0; offset < length; offset++) taken.add(at + offset);
    }
  }
  return found.slice(0, HITS_MAX);
}
