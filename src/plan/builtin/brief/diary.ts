import type { Draft } from './draft.ts';
import { isEntity } from './entity.ts';
import { splitList } from './list.ts';
import { isNameLike } from './names.ts';

/** "weight, mood and sleep every day": what is noted, with nothing that it is of. */
export function isDiary(segment: string): boolean {
  const texts = notedIn(segment);
  // "the pantry, whatever makes sense" is a place and a wish.
  if (!DAILY.test(segment) && splitList(segment).some((item) => ASIDE.test(item))) return false;
  return texts.length > 1 && texts.every((text) => isNameLike(text) && !isEntity(text));
}

const ASIDE = /^(?:the|an?|what|whatever|which|whichever|who|whoever|where|how|any|anything|something|everything|all|please|thanks)\b/i;

/** A table of what is noted each time. */
export function readDiary(draft: Draft, segment: string): void {
  const often = /\b(?:hour|minute|second)$/i.test(segment);
  const table = draft.part(often ? 'readings' : 'entries');
  for (const item of [often ? 'measured at' : 'date', ...notedIn(segment)]) draft.column(table, item);
  draft.assumptions.push(`each of the ${table.name} is of one ${often ? 'moment' : 'date'}`);
}

const notedIn = (segment: string): string[] =>
  splitList(segment.replace(DAILY, '').replace(WHERE, '')).map((item) => item.replace(/^(?:the|my|our) /i, ''));

const WHERE = /\s+(?:of|in|at) (?:my|our|the) [\w' -]+$/i;
const DAILY = /\s+(?:every|each|per) (?:day|hour|minute|second|morning|evening|night|week|month)$|\s+daily$/i;

/** Whether something is a log that names no day of its entries, and no things that it has several of. */
export const isDateless = (name: string, items: readonly string[]): boolean =>
  LOG.test(name) && items.every((item) => !DATED.test(item)) && !items.every((item) => isEntity(item));

const LOG = /\b(?:log|logbook|diary|journal)\b(?! (?:entries|of books))/i;
const DATED = /\b(?:dates?|day|when|time(?:stamp)?|moment|month|year|week|on|at|since|started|ended)\b/i;
