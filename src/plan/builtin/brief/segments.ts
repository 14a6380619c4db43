import { stripLead } from './lead.ts';

/** A brief cut into what each says one thing: sentences, bullets, clauses with "where", and tables in a row. */
export function splitSegments(body: string): string[] {
  return body
    .replaceAll(BULLET, '$1')
    .replaceAll(/,?\s+each (?=(?:with|having)\s)/gi, ' ')
    .split(SENTENCES)
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
  /[;\n]+|\.\s+|,?\s+(?:where|in which)\s+(?=(?:each|every|an?|the|[a-z]+s)\s)|,?\s+and\s+(?=(?:each|every)\s)|,?\s+and\s+(?=[\w-]+s\s+have\s)|,\s*(?=(?:each|every)\s)|,\s+(?:and\s+)?(?=[\w-]+s\s+(?:belong to|have many|can have|may have)\s)/i;
/** "birds I have seen with species": who did it adds nothing. */
const SEEN =
  /^([\w '-]+?)\s+(?:that |which )?(?:i|we)(?:'ve| have)?\s+(?!have\b|need\b|want\b)[a-z]+(?=\s+(?:with|by|including)\b|\s*:|\s*\(|$)/i;
