import type { Schema, Table } from '../../schema.ts';
import { timesMet } from '../english/related-words.ts';
import { cutBeforeHead, cutIntoWords } from '../english/run-together.ts';
import { stem } from '../english/stem.ts';
import { ABBREVIATIONS } from '../english/synonyms.ts';
import { wordTable } from '../english/word-table.ts';
import { clippedName } from './clipped-names.ts';
import { type ShortNames, shortNamesOf } from './name-prefixes.ts';
import { withoutCodes } from './value-codes.ts';

/** A schema's names cut into words. */
export interface Names {
  table(table: Table): string[];
  column(table: Table, column: string): string[];
}

export function namesOf(schema: Schema): Names {
  const short = shortNamesOf(schema);
  const vocabulary = collectVocabulary(schema, short);
  // `inc`, commented as incidents, is short for these in `inc_mbr` too.
  const shortTables = new Map(
    schema.tables.flatMap(({ name, comment }) => {
      const [piece = '', ...more] = pieces(short.table(name));
      const long = more.length === 0 ? explained(piece, comment) : null;
      return long === null ? [] : [[piece, [long]] as const];
    }),
  );
  // Columns of many tables have the same names.
  const cut = new Map<string, readonly string[]>();
  const wordsIn = (piece: string): readonly string[] => {
    const known = cut.get(piece);
    if (known !== undefined) return known;
    const words = shortTables.get(piece) ?? pieceWords(piece, vocabulary);
    cut.set(piece, words);
    return words;
  };
  const nameWords = (parts: readonly string[]): string[] => parts.flatMap(wordsIn);
  const tableWords = new Map(
    schema.tables.map(({ name, comment }) => [
      name,
      pieces(short.table(name)).flatMap((piece) => explained(piece, comment) ?? wordsIn(piece)),
    ]),
  );
  const wordsOf = (table: string) => tableWords.get(table) ?? [];
  const abbreviations = new Map(schema.tables.flatMap((table) => [...abbreviationsOf(table, wordsOf(table.name), vocabulary)]));
  const initials = new Map(schema.tables.map((table) => [table.name, initialsOf(table, wordsOf(table.name))]));
  /** The words of a piece of a key that is the short name of the table it leads to: `gft_don_id`. */
  const ofTarget = (table: Table, column: string, piece: string): readonly string[] | null => {
    const target = table.foreignKeys.find(({ columns }) => columns.includes(column))?.table ?? '';
    return initials.get(target) === piece ? wordsOf(target) : null;
  };
  return {
    table: ({ name }) => wordsOf(name),
    column(table, name) {
      const comment = table.columns.find((own) => own.name === name)?.comment ?? null;
      const ofPerson = NAMES_OF_PERSON[comment?.trim().toLowerCase() ?? ''];
      if (ofPerson !== undefined) return ofPerson.split(' ');
      const parts = pieces(short.column(table, name));
      if (parts[0] === initials.get(table.name))
        return [
          ...wordsOf(table.name),
          ...parts.slice(1).flatMap((piece) => ofTarget(table, name, piece) ?? explained(piece, comment) ?? wordsIn(piece)),
        ];
      if (parts.some((piece) => explained(piece, comment) !== null))
        return parts.flatMap((piece) => explained(piece, comment) ?? wordsIn(piece));
      const [first = '', ...rest] = parts;
      const long = rest.length > 0 ? abbreviations.get(first) : undefined;
      if (long !== undefined) return [long, ...nameWords(rest)];
      const initial = rest.length === 0 ? initialled(table, name, first, wordsOf) : null;
      return initial ?? nameWords([first, ...rest]);
    },
  };
}

/** Whatever a column is called that is commented so, as `nm` beside `fn`, it is a part of a person's name. */
const NAMES_OF_PERSON = wordTable<string>({
  ...Object.fromEntries(['first name', 'given name', 'forename', 'christian name'].map((one) => [one, 'first name'])),
  ...Object.fromEntries(['last name', 'surname', 'family name', 'second name'].map((one) => [one, 'last name'])),
});

/** The words of a name's piece; run-together ones are cut by the schema's own vocabulary. */
const pieceWords = (name: string, vocabulary: ReadonlySet<string>): string[] =>
  apartFromRhythm(name).flatMap((piece) => {
    const whole = expand(piece);
    if (whole !== piece) return whole.split(' ');
    const clipped = clippedName(piece);
    if (clipped !== null) return [clipped];
    if (piece.length < 5) return expand(stem(piece)).split(' ');
    const parts = vocabulary.has(piece) ? cutBeforeHead(piece) : (segment(piece, vocabulary) ?? cutIntoWords(piece, vocabulary));
    return (parts ?? [piece]).map(stem).flatMap((word) => expand(word).split(' '));
  });

/** A run-together rhythm and noun: dailyprice. */
const apartFromRhythm = (piece: string): string[] =>
  /^(daily|weekly|monthly|quarterly|yearly|annual)(\p{L}{3,})$/u.exec(piece)?.slice(1) ?? [piece];

/** What every column of a table begins with, where that is its name cut short: `gft_date` of a gift, `vsk_id` of a volunteer's skill. */
function initialsOf({ columns }: Table, words: readonly string[]): string | null {
  const [first = '', ...others] = new Set(
    columns.map(({ name }) => pieces(name)).map(([one = '', ...rest]) => (rest.length > 0 ? one : '')),
  );
  const isShort = first.length > 1 && first.length <= INITIALS_MAX && !words.includes(first);
  return others.length === 0 && columns.length > 1 && isShort && isInOrder(first, words.join('')) ? first : null;
}

