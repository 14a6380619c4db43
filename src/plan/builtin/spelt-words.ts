import { distance } from 'fastest-levenshtein';
import type { Question } from '../planner.ts';
import { isEnglish, timesMet } from './kin.ts';
import { type Lexicon, lexiconOf } from './lexicon.ts';
import { createLinks } from './link.ts';
import { isNamePart } from './phrases/name-parts.ts';
import { stem } from './stem.ts';
import { SYNONYMS } from './synonyms.ts';
import { type Token, tokenize } from './tokens.ts';

/** A question in the spelling that was meant, and what was read as what, in words. */
export interface Spelt {
  readonly text: string;
  readonly notes: readonly string[];
}

/**
 * A question with the misspelt words of asking put right: "how mny", "avarage", "custmers" where clients are called so. A word
 * is put right when it is no English, nothing here has its name, and one word alone is a slip away. Null when there is none.
 */
export function withSpeltWords({ text, schema, values }: Pick<Question, 'text' | 'schema' | 'values'>): Spelt | null {
  const lexicon = lexiconOf(schema);
  const tokens = tokenize(text);
  const strangers = createLinks(tokens, lexicon, values).strangers();
  const swaps = tokens.flatMap((token, at): { token: Token; to: string }[] => {
    const named = (/^\p{Lu}/u.test(token.text) && at > 0) || NAMING.has(tokens[at - 1]?.lower ?? '');
    if (token.kind !== 'word' || named || token.lower.length < LETTERS_MIN) return [];
    const often = OFTEN.get(token.lower);
    if (often !== undefined) return [{ token, to: often }];
    if (!strangers.has(at) || isEnglish(token.lower) || isNamePart(values, lexicon, token.lower)) return [];
    const to = askedBy(token.lower) ?? nounMeantBy(token.lower, lexicon) ?? doubledIn(token.lower);
    return to === null ? [] : [{ token, to }];
  });
  if (swaps.length === 0) return null;
  const spelt = swaps.reduceRight((left, { token, to }) => `${left.slice(0, token.start)}${to}${left.slice(token.end)}`, text);
  return { text: spelt, notes: swaps.map(({ token, to }) => `'${token.text}' read as '${to}'`) };
}

const LETTERS_MIN = 3;
/** What follows is a name, however it is spelt. */
const NAMING = new Set(['called', 'named', 'by', 'mr', 'mrs', 'ms', 'dr']);

const askedBy = (word: string): string | null => single(ASKING.filter((known) => isSlip(word, known)));

/** The one name here that has the same consonants, "apointmnts" of appointments, or what such a name is also called, a slip away. */
function nounMeantBy(word: string, { words }: Lexicon): string | null {
  if (word.length < NOUN_MIN) return null;
  const said = stem(word);
  const bones = bonesOf(said);
  const alike = bones.length < BONES_MIN ? [] : [...words].filter((name) => name[0] === said[0] && bonesOf(name) === bones);
  const called = [...words].flatMap((name) => [...(SYNONYMS.get(name) ?? [])]);
  const meant = single(alike) ?? single(called.filter((name) => name.length >= NOUN_MIN && isSlip(said, name)));
  return meant === null || said === word ? meant : `${meant}s`;
}

/** "givven": the English word with one letter where two were typed, or two where one was. */
function doubledIn(word: string): string | null {
  const less = [...word].flatMap((letter, at) => (letter === word[at + 1] ? [word.slice(0, at) + word.slice(at + 1)] : []));
  return word.length < DOUBLED_MIN ? null : single(less.filter((form) => timesMet(form) > 0));
}

const single = (found: readonly string[]): string | null => {
  const [only, ...more] = new Set(found);
  return only !== undefined && more.length === 0 ? only : null;
};

/** Consonants, those that stand twice once. */
const bonesOf = (word: string): string => word.replaceAll(/[aeiou]/g, '').replaceAll(/(.)\1+/g, '$1');
const BONES_MIN = 4;
const DOUBLED_MIN = 6;

const NOUN_MIN = 6;

/**
 * A letter left out, doubled or put in, two that changed places, or one vowel for another: of short words a consonant for
 * another makes a different word, as "lisa" is no list. Of three letters only vowels are left out: "mny", "wht".
 */
function isSlip(said: string, known: string): boolean {
  if (said[0] !== known[0] && !(said[0] === known[1] && said[1] === known[0])) return false;
  if (said.length < SHORT) return known.length === SHORT && skeletonOf(said) === skeletonOf(known);
  if (isSwapped(said, known)) return true;
  if (distance(said, known) !== 1) return false;
  if (said.length !== known.length) return known.length >= SHORT;
  return said.length >= LONG || skeletonOf(said) === skeletonOf(known);
}

const SHORT = 4;
const LONG = 7;

const skeletonOf = (word: string): string => word.replaceAll(/[aeiou]/g, '');

function isSwapped(said: string, known: string): boolean {
  if (said.length !== known.length || said === known) return false;
  const at = [...said].findIndex((letter, index) => letter !== known[index]);
  return said[at] === known[at + 1] && said[at + 1] === known[at] && said.slice(at + 2) === known.slice(at + 2);
}

/** Words of asking, from four letters on. Those that are one slip from each other are no slip of either. */
const ASKING =
  `show list give find count what which when where whose many much average total number amount percent percentage between before after
  since without with from more less than each every most least fewest highest lowest biggest largest smallest longest shortest oldest youngest
  newest latest cheapest expensive dearest popular common busiest earliest together currently money worth never still always compare compared
  versus month months monthly week weeks weekly year years yearly today yesterday tomorrow quarter january february august september october
  november december monday tuesday wednesday thursday friday saturday sunday last next this have does there their them those were been about
  over under above below still another different names name date customers people`
    .trim()
    .split(/\s+/);

/** Misspellings of more than one slip, and of words too short to be told otherwise, that are met often. */
const OFTEN = new Map(
  `hwo:how teh:the hte:the adn:and wat:what wats:what-is watt:what wich:which whcih:which wher:where weres:where-is tommorow:tomorrow tommorrow:tomorrow
  yesturday:yesterday wensday:wednesday wendsday:wednesday febuary:february expencive:expensive expnsive:expensive perecnt:percent tothal:total
  howmany:how-many howmuch:how-much alot:a-lot avg:average avrg:average nr:number thier:their recieved:received recieve:receive becuase:because
  costumers:customers mnth:month mnths:months yr:year yrs:years wk:week wks:weeks hav:have`
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string])
    .map(([said, meant]) => [said, meant.replaceAll('-', ' ')]),
);
