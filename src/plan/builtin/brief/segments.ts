import { stripLead } from './lead.ts';
import { groupItems, splitList } from './list.ts';

/** A brief cut into what each says one thing: sentences, bullets, clauses with "where", and tables in a row. */
export function splitSegments(body: string): string[] {
  return body
    .replaceAll(BULLET, '$1')
    .replaceAll(/,?\s+each (?=(?:with|having)\s)/gi, ' ')
    .split(SENTENCES)
    .map((sentence) => tidy(sentence))
    .flatMap((sentence) => (BRACKETS_FIRST.test(sentence) ? groupItems(splitList(sentence)) : [sentence]))
    .map(tidy)
    .filter((segment) => segment !== '');
}

const tidy = (segment: string): string =>
  stripLead(
    segment
      .trim()
      .replace(/^(?:and|also|plus|then|where|in which)\b\s*/i, '')
      .replace(SEEN, '$1')
      .replace(/\s+and (?:i |we )?(?:want|need|would like) to (?:keep )?[a-z]+(?: of)? them\b/i, '')
      .replace(/[,.]+$/, ''),
  );

const BULLET = /(^|\n)\s*(?:[-*•]|\d+[.)])\s+/g;
const SENTENCES =
  /[;\n]+|\.\s+|,?\s+(?:where|in which)\s+(?=(?:each|every|an?|the|[a-z]+s)\s)|,?\s+and\s+(?=(?:each|every)\s)|,?\s+and\s+(?=[\w-]+s\s+have\s)|,\s*(?=(?:each|every)\s)/i;
/** "contacts (name, email), deals (title) and …": brackets before any other list. */
const BRACKETS_FIRST =
  /^(?!.*?\s(?:with|has|have|having|including|containing)\s[^()]*\()(?![^(]*:)[\w '-]+?\s?\([^()]+\)(?:\s*,|\s+and\b|\s)\s*\S/i;
/** "birds I have seen with species": who did it adds nothing. */
const SEEN =
  /^([\w '-]+?)\s+(?:that |which )?(?:i|we)(?:'ve| have)?\s+(?!have\b|need\b|want\b)[a-z]+(?=\s+(?:with|by|including)\b|\s*:|\s*\(|$)/i;
