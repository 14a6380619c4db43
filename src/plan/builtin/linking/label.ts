import { isPersonNoun } from '../english/person-noun.ts';
import { SYNONYMS } from '../english/synonyms.ts';
import type { ColumnEntry } from './entries.ts';

/** The column or columns that name a row of a table to a person; empty when nothing does. */
export function labelOf(tableWords: readonly string[], columns: readonly ColumnEntry[]): string[] {
  const text = columns.filter(({ column }) => column.type === 'text');
  const noun = tableWords.at(-1) ?? '';
  const named = (want: readonly string[]) => text.find(({ words, bare }) => sameWords(words, want) || sameWords(bare, want))?.column.name;
  const single = named(['name']) ?? named(['full', 'name']);
  if (single !== undefined) return [single];
  // A person's title is a post or "Dr"; people are called by their names.
  const first = named(['first', 'name']) ?? named(['given', 'name']) ?? named(['forename']) ?? named(['firstname']) ?? named(['first']);
  const last = named(['last', 'name']) ?? named(['surname']) ?? named(['family', 'name']) ?? named(['lastname']) ?? named(['last']);
  if (first !== undefined && last !== undefined) return [first, last];
  const title = named(['title']) ?? named(['headline']) ?? named(['username']);
  if (title !== undefined) return [title];
  const names = text.filter(({ words }) => words.at(-1) === 'name' || words.at(-1) === 'title');
  const company = names.find(({ words }) => words.length === 2 && COMPANIES.has(words[0] ?? ''));
  if (company !== undefined) return [company.column.name];
  // An order is called neither by the name of whom it is shipped to, nor by its customer's.
  const [only] = names;
  const relates =
    only?.bare.length === 0 && (columns.filter(({ reference }) => reference).length > 1 || isOfSomebody(only.words, tableWords));
  const name = names.length === 1 && !relates ? only : undefined;
  const another = name !== undefined && isOfAnother(name.words, noun);
  if (name !== undefined && !another) return [name.column.name];
  const firm = text.find(({ words }) => words.length === 1 && COMPANIES.has(words[0] ?? ''));
  if (firm !== undefined && (TRADING.has(noun) || (another && isPersonNoun(noun)))) return [firm.column.name];
  const address = PLACES.has(noun) ? named(['address']) : undefined;
  if (address !== undefined) return [address];
  const own = text.find(({ words }) => sameWords(words, tableWords)) ?? text.find(({ words }) => isSynonym(words, tableWords));
  const found = own ?? name;
  return found === undefined ? [] : [found.column.name];
}

/** A client's `contact_name` and a pupil's `parent_name` name somebody else. */
const isOfAnother = (words: readonly string[], noun: string): boolean => {
  const role = words.at(-2) ?? '';
  return role !== noun && ROLES.has(role);
};
const ROLES = new Set(
  'contact owner manager parent guardian carer billing invoice delivery shipping emergency supervisor boss secretary landlord representative rep agent referrer sponsor partner spouse husband wife mother father keeper holder payer recipient sender kin'.split(
    ' ',
  ),
);

/** The name of a person, in a table of something else. */
const isOfSomebody = (words: readonly string[], tableWords: readonly string[]) =>
  isPersonNoun(words.at(-2) ?? '') && !isPersonNoun(tableWords.at(-1) ?? '');

/** The school of a university. */
const isSynonym = ([a = '', ...more]: readonly string[], [b = '', ...others]: readonly string[]) =>
  more.length + others.length === 0 && SYNONYMS.get(a)?.has(b) === true;

/** Customers, suppliers and shippers are called by their company. */
const COMPANIES = new Set(['company', 'organization', 'business', 'firm']);

/** Of these each is a company; an entrepreneur has one. */
const TRADING = new Set(['client', 'customer', 'supplier', 'contractor', 'vendor', 'sponsor', 'partner', 'account']);

/** Places without a name are known by where they are. */
const PLACES = new Set('property house home flat apartment building premise site branch listing'.split(' '));

const sameWords = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((word, at) => word === b[at]);
