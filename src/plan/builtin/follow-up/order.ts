import type { Reader } from '../search/state.ts';
import { type Parts, PROBABLE } from './parts.ts';

export const REFERENT = '(?:\\s+(?:it|them|those|these|that|this|the\\s+(?:results?|rows|list)))?';

/** "sort them by date" replaces the order that there is. */
export function sorted(before: string, { text }: Parts): string[] | null {
  const found = new RegExp(`^(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?)${REFERENT}\\s+(?:by|on)\\s+(.+)$`, 'i').exec(text);
  const asked = found?.[1];
  if (asked === undefined) return null;
  const by = asked
    .replace(/,?\s+(?:newest|latest|largest|highest|biggest|most recent|most)\s+first$/i, ' descending')
    .replace(/,?\s+(?:oldest|earliest|smallest|lowest|least)\s+first$/i, ' ascending');
  return [`${before} sorted by ${by}`, `${before}, ordered by ${by}`];
}

/** Where the question's order starts, when it ends with one that consists of names; "unclear" when more is said after it. */
export function orderIn(sentence: string, { tokens, links }: Reader): number | 'unclear' | null {
  const by = tokens.findIndex(({ lower }, at) => lower === 'by' && ORDERED.test(tokens[at - 1]?.lower ?? ''));
  if (by < 1) return null;
  for (let at = by + 1; at < tokens.length; ) {
    const ends = [...links.attributes(at), ...links.entities(at)].filter(({ cost }) => cost < PROBABLE).map(({ end }) => end);
    if (ends.length > 0) at = Math.max(...ends);
    else if (ORDER_GLUE.test(tokens[at]?.lower ?? '')) at += 1;
    else return 'unclear';
  }
  const start = tokens[by - 1]?.start ?? 0;
  return start - (/,?\s+(?:and\s+)?$/.exec(sentence.slice(0, start))?.[0].length ?? 0);
}

const ORDERED = /^(?:sort|sorted|order|ordered|rank|ranked)$/;
const ORDER_GLUE =
  /^(?:,|and|then|by|the|their|its|in|on|at|of|order|ascending|descending|asc|desc|alphabetically|first|last|newest|oldest|highest|lowest|largest|smallest)$/;
