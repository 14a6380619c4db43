import type { Lexicon } from '../linking/lexicon.ts';
import { PERIODIC } from '../search/rules/read-bucket.ts';
import { saidOtherwise } from './said-otherwise.ts';

/** A question in words that the readers know, each way that it may be said. */
export const rewordings = (text: string, lexicon: Lexicon): readonly string[] => [
  ...periodicTexts(text, lexicon),
  ...caringTexts(text, lexicon),
  ...averageTexts(text),
  ...[saidOtherwise(text, lexicon)].filter((one) => one !== null),
];

const ASKED =
  /^((?:(?:show(?: me)?|give me|list|what (?:is|are|was|were)|what's|how (?:is|was)|our|the|my)\s+)*)(daily|weekly|monthly|quarterly|yearly|annual)\s+(.+?)[\s?.!]*$/i;

/** "monthly revenue" as "revenue by month"; none where a name of the schema has the word, as a monthly fee, or where groups are said. */
function periodicTexts(text: string, { words }: Lexicon): string[] {
  const [, lead = '', said = '', rest = ''] = ASKED.exec(text.trim()) ?? [];
  const unit = PERIODIC[said.toLowerCase()];
  if (unit === undefined || words.has(said.toLowerCase()) || / (?:by|per|each|every) /i.test(` ${rest} `)) return [];
  return [`${lead}${rest} by ${unit}`];
}

/** "what rating does each product have on average" as "average rating per product". */
function averageTexts(text: string): string[] {
  const [, what, thing] = HAS_ON_AVERAGE.exec(text.trim()) ?? [];
  return what === undefined || thing === undefined ? [] : [`average ${what} per ${thing}`];
}

const HAS_ON_AVERAGE = /^what ([a-z ]+?) (?:does|do) (?:each|every) ([a-z ]+?) (?:have|get|gets|has|receive|reach|charge) on average\W*$/i;

/** "who looks after Castle View" as "who is the caretaker of Castle View", by the schema's nouns for those who do. */
function caringTexts(text: string, { tables }: Lexicon): string[] {
  const plain = text.trim().replace(/[\s?.!]+$/, '');
  const whom = CARED_FOR.exec(plain)?.[1];
  const [, cared, carer] = CARER.exec(plain) ?? [];
  if (whom === undefined && carer === undefined) return [];
  const nouns = tables.flatMap(({ words, columns }) => [words, ...columns.map((column) => column.words)].flat());
  return [...new Set(nouns.filter((word) => CARERS.has(word)))].map((noun) =>
    whom === undefined ? `how many ${cared} have the ${noun} ${carer}` : `who is the ${noun} of ${whom}`,
  );
}

const AFTER = '(?:look(?:s|ing)? after|tak(?:es?|ing) care of)';
const CARED_FOR = new RegExp(`^who(?: is|'s)? (?:${AFTER}|responsible for|in charge of) (.+)$`, 'i');
const CARER = new RegExp(`^how many ([a-z ]+?) (?:does|do|is|are) (?!(?:each|every|an?|we|i|you|they) )(.+?) ${AFTER}$`, 'i');
const CARERS: ReadonlySet<string> = new Set(
  'caretaker keeper manager agent rep representative mentor buddy coach trainer handler supervisor warden carer advisor consultant coordinator'.split(
    ' ',
  ),
);
