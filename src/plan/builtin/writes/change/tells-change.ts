import type { WriteReader } from '../write-reader.ts';
import { isVerb, verbAt } from './verb.ts';

/**
 * Whether the words may tell a change of one row: "Netflix went up to 17.99", "the saw is broken", "Ada has 3 guests now". A question
 * in note form may look the same, and is read as one where no row is changed so.
 */
export function tellsChange(reader: WriteReader): boolean {
  const { text } = reader.question;
  if (ASKED.test(text)) return false;
  if (TOLD.test(text)) return true;
  const marked = MARKED.test(text);
  return reader.tokens.some((_, at) => {
    const verb = at === 0 ? null : verbAt(reader, at);
    if (verb === null) return false;
    const rest = reader.tokens.length - verb.from;
    if (/^(?:will|shall)$/.test(reader.lower(at))) return rest > 0;
    // "order 38 was paid by card": of one that is said by its number
    if (verb.kind === 'be' && rest > 0 && /\d/.test(reader.lower(at - 1))) return true;
    if (verb.kind === 'be') return marked || verb.denied || /^(?:goes|went)$/.test(verb.word) || rest === 1;
    if (verb.kind === 'have')
      return marked || (/^ha[sd]$/.test(verb.word) && isParticiple(reader.lower(verb.from))) || reader.lower(verb.from) === 'a';
    // "Ada returned her keys"
    if (verb.kind === 'other' && !verb.word.endsWith('s') && /^(?:his|her|their|its)$/.test(reader.lower(verb.from))) return true;
    if (verb.kind === 'other') return marked || (verb.denied && rest === 0);
    return rest > 0;
  });
}

/** "has paid", "has picked up": it was done. */
const isParticiple = (word: string): boolean => /(?:ed|en|t|d|n|up)$/.test(word) && isVerb(word);

const ASKED =
  /^(?:how|what|which|who|whose|when|where|why|show|list|find|count|is|are|did|does|do|has|have|average|total|number|and|or|but|only|just|those|same|any|anyone)\b|\b(?:who|that|which|whose|where|when|how|what)\b|\?/i;
/** What no verb says by itself, or says without what follows it. */
const TOLD =
  /\b(?:came back|brought back|paid back|sent back|moved out|died|is back|arrived|came in|left|went out)[.!]?$|\bgets? [$€£]?\d|\b(?:until|till) (?=.*\d)|\bextended\b.* to\b|^(?:we|i|they)?(?: just)? ?(?:got|received|bought|sold|used(?: up)?|lost|spent) \d|\b(?:go(?:es)?|went|are|is) (?:up|down) (?:by )?[$€£]?\d|\b(?:moves?|moved|goes|went|switches|switched) (?:(?:up|over|down) )?from .+ to |\bis back (?:from|in|on) |\b(?:is|are) (?:back )?(?:off|on) the [a-z]+(?: again)?$|\b(?:goes|went|is) (?:online|live)\b|\b(?:ended|finished) \d+ ?(?:to|-|:|all)|^(?:all|every|each|everything) .*\d ?(?:%|p|c|percent|cents?|pence|pounds?|dollars?|euros?|quid) (?:more|less|dearer|cheaper)(?: from now on| from today| now)?$/i;
/** It did not hold before, or happened on a day. */
const MARKED =
  /\b(?:now|again|from today|as of today|from now on|any ?more|any longer|no longer|today|yesterday|tomorrow|tonight|(?:this|last|yesterday) (?:morning|afternoon|evening|night))\b|\b(?:on|for|from|by|since) (?:(?:the )?\d{1,2}(?:st|nd|rd|th)? [a-z]{3,}|[a-z]{3,9} \d{1,2}\b|\d{4}-)|\d(?: ?[a-z%]{1,3})?$/i;
