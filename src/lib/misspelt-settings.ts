import { closest, distance } from 'fastest-levenshtein';
import { refusedSettings } from './refused-settings.ts';

/** @throws Error for variables of the environment that are nearly called like a setting, and so are one that would have no effect; it says which is meant */
export function refuseMisspelt(given: readonly string[], known: readonly string[]): void {
  const misspelt = given
    .filter((name) => name.startsWith('SVC_') && !known.includes(name))
    .flatMap((name) => {
      const near = closest(name, [...known]);
      return distance(name, near) <= DISTANCE_MAX ? [`${name}: is no setting; ${near} is`] : [];
    });
  if (misspelt.length > 0) throw refusedSettings(misspelt);
}

/** A letter left out, doubled or changed, two of them, or two that changed places. */
const DISTANCE_MAX = 2;
