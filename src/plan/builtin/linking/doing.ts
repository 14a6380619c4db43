import { type Lexicon, rootOf } from './lexicon.ts';
import type { Entity } from './mention.ts';

/** The tables that a verb speaks of: orders, of "ordered"; null when there is none. */
export function findDoing(verb: string, lexicon: Lexicon): Entity | null {
  const root = rootOf(verb);
  if (root.length < 4) return null;
  const short = stemOfVerb(verb);
  const candidates = lexicon.tables.flatMap(({ table, words }) => {
    const at = words.findIndex((word) => rootOf(word) === root || (short !== null && stemOfVerb(word) === short));
    return at < 0 ? [] : [{ table: table.name, cost: 0.1 + 0.15 * (words.length - 1) }];
  });
  return candidates.length === 0 ? null : { kind: 'entity', words: verb, candidates: candidates.sort((a, b) => a.cost - b.cost) };
}

/** "rated" and "ratings", whose root is too short to be one otherwise. */
const stemOfVerb = (word: string): string | null => /^(.{3})(?:ed|ing|ings)$/.exec(word)?.[1] ?? null;