const INITIALS_MAX = 4;

/** Short forms of a table's own words that its columns begin with: apt_number in apartments. */
function* abbreviationsOf(table: Table, words: readonly string[], vocabulary: ReadonlySet<string>): Generator<[string, string]> {
  const firsts = table.columns
    .map(({ name }) => pieces(name))
    .filter((parts) => parts.length > 1)
    .map(([first = '']) => first);
  for (const first of new Set(firsts)) {
    if (firsts.filter((other) => other === first).length < 2 || COMMON.includes(first) || expand(first) !== first) continue;
    const long = words.find((word) => isShortFor(first, word) && (!vocabulary.has(word) || word !== first));
    if (long !== undefined) yield [first, long];
  }
}

/** The word of a comment that a name's piece is short for: `disc_dt`, "date the product was discontinued". Null for what is a word itself. */
function explained(piece: string, comment: string | null): string | null {
  if (comment === null || piece.length < 2 || piece === 'id') return null;
  const words = (
    withoutCodes(comment)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  ).slice(0, EXPLAINED_MAX);
  const long = words.find(
    (word) =>
      (isShortFor(piece, stem(word)) || isWithoutVowels(piece, stem(word))) &&
      (word.startsWith(piece) ? word.length >= piece.length + CLIPPED_MIN : timesMet(piece) === 0),
  );
  return long === undefined ? null : stem(long);
}

const isWithoutVowels = (piece: string, word: string): boolean =>
  piece.length > 2 && piece !== word && word.replaceAll(/(?<!^)[aeiou]/g, '') === piece;

const EXPLAINED_MAX = 12;
/** How much longer a word is than a beginning of it that is a word as well: discontinued, of a disc. */
const CLIPPED_MIN = 3;

/** The letters of a longer word, in order, from its first. */
const isShortFor = (short: string, long: string): boolean => short.length >= 2 && long.length >= short.length + 2 && isInOrder(short, long);

export function isInOrder(short: string, long: string): boolean {
  if (short[0] !== long[0]) return false;
  let at = 0;
  for (const letter of short) {
    at = long.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** The initial of the column's own table, or of the table it points at, before a common word: pname, cid. */
function initialled(table: Table, name: string, piece: string, wordsOf: (table: string) => readonly string[]): string[] | null {
  const rest = piece.slice(1);
  if (!INITIALLED.has(expand(rest))) return null;
  const target = table.foreignKeys.find(({ columns }) => columns.length === 1 && columns[0] === name)?.table;
  const key = target !== undefined || table.primaryKey.includes(name);
  if (rest === 'id' && !key) return null;
  const words = wordsOf(target ?? table.name);
  const word = words.find(([initial]) => initial === piece[0]);
  return word === undefined ? null : [word, ...expand(rest).split(' ')];
}

const INITIALLED = new Set('id name no num number code title type location address phone email'.split(' '));

export const expand = (word: string): string => ABBREVIATIONS[word] ?? word;

/** Before these, "min" is short for minutes: `duration_min`, where `price_min` is the least. */
const TIMED = new Set('duration length time runtime prep cook cooking wait delay travel'.split(' '));

const cutNames = new Map<string, readonly string[]>();
const MAX_CUT = 20_000;

/** Cut at underscores, case changes and digits. */
function pieces(name: string): readonly string[] {
  const known = cutNames.get(name);
  if (known !== undefined) return known;
  const parts = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((piece) => piece !== '')
    .map((piece, at, all) => (piece === 'min' && TIMED.has(all[at - 1] ?? '') ? 'minute' : piece));
  if (cutNames.size > MAX_CUT) cutNames.clear();
  cutNames.set(name, parts);
  return parts;
}

const COMMON = `name id code date time type number first last middle full address city state country year month day start end birth
  phone email price cost amount total count age height weight length rank title description status level size area population
  student employee customer product order department course teacher paper author journal book item class room building team player
  stu emp dept first last zip line street by of in at to area venue key user school status reactor plant cust join postal tx`
  .trim()
  .split(/\s+/);

/** Whole words that stand alone somewhere in the schema, or are common in names. */
function collectVocabulary(schema: Schema, short: ShortNames): ReadonlySet<string> {
  const words = new Set(COMMON);
  for (const table of schema.tables) {
    const own = pieces(short.table(table.name));
    for (const piece of own) {
      words.add(piece);
      words.add(stem(piece));
    }
    for (const column of table.columns) {
      const parts = pieces(short.column(table, column.name));
      if (parts.length > 1) for (const part of parts) if (part.length > 2) words.add(part);
    }
  }
  return words;
}

/** The cut into the fewest known words; null when there is none. */
function segment(piece: string, vocabulary: ReadonlySet<string>): string[] | null {
  const best: (string[] | null)[] = [[]];
  for (let end = 1; end <= piece.length; end += 1) {
    let found: string[] | null = null;
    for (let start = 0; start < end; start += 1) {
      const before = best[start];
      const word = piece.slice(start, end);
      if (before === null || before === undefined || !vocabulary.has(word) || (start === 0 && end === piece.length)) continue;
      if (found === null || before.length + 1 < found.length) found = [...before, word];
    }
    best.push(found);
  }
  return best[piece.length] ?? null;
}
