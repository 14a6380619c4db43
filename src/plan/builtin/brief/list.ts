import { isEntity } from './entity.ts';
import { typeOfName } from './type-of-name.ts';

/** A head and its list: "contacts with name and email", "contacts: name, email", "contacts (name, email)". */
export interface Listed {
  readonly head: string;
  readonly items: readonly Item[];
  /** "each author has …", "an author has …": said of one of many, not of a whole with parts. */
  readonly each: boolean;
}

export interface Item {
  readonly text: string;
  /** Whether "and" stands before it, as before the last of a list. */
  readonly and: boolean;
}

export function readListed(text: string): Listed | null {
  const match = LIST.exec(text);
  const [, head, connector, list] = match ?? [];
  if (head === undefined || connector === undefined || list === undefined) return null;
  const bracket = connector.includes('(');
  if (bracket && closing(list) !== list.length - 1) return null;
  const items = splitItems(bracket ? list.slice(0, -1) : list);
  if (items.length === 0) return null;
  const one = items.length === 1 && /^\s(?:(?:can|may|could|must|should|will) )?(?:has|have)\s/i.test(connector);
  return { head, items, each: one || /^(?:each|every|all)\s/i.test(text) };
}

/** Splits at commas and "and", but not inside brackets, nor between two that are linked or among which one is chosen. */
export function splitItems(list: string): Item[] {
  const items: Item[] = [];
  let depth = 0;
  let current = '';
  let and = false;
  const end = () => {
    const text = current
      .trim()
      .replace(/^(?:and|also|plus)\s+/i, '')
      .replace(THEY, 'their $1');
    const before = /^\s*(?:and|plus)\s/i.test(current);
    if (text !== '' && !/^(?:etc\.?|so on|so forth|more|others?)$/i.test(text)) items.push({ text, and: and || before });
    current = '';
  };
  for (const part of chosen(list).split(/(\(|\)|,|\s+(?:and|&|plus|as well as)\s+)/i)) {
    if (part === '(') depth++;
    if (part === ')') depth = Math.max(0, depth - 1);
    const joins = AND.test(part);
    if (depth === 0 && (part === ',' || joins) && !(joins && LINKS_ONE.test(current))) {
      end();
      and = joins;
    } else current += part;
  }
  end();
  return items;
}

export const splitList = (list: string): string[] => splitItems(list).map(({ text }) => text);

/** Things with lists of their own: "players with name", "elo", "games with result" are two groups; "clubs" after them is a third. */
export function groupThings(items: readonly Item[]): string[] {
  const groups: string[] = [];
  let state: 'bare' | 'open' | 'closed' = 'bare';
  for (const { text, and } of items) {
    const opens = WITH.test(text);
    const bracketed: boolean = /^[^()]+\(/.test(text) && state !== 'open';
    const alone = state === 'bare' || (state === 'closed' && isEntity(text));
    if (groups.length === 0 || opens || bracketed || /^(?:each|every)\b/i.test(text) || alone) {
      groups.push(text);
      state = opens ? 'open' : bracketed ? 'bare' : state === 'open' ? 'closed' : state;
    } else {
      groups.push(`${groups.pop() ?? ''}, ${text}`);
      if (and) state = 'closed';
    }
  }
  return groups;
}

/** "players with name": a list begins inside the item. */
export const WITH = /^(?!(?:whether|if|how|when|where)\s)[\w '-]+\s(?:with|has|have|having|including|containing)\s/i;

/** Where the bracket that was opened before the text is closed; -1 when it is not. */
function closing(text: string): number {
  let depth = 1;
  for (const [at, char] of [...text].entries()) {
    if (char === '(') depth++;
    if (char === ')' && --depth === 0) return at;
  }
  return -1;
}

/** "status one of open, closed or lost" → "status (one of open, closed or lost)", which the commas do not part. */
function chosen(list: string): string {
  const plain = list.replaceAll(WHICH, '$1, $2').replaceAll(GETS, ' with $1');
  return plain.replaceAll(CHOSEN, '$1 ($2)').replaceAll(CHOSEN_OPEN, (all: string, name: string, values: string) => {
    const each = values.split(/,\s*/);
    const end = each.findIndex((value) => COLUMNS.test(value) || typeOfName(value) !== 'text');
    const kept = end < 0 ? each : each.slice(0, end);
    return kept.length < 2 ? all : [`${name} (one of ${kept.join(', ')})`, ...each.slice(kept.length)].join(', ');
  });
}

/** "suppliers and the parts they supply" */
const THEY = /^(?:the |all )?(?!(?:who|what|when|which|where|whether|how|if)\b)([a-z][\w -]*?) (?:that |which )?they [a-z]+$/i;
const AND = /^\s+(?:and|&|plus|as well as)\s+$/i;
/** One of two sides was named so far. */
const LINKS_ONE = /\b(?:link(?:s|ing)?|connect(?:s|ing)?|join(?:s|ing)?|relat(?:es|ing)|between)\s(?:(?!\sand\s)[^,()])+$/i;
/** "which member borrowed which book" are a member and a book. */
const WHICH = /\b(?:which|what) ([\w-]+) [a-z]+ (?:which|what) ([\w-]+)/gi;
/** "students enroll in courses and get a grade" */
const GETS = /\s+and (?:gets?|receives?|earns?) (an? )/gi;
const CHOSEN =
  /(?<=^|,\s*|\s)([\w-]+):? (?:(?:which|that) (?:is|can be) )?(one of:? [\w' -]+(?:, [\w' -]+?)*,? (?:or|and) [\w'-]+|either [\w' -]+(?:, [\w' -]+?)*,? or [\w'-]+)(?![^(]*\))/gi;
/** Without "or" the values go on to the first that is rather a column. */
const CHOSEN_OPEN = /(?<=^|,\s*|\s)([\w-]+):? one of:? ([\w-]+(?:,\s*[\w-]+)+)(?=,|$| and )(?![^(]*\))/gi;
const COLUMNS = /^(?:name|title|notes?|description|email|phone|address|city|country|comments?|url|author|owner|tags?|category|type)$/i;
const LIST =
  /^(?:each |every |all )?([\w '-]+?),?(\s*:\s*|\s(?:with|has|have|having|that (?:has|have)|which (?:has|have)|(?:can|may|could|must|should|will) have|contains?|includ(?:e|es|ing)|containing|consist(?:s|ing)? of|by|(?:records?|stores?|tracks?|says?|keeps?)(?=\s+(?:which|what|who|the)\s))\s(?:the (?:following )?(?:columns?|fields?):?\s)?(?:columns?:?\s|fields?:?\s)?|\s*\()(.+)$/is;
