import type { Lexicon } from './lexicon.ts';
import { PERIODIC } from './read-bucket.ts';

const ASKED =
  /^((?:(?:show(?: me)?|give me|list|what (?:is|are|was|were)|what's|how (?:is|was)|our|the|my)\s+)*)(daily|weekly|monthly|quarterly|yearly|annual)\s+(.+?)[\s?.!]*$/i;

/** "monthly revenue" as "revenue by month"; null where a name of the schema has the word, as a monthly fee, or where groups are said. */
export function periodicText(text: string, { words }: Lexicon): string | null {
  const [, lead = '', said = '', rest = ''] = ASKED.exec(text.trim()) ?? [];
  const unit = PERIODIC[said.toLowerCase()];
  if (unit === undefined || words.has(said.toLowerCase()) || / (?:by|per|each|every) /i.test(` ${rest} `)) return null;
  return `${lead}${rest} by ${unit}`;
}
