import { isPlural } from '../../english/inflect.ts';
import { POLITE } from '../write-words.ts';
import { range } from './parts.ts';
import type { Told } from './told.ts';

/** "add an evening class", "book Ada a seat": a row that is not there yet, so none that could change. */
export function addsOne({ reader }: Told): boolean {
  const first = reader.skip(0, POLITE);
  if (/^(?:add|insert|create|register|enter|log|record)$/.test(reader.lower(first))) return true;
  if (!/^(?:book|schedule|reserve|get|put|sign)$/.test(reader.lower(first))) return false;
  return reader.tokens.some((_, at) => {
    const mention = reader.tableAt(at);
    if (mention === null || isPlural(reader.lower(mention.next - 1))) return false;
    const article = range(at - NOUN_REACH, at).findLast((i) => i > first && /^(?:an?|another)$/.test(reader.lower(i)));
    // "put a remark on job 4"
    return article !== undefined && !range(article, at).some((i) => /^(?:on|for|to|in|of|at|with|by)$/.test(reader.lower(i)));
  });
}

/** How many words may stand before a noun, with its article. */
const NOUN_REACH = 3;
