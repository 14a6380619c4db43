import { isPlural, pluralName, singularName } from '../english/inflect.ts';
import { isEnglish, timesMet } from '../english/related-words.ts';
import { FUNCTION_WORDS } from '../english/words.ts';
import { lemmaOf } from './outline/verb.ts';
import { hasUsual } from './usual.ts';

/** A brief in the spelling that was meant, and what was read as what. */
export interface Spelt {
  readonly text: string;
  readonly notes: readonly string[];
}

/**
 * Puts a word right that is no English and that one letter more, less or other, or two that change places, make a common word: "temprature",
 * "adress", "familys". Names, short words, and words with two such readings stay as they are.
 */
export function withSpelling(brief: string): Spelt {
  const notes: string[] = [];
  const text = brief.replaceAll(/(?<![\p{L}\p{N}'’_@./-])[a-z]{4,}(?![\p{L}\p{N}'’_@./-])/gu, (word) => {
    const meant = meantBy(word);
    if (meant === null) return word;
    notes.push(`'${word}' read as '${meant}'`);
    return meant;
  });
  return { text, notes };
}

function meantBy(word: string): string | null {
  // "familys": the plural is formed otherwise.
  const one = word.replace(/s$/, '');
  if (/[^aeiou]ys$/.test(word) && isEnglish(one)) return pluralName(one);
  const said = isPlural(word) ? singularName(word) : word;
  if (
    [word, said].some((form) => isEnglish(form) || FUNCTION_WORDS.has(form) || GRAMMAR.test(form)) ||
    hasUsual(word) ||
    lemmaOf(word) !== null
  )
    return null;
  const asking = single(ASKING.filter((asked) => asked.length === word.length + 1 && slipsOf(word).has(asked)));
  if (asking !== null) return asking;
  if (word.length < DOUBLED) return null;
  // A letter that stands twice is the commonest slip of all.
  const doubled = single(doublesOf(said).filter(isEnglish));
  const meant =
    doubled ?? (said.length < LEAST || isJoined(said) ? null : commonest([...slipsOf(said)].filter((near) => near[0] === said[0])));
  return meant === null || said === word ? meant : pluralName(meant);
}

/** "homebrew", "callout": two words in one. */
const isJoined = (word: string): boolean =>
  [...word].some(
    (_, at) =>
      at > 2 &&
      word.length - at > 1 &&
      [word.slice(0, at), word.slice(at)].every((part) => FUNCTION_WORDS.has(part) || (part.length > 2 && timesMet(part) > 0)),
  );

/** The commonest of some words by WordNet's counts; null where another is more than half as common, as either may be meant. */
function commonest(words: readonly string[]): string | null {
  const [best, next] = words
    .map((word) => ({ word, times: isEnglish(word) ? timesMet(word) : 0 }))
    .filter(({ times }) => times > 0)
    .sort((a, b) => b.times - a.times);
  return best === undefined || (next !== undefined && best.times < 2 * next.times) ? null : best.word;
}

const single = (words: readonly string[]): string | null => (words.length === 1 ? (words[0] ?? null) : null);

/** The word with one of its letters twice, or once that stood there twice. */
function doublesOf(word: string): string[] {
  const letters = [...word];
  const twice = letters.map((letter, at) => `${word.slice(0, at)}${letter}${word.slice(at)}`);
  const once = letters.flatMap((letter, at) => (letter === word[at + 1] ? [word.slice(0, at) + word.slice(at + 1)] : []));
  return [...new Set([...twice, ...once])];
}

/** Words of asking, of which a letter was left out. */
const ASKING = ['which', 'where', 'whose', 'what', 'when'];
const DOUBLED = 5;
const LEAST = 6;
const GRAMMAR =
  /^(?:against|among|amongst|towards?|without|besides|beneath|upon|onto|throughout|during|despite|unlike|versus|except|until|whether|although|though|unless|because|since|while|whilst|when(?:ever)?|where(?:ver)?|who(?:ever|se|m)?|which(?:ever)?|what(?:ever)?|(?:some|any|every|no)(?:thing|body|one|where)|(?:my|your|him|her|it)self|(?:our|your|them)selves|(?:an)?others?|(?:would|could|should|might|must|shall|cannot)|doing)$/;

/** Every word that one slip makes another of. */
function slipsOf(word: string): Set<string> {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const near = new Set<string>();
  for (let at = 0; at <= word.length; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    for (const letter of letters) near.add(before + letter + after);
    if (after === '') continue;
    near.add(before + after.slice(1));
    if (after.length > 1) near.add(`${before}${after[1] ?? ''}${after[0] ?? ''}${after.slice(2)}`);
    for (const letter of letters) near.add(before + letter + after.slice(1));
  }
  near.delete(word);
  return near;
}
