import { unsupported } from './refuse.ts';

const PARTS_MAX = 50_000;
const sizes = new WeakMap<object, number>();

/**
 * Refuses a plan of too many parts. One part may stand in many places (an alias that ORDER BY repeats, the subject of a
 * CASE), so that a short text can mean a plan that doubles with each level; shared parts are measured once.
 */
export function checkSize<T extends object>(part: T): T {
  if (sizeOf(part) > PARTS_MAX) throw unsupported('SQL this large', `The SQL has more than ${PARTS_MAX} parts`);
  return part;
}

function sizeOf(part: object): number {
  const known = sizes.get(part);
  if (known !== undefined) return known;
  let size = 1;
  for (const value of Object.values(part)) if (typeof value === 'object' && value !== null) size += sizeOf(value);
  sizes.set(part, size);
  return size;
}
