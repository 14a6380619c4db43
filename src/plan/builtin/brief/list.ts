/** A head and its list: "contacts with name and email", "contacts: name, email", "contacts (name, email)". */
export interface Listed {
  readonly head: string;
  readonly items: readonly string[];
  /** "each author has …", "an author has …": said of one of many, not of a whole with parts. */
  readonly each: boolean;
}

export function readListed(text: string): Listed | null {
  const match = LIST.exec(text);
  const [, head, connector, list] = match ?? [];
  if (head === undefined || connector === undefined || list === undefined) return null;
  const bracket = connector.includes('(');
  if (bracket && !list.endsWith(')')) return null;
  const items = splitList(bracket ? list.slice(0, -1) : list);
  const one = items.length === 1 && /^\s(?:has|have|can have)\s/i.test(connector);
  return { head, items, each: one || /^(?:each|every|all)\s/i.test(text) };
}

/** Splits at commas and "and", but not inside brackets. */
export function splitList(list: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let current = '';
  for (const part of list.split(/(\(|\)|,|\s+(?:and|&|plus|as well as)\s+)/i)) {
    if (part === '(') depth++;
    if (part === ')') depth = Math.max(0, depth - 1);
    if (depth === 0 && (part === ',' || /^\s+(?:and|&|plus|as well as)\s+$/i.test(part))) {
      items.push(current);
      current = '';
    } else current += part;
  }
  return [...items, current]
    .map((item) => item.trim().replace(/^(?:and|also|plus)\s+/i, ''))
    .filter((item) => item !== '' && !/^(?:etc\.?|so on|more|others?)$/i.test(item));
}

/** Items of which some have lists of their own: "players with name", "elo", "games with result" are two groups. */
export function groupItems(items: readonly string[]): string[] {
  const groups: string[] = [];
  let open = false;
  for (const item of items) {
    const starts = WITH.test(item) || item.includes('(') || /^(?:each|every)\b/i.test(item);
    if (open && !starts) groups.push(`${groups.pop() ?? ''}, ${item}`);
    else groups.push(item);
    open = starts ? WITH.test(item) : open;
  }
  return groups;
}

/** "players with name": a list begins inside the item. */
export const WITH = /^(?!(?:whether|if|how|when|where)\s)[\w '-]+\s(?:with|has|have|having|including|containing)\s/i;

const LIST =
  /^(?:each |every |all )?([\w '-]+?),?(\s*:\s*|\s(?:with|has|have|having|that (?:has|have)|which (?:has|have)|can have|contains?|includ(?:e|es|ing)|containing|consisting of|by)\s(?:the (?:following )?(?:columns?|fields?):?\s)?(?:columns?:?\s|fields?:?\s)?|\s*\()(.+)$/is;
