import type { Attribute } from '../../linking/mention.ts';
import type { Reader } from '../state.ts';

/** The column that the first fitting one of these names has. */
export function measureOf(reader: Reader, names: readonly string[]): Attribute | null {
  for (const name of names) {
    const left = reader.links.named(name.split(' '));
    if (left !== null && (left.candidates[0]?.cost ?? 1) <= 0.7) return left;
  }
  return null;
}
