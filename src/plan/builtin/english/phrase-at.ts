import type { Token } from './tokens.ts';

/** What phrases are looked for in. */
export interface Words {
  readonly tokens: readonly Token[];
}

/** The position after `words` if the tokens at `at` are exactly those; null when they are not. */
export function phraseAt(reader: Words, at: number, words: string): number | null {
  const parts = partsOf(words);
  for (const [offset, part] of parts.entries()) {
    const token = reader.tokens[at + offset];
    if (token === undefined || token.kind === 'quoted' || token.lower !== part) return null;
  }
  return at + parts.length;
}

const cut = new Map<string, readonly string[]>();
const MAX_CUT = 5000;

/** Phrases are the rules' own and few; they are cut once. */
function partsOf(words: string): readonly string[] {
  const known = cut.get(words);
  if (known !== undefined) return known;
  const parts = words.split(' ');
  if (cut.size < MAX_CUT) cut.set(words, parts);
  return parts;
}

/** The first of several phrases that stands at `at`; the list has to be in order of preference. */
export function anyPhraseAt(reader: Words, at: number, phrases: readonly string[]): number | null {
  const first = wordAt(reader, at) || reader.tokens[at]?.lower;
  if (first === undefined) return null;
  for (const phrase of phrases) {
    if (!phrase.startsWith(first)) continue;
    const end = phraseAt(reader, at, phrase);
    if (end !== null) return end;
  }
  return null;
}

export const wordAt = (reader: Words, at: number): string => {
  const token = reader.tokens[at];
  return token === undefined || token.kind === 'quoted' ? '' : token.lower;
};

/** The position after any run of the given words. */
export function skip(reader: Words, at: number, words: ReadonlySet<string>): number {
  let end = at;
  while (words.has(wordAt(reader, end))) end += 1;
  return end;
}

export const DETERMINERS = new Set([
  'the',
  'a',
  'an',
  'all',
  'any',
  'some',
  'their',
  'its',
  'his',
  'her',
  'these',
  'those',
  'this',
  'that',
  'of',
  'our',
  'corresponding',
  'my',
  'every',
  'various',
  'own',
  'both',
]);
export const COPULAS = new Set([
  'is',
  'are',
  'was',
  'were',
  'be',
  'been',
  'being',
  'as',
  'of',
  'to',
  'has',
  'have',
  'had',
  'having',
  'the',
  'a',
  'an',
  'equals',
  'value',
  'that',
  'which',
  'with',
  'in',
  'from',
  'than',
  'named',
  'called',
  'does',
  'do',
  'did',
  'set',
  'at',
  'by',
]);
