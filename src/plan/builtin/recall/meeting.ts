import { broaderOf } from '../english/related-words.ts';
import { stem } from '../english/stem.ts';
import { DERIVED, type Level, levelAmong, NEAR, SAME } from './alike.ts';
import type { Asked, Word } from './asked.ts';
import { categoriesFor } from './categories.ts';
import type { Name } from './names.ts';
import type { Row } from './rows.ts';

/** Kinds of words that may be left out of what a row has to say. */
export type Leaving = ReadonlySet<Word['role']>;
const NOTHING: Leaving = new Set();

/**
 * The rows that hold every name and every word of a question, those that say them before those that mean them. A word for what the answer is need not be said
 * by a row that gives such a thing. One name, or one word, is found in too much: it takes a row of the kind that is asked for.
 */
export function meeting(asked: Asked, rows: readonly Row[], leaving: Leaving = NOTHING): readonly Row[] {
  const together = meetingAll(asked, rows, leaving);
  if (together.length > 0 || asked.names.length < 2) return together;
  // "What do Ana and Bob like?": of each of them.
  const each = asked.names.map((name) =>
    meetingAll({ ...asked, names: [name] }, rows, leaving).filter((row) => isAbout(row, { ...asked, names: [name] })),
  );
  return each.every((own) => own.length > 0) ? [...new Set(each.flat())] : [];
}

function meetingAll(asked: Asked, rows: readonly Row[], leaving: Leaving): readonly Row[] {
  const named = rows.filter((row) => asked.names.every((name) => isOf(row, name)));
  const needed = neededOf(asked, leaving);
  for (const least of [SAME, DERIVED, NEAR] as const) {
    const bare = needed.isLight && asked.wants !== 'any' && named.every((row) => needed.firm.every((word) => levelOf(row, word) < least));
    const firm = bare ? [] : needed.firm;
    // Words that only mean something near, of nothing that was named, are met by chance.
    const isSaid = (row: Row) =>
      least === SAME || asked.names.length > 0 || firm.length < 2 || firm.some((word) => levelOf(row, word) === SAME);
    const holding = named.filter((row) => firm.every((word) => levelOf(row, word) >= least) && isSaid(row));
    const whole = holding.filter((row) => needed.heads.every((word) => levelOf(row, word) >= DERIVED));
    const fitting =
      whole.length > 0 ? whole : holding.filter((row) => needed.firm.length > 0 && needed.heads.every((word) => isSuch(word, row, asked)));
    const found = narrowed(firm.length + needed.heads.length > 0 ? fitting : aboutIt(fitting, asked), asked);
    if (found.length > 0 && isEnough(asked, firm, whole.length > 0 ? needed.heads : [], found)) return found;
  }
  return [];
}

function neededOf({ words }: Asked, leaving: Leaving): { firm: readonly string[]; heads: readonly string[]; isLight: boolean } {
  const of = (...roles: Word['role'][]) => words.filter(({ role }) => roles.includes(role) && !leaving.has(role)).map(({ text }) => text);
  const plain = of('plain', 'change');
  const heads = of('head');
  if (plain.length > 0) return { firm: plain, heads, isLight: false };
  return heads.length > 0 ? { firm: heads, heads: [], isLight: false } : { firm: of('light'), heads: [], isLight: true };
}

/** Words that no row at all has, of those that it takes. */
export const unmetOf = (asked: Asked, rows: readonly Row[]): readonly string[] =>
  asked.words.filter(({ role, text }) => role !== 'light' && rows.every((row) => levelOf(row, text) < NEAR)).map(({ text }) => text);

export function levelOf(row: Row, word: string): Level {
  const said = levelAmong(word, row.words);
  if (said === SAME) return said;
  const label = levelAmong(word, row.labels);
  const kinds = categoriesFor(word);
  const isKind =
    kinds.length > 0 &&
    row.kind !== null &&
    row.kind
      .toLowerCase()
      .split(/[\s_-]+/)
      .some((kind) => kinds.includes(stem(kind)));
  return Math.max(said, label, isKind ? DERIVED : 0) as Level;
}

/** It is about it, or mentions it. */
export const isOf = (row: Row, { stored, words, said }: Name): boolean =>
  (row.subject !== null && stored.includes(row.subject)) ||
  has(row.words, words) ||
  has(row.words, said) ||
  (row.table === 'episodes' && (has(row.labels, words) || has(row.labels, words.slice(-1)) || has(row.labels, words.slice(0, 1))));

const has = (words: readonly string[], wanted: readonly string[]): boolean =>
  wanted.length > 0 && wanted.every((word) => words.some((one) => one === word || stem(one) === stem(word)));

