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
