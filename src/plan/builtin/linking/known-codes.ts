import { DEMONYMS } from '../english/demonyms.ts';
import { wordTable } from '../english/word-table.ts';

/** A stored value and one of the names that everybody calls it by. */
export interface KnownCode {
  readonly code: string;
  readonly meaning: string;
}

/**
 * What everybody calls the values of a column of countries, languages, currencies or states of the USA: by the runtime's
 * names of ISO 3166, BCP 47 and ISO 4217 codes ("Sweden" of SE, "euro" of EUR), and by adjectives of countries ("german" of Germany).
 * `words` are those of the column's name.
 */
export function knownCodes(words: readonly string[], stored: readonly string[]): KnownCode[] {
  const kind = KINDS.find(({ names }) => words.some((word) => names.includes(word)));
  if (kind === undefined || stored.length > STORED_MAX) return [];
  const named = stored.flatMap((code) => [...new Set(kind.meanings(code.trim()))].map((meaning) => ({ code, meaning })));
  // Of a name that two of the values have it is not known which is meant: "dollars" are US and Canadian ones.
  return named.filter(({ code, meaning }) => named.every((other) => other.code === code || other.meaning !== meaning));
}

/** More are no list of such. */
const STORED_MAX = 300;

const KINDS: readonly { readonly names: readonly string[]; readonly meanings: (code: string) => string[] }[] = [
  { names: ['country', 'nation', 'nationality', 'ctry', 'cntry'], meanings: countryNames },
  { names: ['language', 'lang', 'locale', 'idiom'], meanings: (code) => (/^\p{L}{2}(?:[-_]\p{L}{2})?$/u.test(code) ? spoken(code) : []) },
  { names: ['currency', 'ccy', 'curr'], meanings: (code) => (/^\p{Lu}{3}$/u.test(code) ? money(code) : []) },
  { names: ['state'], meanings: (code) => [STATES[code] ?? []].flat() },
];

const nameOf = (type: 'region' | 'language' | 'currency', code: string): string | null =>
  new Intl.DisplayNames(['en'], { type, fallback: 'none' }).of(code)?.toLowerCase() ?? null;

/** Names of a country that is stored by its code or by one of its names, but the stored one; adjectives of names are read word by word. */
function countryNames(stored: string): string[] {
  const lower = stored.toLowerCase();
  const isCode = /^\p{Lu}{2}$/u.test(stored);
  const name = isCode ? nameOf('region', stored === 'UK' ? 'GB' : stored) : lower;
  if (name === null) return [];
  const same = SAME.find((names) => names.includes(lower) || names.includes(name)) ?? [name];
  const people = Object.entries(DEMONYMS).flatMap(([adjective, country]) => (isCode && same.includes(country) ? [adjective] : []));
  return [...same, ...people].filter((one) => one !== lower);
}

/** Countries that go by several names. */
const SAME: readonly (readonly string[])[] = [
  'united states|united states of america|usa|u.s.|america|the states',
  'united kingdom|uk|great britain|britain',
  'netherlands|the netherlands|holland',
  'czechia|czech republic',
  'türkiye|turkey',
  'united arab emirates|uae|emirates',
  'south korea|korea',
].map((names) => names.split('|'));

function spoken(code: string): string[] {
  const whole = nameOf('language', code.replace('_', '-'));
  const plain = nameOf('language', code.slice(0, 2));
  return [whole, plain].flatMap((name) => name ?? []);
}

/** "euro" and "euros"; "pounds" of British Pound. */
function money(code: string): string[] {
  const name = nameOf('currency', code);
  if (name === null) return [];
  const last = name.split(' ').at(-1) ?? name;
  return [name, last, `${name}s`, `${last}s`];
}

/** Postal abbreviations of the states of the USA (USPS Publication 28, appendix B). */
const STATES = wordTable<string>(
  Object.fromEntries(
    `AL alabama,AK alaska,AZ arizona,AR arkansas,CA california,CO colorado,CT connecticut,DE delaware,DC district of columbia,FL florida,GA georgia,HI hawaii,ID idaho,IL illinois,IN indiana,IA iowa,
KS kansas,KY kentucky,LA louisiana,ME maine,MD maryland,MA massachusetts,MI michigan,MN minnesota,MS mississippi,MO missouri,MT montana,NE nebraska,NV nevada,NH new hampshire,NJ new jersey,NM new mexico,
NY new york,NC north carolina,ND north dakota,OH ohio,OK oklahoma,OR oregon,PA pennsylvania,RI rhode island,SC south carolina,SD south dakota,TN tennessee,TX texas,UT utah,VT vermont,VA virginia,
WA washington,WV west virginia,WI wisconsin,WY wyoming`
      .split(',')
      .map((line): [string, string] => [line.trim().slice(0, 2), line.trim().slice(3)]),
  ),
);
