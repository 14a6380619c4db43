import { momentAt } from '../english/dates/moments.ts';
import type { Reader } from '../search/state.ts';
import type { Parts } from './parts.ts';

const MOMENT_WORDS = new Set(['in', 'during', 'since', 'before', 'after', 'until', 'on', 'for', 'from', 'of', 'the', 'year']);
/** They say how a moment bounds; "for" and "from" may also be of something else. */
const BOUNDS = new Set(['in', 'during', 'since', 'before', 'after', 'until', 'on']);

/** "what about 2024?" */
export function moments(before: string, old: Reader, { text, not }: Parts, fresh: Reader): string[] {
  let at = 0;
  while (MOMENT_WORDS.has(fresh.tokens[at]?.lower ?? '')) at += 1;
  const moment = momentAt(fresh, at);
  const between = /^(?:from|between)\s/i.test(text) && /\s(?:and|to|until)\s/i.test(text);
  if (not || moment === null || (moment.end !== fresh.tokens.length && !between)) return [];
  const bound = BOUNDS.has(fresh.tokens[0]?.lower ?? '') || between;
  const alone = between ? text : text.slice(fresh.tokens[at]?.start ?? 0);
  const there = momentIn(old);
  if (there === null) return [bound ? `${before} ${text}` : `${before} in ${alone}`];
  const cut = (start: number, put: string) => `${before.slice(0, start)}${put}${before.slice(there.end)}`;
  const whole = cut(there.boundStart, bound ? text : alone);
  return bound ? [whole, cut(there.start, alone)] : [cut(there.start, alone)];
}

function momentIn(reader: Reader): { boundStart: number; start: number; end: number } | null {
  const { tokens } = reader;
  for (let at = 0; at < tokens.length; at += 1) {
    const moment = momentAt(reader, at);
    if (moment === null || /^(?:top|first|last|over|under|than|least|most)$/.test(tokens[at - 1]?.lower ?? '')) continue;
    const word = tokens[at - 1]?.lower ?? '';
    const second =
      /^(?:and|to)$/.test(tokens[moment.end]?.lower ?? '') && /^(?:between|from)$/.test(word) ? momentAt(reader, moment.end + 1) : null;
    const start = tokens[at]?.start ?? 0;
    const bounded = BOUNDS.has(word) || second !== null;
    return {
      boundStart: bounded ? (tokens[at - 1]?.start ?? start) : start,
      start: second === null ? start : (tokens[at - 1]?.start ?? start),
      end: tokens[(second ?? moment).end - 1]?.end ?? start,
    };
  }
  return null;
}
