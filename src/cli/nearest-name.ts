import { closest, distance } from 'fastest-levenshtein';

/** The name that was likely meant: one that begins with what was given, else one that differs in few letters; null where none does. */
export function nearestName(given: string, names: readonly string[]): string | null {
  const wanted = given.toLowerCase();
  const longer = names.find((name) => wanted !== '' && name.toLowerCase().startsWith(wanted));
  if (longer !== undefined || names.length === 0) return longer ?? null;
  const near = closest(wanted, names);
  return distance(wanted, near.toLowerCase()) <= Math.max(1, Math.floor(given.length / 3)) ? near : null;
}