/** Whether a row gives something that the word is the name of: Friday, of a day; another name, of a person; a number, of a dose. */
function isSuch(word: string, row: Row, asked: Asked): boolean {
  const noun = stem(word);
  if (noun === 'number') return isNumbered(row, asked);
  const wider = [noun, ...broaderOf(noun).keys()];
  const others = row.words.filter((one) => !asked.names.some((name) => name.words.includes(one)));
  if (others.some((one) => [...broaderOf(stem(one)).keys()].some((wide) => wide === noun || wide.endsWith(` ${noun}`)))) return true;
  if (MEASURES.some((one) => wider.includes(one))) return NUMBER.test(row.content);
  return NAMED.some((one) => wider.includes(one)) && namesAnother(row, asked);
}

/** "What is her phone number?": digits behind the word, or more of them than an hour has. */
const isNumbered = ({ content }: Row, { words }: Asked): boolean =>
  /\d{3}/.test(content) ||
  words.some(({ text, role }) => role !== 'head' && new RegExp(`\\b${text}(?: (?:is|no|number))*\\W{0,3}\\d`, 'iu').test(content));

const MEASURES = ['measure', 'quantity', 'amount', 'magnitude', 'number', 'cost', 'value', 'indefinite quantity', 'definite quantity'];
const NAMED = [
  'person',
  'organization',
  'organisation',
  'animal',
  'location',
  'region',
  'point',
  'thing',
  'place',
  'institution',
  'social group',
  'name',
];

/** A name that the question does not have. */
function namesAnother(row: Row, { names }: Asked): boolean {
  const isAsked = (word: string) => names.some((name) => name.words.includes(word.toLowerCase()));
  const [first, ...rest] = row.content.match(/[\p{L}\p{N}'’-]+/gu) ?? [];
  const isSubject = first !== undefined && row.subject?.startsWith(first) === true && /^\p{Lu}/u.test(row.subject) && !isAsked(first);
  return isSubject || rest.some((word) => /^\p{Lu}/u.test(word) && !isAsked(word.replace(/['’]s$/, '')));
}

/** Where there is a name alone: facts about it, before those that mention it. */
function aboutIt(rows: readonly Row[], asked: Asked): readonly Row[] {
  const own = rows.filter((row) => isAbout(row, asked));
  return own.length > 0 ? own : rows;
}

/** Of rows that would do, those that give what is asked for: a number, a time, a place. */
function narrowed(all: readonly Row[], asked: Asked): readonly Row[] {
  const rows = ofSort(all, asked);
  const typed = rows.filter((row) => gives(row, asked));
  return typed.length > 0 || asked.wants === 'number' || asked.measure !== null ? typed : rows;
}

/** Of facts about the car those of the category vehicle, where it is asked which car. */
export function ofSort(rows: readonly Row[], { sort }: Asked): readonly Row[] {
  if (sort === null) return rows;
  const wider = [stem(sort), ...broaderOf(stem(sort)).keys()];
  const own = rows.filter(({ kind }) => kind !== null && wider.includes(stem(kind.toLowerCase())));
  return own.length > 0 ? own : rows;
}

export function gives(row: Row, { wants, measure }: Asked): boolean {
  if (measure !== null) return measure.unit.test(row.content);
  if (wants === 'number') return NUMBER.test(row.content);
  if (wants === 'time') return TIME.test(row.content);
  return wants !== 'place' || PLACE.test(row.content);
}

function isEnough(asked: Asked, firm: readonly string[], heads: readonly string[], found: readonly Row[]): boolean {
  const words = firm.length + heads.length;
  if (words + asked.names.length >= 2) return true;
  if (words === 1) return found.length <= FEW;
  const isPlaced = asked.wants !== 'place' || found.every(({ content }) => STANDS.test(content));
  return asked.names.length === 1 && asked.wants !== 'any' && isPlaced && found.every((row) => gives(row, asked) && isAbout(row, asked));
}

/** A word alone tells something of few rows. */
const FEW = 3;
/** Its subject is whom the question names. */
export const isAbout = (row: Row, { names }: Asked): boolean =>
  row.subject !== null && names.length > 0 && names.every(({ stored }) => stored.includes(row.subject ?? ''));

const NUMBER =
  /(?<!\p{L})\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|half|quarter|dozen|once|twice|every|daily|weekly|monthly|yearly)\b/iu;
const TIME =
  /\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|morning|noon|afternoon|evening|night|midnight|weekends?|weekdays?|daily|weekly|monthly|yearly|today|tomorrow|spring|summer|autumn|winter|o'clock|half past)\b|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/i;
/** Where something is, and not when, how or from whom. */
const STANDS =
  /\b(?:in|at|on|near|under|behind|above|below|beside|inside|next to|opposite)(?! (?:\d|(?:the )?(?:morning|evening|afternoon|night|weekends?)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december)\b) /i;
const PLACE = /\b(?:in|at|on|near|under|behind|above|below|beside|inside|outside|to|from|between|next to|opposite|around|by)\b/i;
