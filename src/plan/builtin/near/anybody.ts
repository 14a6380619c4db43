import { isDeed } from '../english/irregular.ts';
import { isPersonNoun } from '../english/person-noun.ts';
import { broaderOf } from '../english/related-words.ts';
import { stem } from '../english/stem.ts';
import type { Token } from '../english/tokens.ts';
import { FUNCTION_WORDS, GLUE } from '../english/words.ts';
import type { TableEntry } from '../linking/entries.ts';
import type { Lexicon } from '../linking/lexicon.ts';
import { peopleIn } from '../linking/people.ts';

/** Of "who" and "people", and of another word for those whom somebody deals with, who may be those of any table of people. */
export const PEOPLE = 0.4;
const OTHER_PEOPLE = 0.55;

/** Of those who ask, where others are meant, and of others, where those who work are meant. */
const OTHER_SIDE = 0.45;

interface Somebody {
  readonly table: string;
  readonly cost: number;
}

/** Tables of people that a word for anybody may stand for: "who stayed with us" are guests, and "who works on Monday" are staff. */
export function anybodyAt(tokens: readonly Token[], at: number, lexicon: Lexicon): Somebody[] {
  const word = tokens[at];
  const cost = word?.kind === 'word' ? peopleCost(word.lower, at === 0 || tokens[at - 1]?.lower === 'and', tokens[at + 1]) : null;
  if (word === undefined || cost === null) return [];
  const outside =
    OUTSIDERS.test(word.lower) || tokens.some(({ lower }, place) => lower === 'us' && !INSIDE.has(tokens[place - 1]?.lower ?? ''));
  const inside = !outside && tokens.some(({ lower }) => /^(?:works?|worked|working|employed)$/.test(lower));
  const beside = (entry: TableEntry) => (outside && isStaff(entry)) || (inside && !isStaff(entry));
  const people = peopleIn(lexicon);
  // Where all of them are of one side nothing is told.
  const isTold = people.some((entry) => !beside(entry));
  return people.map((entry) => ({ table: entry.table.name, cost: cost + (isTold && beside(entry) ? OTHER_SIDE : 0) }));
}

/** The one table of people who are dealt with that another word for such may stand for: "tenants" where there are customers, and no plumbers. */
export function partyAt(noun: string, lexicon: Lexicon): Somebody[] {
  if (!isPersonNoun(noun)) return [];
  const broader = broaderOf(noun);
  if (TRADES.some((trade) => broader.has(trade))) return [];
  const [only, ...more] = peopleIn(lexicon).filter((entry) => !isStaff(entry));
  return only === undefined || more.length > 0 ? [] : [{ table: only.table.name, cost: OTHER_PEOPLE }];
}
const TRADES = [
  'worker',
  'musician',
  'performer',
  'artist',
  'athlete',
  'professional',
  'expert',
  'official',
  'doctor',
  'leader',
  'relative',
  'child',
  'creator',
  'maker',
  'businessperson',
];

/** A word that says nothing of whom it is for. */
export const isAnybody = (word: string): boolean => /^(?:who|whos|whose|people|persons?|anyone|anybody|everyone|folks|kids)$/.test(word);
const GROUPS = /^(?:family|families|households?)$/;

const OUTSIDERS = /^(?:kids|children|family|families|households?|customers?|clients?|guests?|patrons?|visitors?)$/;
const INSIDE = new Set(['of', 'for', 'let', 'among']);

/** Those who work for whoever asks. */
const isStaff = ({ words, columns }: TableEntry): boolean =>
  words.some((word) => STAFF.has(word)) ||
  columns.some((column) => column.words.some((word) => word.startsWith('hire')) || PAID.has(column.words.join(' ')));
const STAFF = new Set(
  'staff employee worker crew personnel instructor teacher tutor coach therapist vet driver technician mechanic agent recruiter'.split(' '),
);
/** What they are paid, and not what they would like to be. */
const PAID = new Set(['salary', 'wage', 'hourly wage', 'hourly rate', 'payroll number']);

/** How far a word for people is from any table of them: "customers" where there are owners. "members who" are told by what stands before it. */
const peopleCost = (word: string, first: boolean, next: Token | undefined): number | null => {
  if (/^(?:who|whos|whose)$/.test(word) ? first : isAnybody(word) || GROUPS.test(word)) return PEOPLE;
  // A "customer card" is no customer.
  const isPart =
    stem(word) === word && next?.kind === 'word' && !FUNCTION_WORDS.has(next.lower) && !GLUE.has(next.lower) && !isDeed(next.lower);
  return PARTIES.has(stem(word)) && !isPart ? OTHER_PEOPLE : null;
};
/** Whoever deals with those who ask, or works for them: no trade, as "conductors" are no drivers. */
export const PARTIES = new Set(
  'customer client guest patron visitor user reader member participant attendee staff worker employee colleague'.split(' '),
);
