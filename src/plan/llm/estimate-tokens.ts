/** A word in one case with the underscore before it, one letter of a script without cases, up to three digits with the space before them, two marks, or line ends. */
const PIECE = /_?\p{Lu}?\p{Ll}+|_?\p{Lu}+|[\p{L}\p{M}]| ?\p{N}{1,3}|[^\s\p{L}\p{N}]{1,2}|\n+/gu;
const ENGLISH = /^_?[a-zA-Z]+$/;
const MARGIN = 1.05;
const LETTERS = /^_?\p{L}/u;

/**
 * About how many tokens a model reads a text as, without its vocabulary. Against a common one (o200k) it stays between
 * 5 % under and 25 % over for pages of English, SQL and schema text, and is more over for other scripts.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECE)) {
    if (ENGLISH.test(piece)) tokens += piece.length <= 7 ? 1 : piece.length <= 12 ? 1.35 : Math.ceil(piece.length / 5);
    else if (LETTERS.test(piece)) tokens += 0.6 * piece.length + 0.4;
    else tokens += piece.startsWith(' ') ? 2 : 1;
  }
  return Math.ceil(tokens * MARGIN);
}
