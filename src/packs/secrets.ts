/**
 * What a secret looks like: the formats that their issuers document, private keys in PEM (RFC 7468), tokens that say what they are (RFC 7519), and
 * passwords beside their name or in an address. A name with `:` is of prose as often as not, and one behind other words, as in `show_password=false`, of a
 * switch, so their value has to look made up.
 */
const ISSUED = [
  '(?:AKIA|ASIA)[0-9A-Z]{16}\\b',
  'gh[pousr]_[A-Za-z0-9]{36}',
  'github_pat_[A-Za-z0-9_]{40}',
  'glpat-[\\w-]{20}',
  'xox[abeoprs]-[\\w-]{10}',
  'sk-[\\w-]{20}',
  '[rs]k_(?:live|test|mcp)_[A-Za-z0-9_-]{16}',
  'AIza[\\w-]{35}',
  'npm_[A-Za-z0-9]{36}',
  'Bearer (?=[^\\s0-9]{0,64}[0-9])[\\w.~+/=-]{20}',
];
const ANYWHERE = [
  '-----BEGIN [A-Z0-9 ]{0,20}PRIVATE KEY',
  // From the dot on, since a text may begin such a token at every third character; what stands before it is looked at once a dot.
  '\\.(?<=\\beyJ[\\w-]{10,2000}\\.)eyJ[\\w-]{10,4000}\\.[\\w-]{10}',
  '://(?<=\\b[a-zA-Z][a-zA-Z0-9+.-]{1,20}://)[^\\s/:@"\']{1,100}:[^\\s/@"\']{3,200}@',
];
const NAMED =
  '(?:password|passwd|pwd|secret|api[_-]?key|access[_-]?key|access[_-]?token|auth[_-]?token|client[_-]?secret|private[_-]?key)["\'\\\\]{0,2}(?:\\s{0,3}[:=]\\s{0,3}["\'\\\\]{0,2}(?=[^\\s"\',;0-9!@#$%^&*]{0,64}[0-9!@#$%^&*])[^\\s"\',;]{6}|(=["\'\\\\]{0,2}[^\\s"\',;]{4}))';

/** Where secrets stand in a text: the offsets at which they stand. */
export function* secretsIn(text: string): Generator<number> {
  for (const { index } of text.matchAll(new RegExp(ANYWHERE.join('|'), 'g'))) yield index;
  for (const { index } of found(text, new RegExp(ISSUED.join('|'), 'g'))) if (beginsWord(text, index)) yield index;
  for (const { index, isLoose } of found(text, new RegExp(NAMED, 'gi')))
    if (beginsWord(text, index) || (!isLoose && text[index - 1] === '_')) yield index;
}

/** Each place, also inside of what an earlier one goes over: that one may be none. */
function* found(text: string, pattern: RegExp): Generator<{ index: number; isLoose: boolean }> {
  for (let one = pattern.exec(text); one !== null; one = pattern.exec(text)) {
    yield { index: one.index, isLoose: one[1] !== undefined };
    pattern.lastIndex = one.index + 1;
  }
}

/** Also behind a line break that JSON writes as two characters. */
const beginsWord = (text: string, at: number): boolean =>
  !/\w/.test(text[at - 1] ?? '') || (text[at - 2] === '\\' && /[nrt]/.test(text[at - 1] ?? ''));

export const looksSecret = (text: string): boolean => !secretsIn(text).next().done;
