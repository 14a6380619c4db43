/**
 * What a secret looks like: the formats that their issuers document, private keys in PEM (RFC 7468), tokens that say what they are (RFC 7519), and
 * passwords beside their name or in an address. A name with `:` is of prose as often as not, so its value has to look made up.
 */
const SECRETS = [
  '-----BEGIN [A-Z0-9 ]{0,20}PRIVATE KEY',
  '\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b',
  '\\bgh[pousr]_[A-Za-z0-9]{36}',
  '\\bgithub_pat_[A-Za-z0-9_]{40}',
  '\\bglpat-[\\w-]{20}',
  '\\bxox[abeoprs]-[\\w-]{10}',
  '\\bsk-[\\w-]{20}',
  '\\b[rs]k_(?:live|test|mcp)_[A-Za-z0-9_-]{16}',
  '\\bAIza[\\w-]{35}',
  '\\bnpm_[A-Za-z0-9]{36}',
  // From the dot on, since a text may begin such a token at every third character; what stands before it is looked at once a dot.
  '\\.(?<=\\beyJ[\\w-]{10,2000}\\.)eyJ[\\w-]{10,4000}\\.[\\w-]{10}',
  '://(?<=\\b[a-zA-Z][a-zA-Z0-9+.-]{1,20}://)[^\\s/:@"\']{1,100}:[^\\s/@"\']{3,200}@',
];
const NAMED =
  '\\b(?:password|passwd|pwd|secret|api[_-]?key|access[_-]?key|access[_-]?token|auth[_-]?token|client[_-]?secret|private[_-]?key)["\']?(?:=["\']?[^\\s"\',;]{4}|\\s{0,3}[:=]\\s{0,3}["\']?(?=[^\\s"\',;0-9!@#$%^&*]{0,64}[0-9!@#$%^&*])[^\\s"\',;]{6})';

const issued = new RegExp(SECRETS.join('|'), 'g');
const named = new RegExp(NAMED, 'gi');

/** Where secrets stand in a text: the offsets at which they stand. */
export function* secretsIn(text: string): Generator<number> {
  for (const pattern of [issued, named]) for (const { index } of text.matchAll(pattern)) yield index;
}

export const looksSecret = (text: string): boolean => !secretsIn(text).next().done;
