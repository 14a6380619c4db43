import { distance } from 'fastest-levenshtein';
import { Fault } from '../fault.ts';

/**
 * Fields that nobody knows are ignored, but not one that reads like a known one: a misspelt safety switch must not write.
 * @throws Fault invalid_body with `params.nearest`
 */
export function refuseNearFields(given: readonly string[], known: readonly string[]): void {
  for (const name of given) {
    if (known.includes(name)) continue;
    const nearest = known.filter((field) => isNear(name, field));
    if (nearest.length === 0) continue;
    const meant = nearest.map((field) => `\`${field}\``).join(' or ');
    throw new Fault('invalid_body', {
      params: { issues: [{ path: name, message: `There is no such field; is ${meant} meant?` }], nearest },
    });
  }
}

/** The same letters in another writing, or one slip in five letters and two in seven. */
function isNear(name: string, field: string): boolean {
  if (name.length > field.length * 2 + 2) return false;
  const [given, known] = [letters(name), letters(field)];
  if (given === known) return true;
  const slips = known.length >= 7 ? 2 : known.length >= 5 ? 1 : 0;
  return slips > 0 && distance(given, known) <= slips;
}

const letters = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
