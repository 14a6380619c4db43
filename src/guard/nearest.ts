import { distance } from 'fastest-levenshtein';

/** At most three of `known` that a person may have meant by `name`, best first. */
export const nearestNames = (name: string, known: Iterable<string>): readonly string[] => {
  // Names are at most 63 bytes; anything longer is no typing mistake.
  if (name.length > 64) return [];
  const wanted = name.toLowerCase();
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  return [...known]
    .map((candidate) => ({ candidate, edits: distance(wanted, candidate.toLowerCase()) }))
    .filter(({ edits }) => edits <= limit)
    .sort((a, b) => a.edits - b.edits)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
};
