import { basesOf } from '../english/irregular.ts';
import { relatedCost, relatedTo } from '../english/related-words.ts';
import { stem } from '../english/stem.ts';
import { isKindOf } from './broader.ts';

/** How well a word of a row stands for one of a question: the same word in some form, one that comes of it, or one that means much the same. */
export const SAME = 3;
export const DERIVED = 2;
export const NEAR = 1;
export type Level = 0 | typeof NEAR | typeof DERIVED | typeof SAME;

/** The best that some of the words gives. All are in lower case. */
export function levelAmong(word: string, said: Iterable<string>): Level {
  let best: Level = 0;
  const related = relatedTo(word);
  const bases = basesOf(word);
  for (const other of said) {
    if (other === word || stem(other) === stem(word)) return SAME;
    const cost = relatedCost(related, other);
    const isForm = basesOf(other).some((base) => bases.includes(base));
    const level = isForm ? SAME : cost === null ? (haveOneRoot(word, other) || isKindOf(other, word) ? NEAR : 0) : levelOf(cost);
    if (level === SAME) return SAME;
    if (level > best) best = level;
  }
  return best;
}

const levelOf = (cost: number): Level => (cost <= OWN ? SAME : cost <= CAME_OF ? DERIVED : cost <= SYNONYM ? NEAR : 0);

/** What `relatedTo` charges for a word in another form, for one that is made of it, and for the first synonyms. */
const OWN = 0.3;
const CAME_OF = 0.5;
const SYNONYM = 0.6;

/** "weigh" and "weight", "vaccine" and "vaccination". */
function haveOneRoot(one: string, other: string): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  if (shorter.length < ROOT_MIN || longer.length - shorter.length > ENDING_MAX) return false;
  return longer.startsWith(shorter.slice(0, Math.max(ROOT_MIN, shorter.length - 1)));
}

const ROOT_MIN = 5;
const ENDING_MAX = 4;

/** The words of a text, in lower case: "X-ray" is two. */
export const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .replace(/['’]s(?![\p{L}\p{N}])/gu, '')
    .match(/[\p{L}\p{N}]+/gu) ?? [];
