import { isEnglish, timesMet } from './related-words.ts';
import { stem } from './stem.ts';

const MOST_PARTS = 3;
/** Words that end a name or stand inside it, and begin none. */
const JOINING = new Set(['at', 'by', 'from', 'in', 'of', 'on', 'to']);
/** From how many letters on a part need not be a common word; a word before a joining one; any part that the schema lacks. */
const LETTERS = { rare: 6, joined: 5, part: 3 };

/** The fewest English words that a run-together name is made of: "baseprice". Null when it is a word itself or there is no such cut. */
export function cutIntoWords(piece: string, vocabulary: ReadonlySet<string>): string[] | null {
  if (!/^[a-z]+$/.test(piece) || isEnglish(piece)) return null;
  for (let count = 2; count <= MOST_PARTS; count += 1) {
    let best: { parts: string[]; weight: number } | null = null;
    for (const parts of cutsInto(piece, count)) {
      const weight = weightOf(parts, vocabulary);
      if (weight !== null && (best === null || weight > best.weight)) best = { parts, weight };
    }
    if (best !== null) return best.parts;
  }
  return null;
}

/** The same for a piece that other names have as well: only before a noun that ends names everywhere, as in emp_jobcode. */
export function cutBeforeHead(piece: string): string[] | null {
  const head = HEADS.find((each) => piece.endsWith(each) && piece.length > each.length + 1);
  const first = head === undefined ? '' : piece.slice(0, -head.length);
  return head === undefined || isEnglish(piece) || timesMet(first) === 0 || stem(first) !== first ? null : [first, head];
}

const HEADS = ['address', 'number', 'price', 'title', 'phone', 'email', 'date', 'time', 'name', 'code', 'type', 'id'];

function* cutsInto(piece: string, count: number): Generator<string[]> {
  if (count === 1) yield [piece];
  else
    for (let at = 2; at <= piece.length - 2 * (count - 1); at += 1)
      for (const rest of cutsInto(piece.slice(at), count - 1)) yield [piece.slice(0, at), ...rest];
}

/** How likely a cut is: the more its parts are words of the schema, then the more they are met. Null for what is no cut. */
function weightOf(parts: readonly string[], vocabulary: ReadonlySet<string>): number | null {
  let weight = 0;
  for (const [at, part] of parts.entries()) {
    if (JOINING.has(part)) {
      if (at === 0 || (parts[at - 1]?.length ?? 0) < LETTERS.joined) return null;
    } else if (vocabulary.has(part)) weight += KNOWN;
    else {
      if (part.length < LETTERS.part || (at < parts.length - 1 && stem(part) !== part)) return null;
      const met = timesMet(part);
      if (met === 0 && !(part.length >= LETTERS.rare && isEnglish(part))) return null;
      weight += met;
    }
  }
  return weight;
}
const KNOWN = 1000;
