import { distance } from 'fastest-levenshtein';
import { isEnglish } from './kin.ts';
import type { Lexicon } from './lexicon.ts';
import { GRAMMAR } from './link-kin.ts';
import { stem } from './stem.ts';
import type { Token } from './tokens.ts';

export interface Respelled {
  readonly from: string;
  readonly to: string;
}

/** Tokens with typing errors put right: words that are no English and are a letter or two from the one word that they may be. */
export function respell(
  tokens: readonly Token[],
  strangers: ReadonlySet<number>,
  lexicon: Lexicon,
): { readonly tokens: readonly Token[]; readonly respelled: readonly Respelled[] } {
  const respelled: Respelled[] = [];
  const spelt = tokens.map((token, at) => {
    // A capital inside a sentence begins a name, which is stored nowhere that is known.
    const named = /^\p{Lu}/u.test(token.text) && at > 0 && tokens[at - 1]?.kind !== 'stop';
    const meant = strangers.has(at) && !named && !isEnglish(token.lower) ? meantBy(token.lower, lexicon) : null;
    if (meant === null) return token;
    respelled.push({ from: token.text, to: meant });
    return { ...token, text: meant, lower: meant };
  });
  return { tokens: respelled.length > 0 ? spelt : tokens, respelled };
}

/** From how many letters on a word of the schema, and one of the language, may have one wrong; two take more. */
const LETTERS = { schema: 5, grammar: 4, two: 8 };

/** The one word that is nearest; null when there is none or there are several. */
function meantBy(word: string, lexicon: Lexicon): string | null {
  const single = stem(word);
  let found: { word: string; slips: number; alone: boolean } | null = null;
  const consider = (known: string, said: string) => {
    const slips = slipsIn(said, known);
    if (slips === 0 || slips > (Math.min(said.length, known.length) >= LETTERS.two ? 2 : 1)) return;
    if (found === null || slips < found.slips) found = { word: known, slips, alone: true };
    else if (slips === found.slips && known !== found.word) found = { ...found, alone: false };
  };
  if (word.length >= LETTERS.schema) for (const known of lexicon.words) if (known.length >= LETTERS.grammar) consider(known, single);
  for (const known of GRAMMAR) if (word.length >= LETTERS.grammar || swapped(word, known)) consider(known, word);
  const best = found as { word: string; alone: boolean } | null;
  return best?.alone === true ? best.word : null;
}

/** Letters to add, drop or change; two that changed places are one slip. */
function slipsIn(said: string, known: string): number {
  if (Math.abs(said.length - known.length) > 2) return Number.POSITIVE_INFINITY;
  return swapped(said, known) ? 1 : distance(said, known);
}

function swapped(said: string, known: string): boolean {
  if (said.length !== known.length) return false;
  let at = 0;
  while (said[at] === known[at] && at < said.length) at += 1;
  return at + 1 < said.length && said[at] === known[at + 1] && said[at + 1] === known[at] && said.slice(at + 2) === known.slice(at + 2);
}
