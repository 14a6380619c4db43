import { closest, distance } from 'fastest-levenshtein';

/** Variables of the environment that are nearly called like a setting, and so are one that would have no effect: each with what to do. */
export function misspeltSettings(given: readonly string[], known: readonly string[]): string[] {
  return given
    .filter((name) => name.startsWith('SVC_') && !known.includes(name))
    .flatMap((name) => {
      const near = closest(name, [...known]);
      return distance(name, near) <= DISTANCE_MAX ? [`${name}: is no setting; ${near} is`] : [];
    });
}

/** A letter left out, doubled or changed, two of them, or two that changed places. */
const DISTANCE_MAX = 2;
