import type { Reader } from '../search/state.ts';
import { REFERENT } from './order.ts';
import { type Known, type Parts, readerOf } from './parts.ts';

/** "and by country" replaces what is grouped by, or groups. */
export function grouped(before: string, old: Reader, { text, not }: Parts, known: Known): string[] | null {
  const found = new RegExp(
    `^(?:(?:group(?:ed)?|split|broken\\s+down|break${REFERENT}\\s+down|split${REFERENT}|group${REFERENT})\\s+)?(?:by|per|for\\s+each|for\\s+every)\\s+(.+)$`,
    'i',
  ).exec(text);
  const by = found?.[1];
  if (by === undefined || not) return null;
  const named = readerOf(by, known);
  const isName = [...named.links.attributes(0), ...named.links.entities(0)].some(({ end }) => end === named.tokens.length);
  if (!isName && !/^(?:year|month|week|day|quarter|weekday|hour)$/i.test(by)) return null;
  const there = groupIn(before, old);
  if (there !== null) return [`${before.slice(0, there.start)}by ${by}${before.slice(there.end)}`];
  return [`${before} by ${by}`, `${before} for each ${by}`, `${before} per ${by}`];
}

/** Where the question says what it is grouped by. */
function groupIn(before: string, { tokens, links }: Reader): { start: number; end: number } | null {
  for (let at = tokens.length - 2; at > 0; at -= 1) {
    const word = tokens[at]?.lower ?? '';
    const each = word === 'for' && /^(?:each|every)$/.test(tokens[at + 1]?.lower ?? '');
    if (word !== 'by' && word !== 'per' && !each) continue;
    if (/^(?:sorted|ordered|sort|order|ranked|written|made|sold)$/.test(tokens[at - 1]?.lower ?? '')) continue;
    const name = at + (each ? 2 : 1);
    const ends = [...links.attributes(name), ...links.entities(name)].filter(({ cost }) => cost < 1).map(({ end }) => end);
    const end = ends.length > 0 ? Math.max(...ends) : name + 1;
    return { start: tokens[at]?.start ?? 0, end: tokens[end - 1]?.end ?? before.length };
  }
  return null;
}
