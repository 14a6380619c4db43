import { broaderOf } from '../english/related-words.ts';
import { DATED } from '../linking/expressions.ts';
import type { Lexicon } from '../linking/lexicon.ts';
import { peopleIn } from '../linking/people.ts';
import type { Field, Sentence, Stretch, Test, What } from '../plain/sentence.ts';
import { isMoney } from './amounts.ts';
import { MONEY_WORD } from './cues.ts';
import type { Part } from './meaning.ts';
import { isNumber, isWho } from './state.ts';

/** Whether a plain sentence may be another one than was asked for, though it has all the words: it is offered then, and not the answer. */
export function isDoubtful(sentence: Sentence, read: readonly Part[], lexicon: Lexicon): boolean {
  return DOUBTS.some((doubt) => doubt({ ...sentence, read, lexicon }));
}

interface Said extends Sentence {
  readonly read: readonly Part[];
  readonly lexicon: Lexicon;
}

const DOUBTS: readonly ((said: Said) => boolean)[] = [
  isAllOfThem,
  hasLostTable,
  isOfAnother,
  isUnnamed,
  isOfTwo,
  isInAnyOfThem,
  isHereOrThere,
  isShareOfAll,
  isByOtherDate,
  isByOtherCue,
  isByPieces,
  isByListPrice,
  isOfCodes,
  isOfTwoStates,
  isOfRates,
  isByOtherBirth,
  isFromOtherDay,
  isCountForMoney,
  isOfAmounts,
  isByItself,
];

/** "which patients are out" is no list of all patients. */
function isAllOfThem({ what, tests }: Said): boolean {
  return what.kind === 'list' && tests.length === 0 && what.order === undefined;
}

const namedIn = (read: readonly Part[]): ReadonlySet<string> =>
  new Set(read.flatMap(({ mark }) => (mark?.kind === 'table' ? [mark.table] : [])));

/** "ids of fines and their references": what each of the things has one of was asked for, and is nowhere; "grade 11" names a column with its number. */
function hasLostTable({ things, what, tests, read }: Said): boolean {
  const said = JSON.stringify([what, tests]);
  return read.some(
    ({ mark }, at) =>
      mark?.kind === 'table' &&
      mark.table !== things &&
      !said.includes(`"table":${JSON.stringify(mark.table)}`) &&
      typeof read[at + 1]?.number !== 'number',
  );
}

/** "players who were not at the last rehearsal" asks for players: what is named first is what is asked for, and is no value of a column of theirs. */
function isOfAnother({ things, what, read }: Said): boolean {
  const first = read.find(({ mark }) => mark !== null)?.mark;
  // "beans with roaster and price" are beans, and none of the roasters that there are.
  if (what.kind === 'columns' && what.distinct) return first?.kind === 'table';
  return ['list', 'extreme'].includes(what.kind) && first?.kind === 'table' && first.table !== things;
}

/** Where the things have no name in the question all that is said has to be theirs, and to say what they are. */
function isUnnamed({ things, what, tests, read, lexicon }: Said): boolean {
  if (namedIn(read).has(things)) return false;
  if (!isOwn(what, tests)) return true;
  const isCounted = what.kind === 'list' || (what.kind === 'measure' && what.measure.kind === 'count');
  return isCounted && !tests.some((test) => test.kind === 'is' && saysKind(test, things, lexicon));
}

/** "how many toilets" are no repairs of toilets; stouts are beers, and "dog" is a species. */
function saysKind({ column, values }: Extract<Test, { kind: 'is' }>, things: string, { byName }: Lexicon): boolean {
  const entry = byName.get(things);
  const words = entry?.columns.find((one) => one.column.name === column)?.words ?? [];
  const noun = entry?.words.at(-1) ?? '';
  return words.some((word) => KINDS.has(word)) || values.every((value) => broaderOf(String(value).toLowerCase()).has(noun));
}
const KINDS: ReadonlySet<string> = new Set('type kind category sort species breed style genre role class variety'.split(' '));

/** Whether all that is asked and said is of the things themselves, or adds up a column of theirs. */
function isOwn(what: What, tests: readonly Test[]): boolean {
  const isOwnField = (field: Field | Stretch | null | undefined) =>
    field === null || field === undefined || typeof field === 'string' || 'from' in field;
  const isAlone = !tests.some(({ kind }) => kind === 'related' || kind === 'self');
  switch (what.kind) {
    case 'list':
      return isAlone;
    case 'columns':
      return isAlone && what.columns.every(isOwnField);
    case 'extreme':
      return isAlone && [what.column, ...(what.shown ?? [])].every(isOwnField);
    case 'measure':
      return 'column' in what.measure ? isOwnField(what.measure.column) : isAlone && what.by === null;
    case 'top':
      return isAlone && what.measure.kind === 'count';
    default:
      return false;
  }
}

/** Two values of one column, each by itself. */
function isOfTwo({ tests }: Pick<Said, 'tests'>): boolean {
  const columns = tests.flatMap((test) => (test.kind === 'is' ? [test.column] : []));
  return new Set(columns).size < columns.length || tests.some((test) => test.kind === 'related' && isOfTwo(test));
}

/** "after 2020 and before 2010" is no time at all, and not one of the two. */
function isInAnyOfThem({ tests }: Said): boolean {
  return tests.some((test) => test.kind === 'either' && test.tests.every(({ kind }) => kind === 'when'));
}

/** "on C1 or C2", where the one is a level of the learner and the other one of somebody else. */
function isHereOrThere({ tests }: Said): boolean {
  return tests.some(
    (test) => test.kind === 'either' && test.tests.some(({ kind }) => kind === 'related') && test.tests.some(({ kind }) => kind === 'is'),
  );
}

/** "share of website orders that came back" is of those of the website: of two conditions one may say what the whole is. What they have is a key away. */
function isShareOfAll({ things, what, tests, lexicon }: Said): boolean {
  const isApart = ({ table }: { table: string }) =>
    lexicon.byName.get(table)?.table.foreignKeys.every((key) => key.table !== things) === true;
  if (what.kind === 'percentage' && tests.some((test) => test.kind === 'related' && isApart(test))) return true;
  return what.kind === 'percentage' && what.of.length === 0 && tests.length > 1;
}

/** "members since 2020" may be told by when they joined, and "who plays today" is not; of a share the date may be of the whole or of the part. */
function isByOtherDate({ things, what, tests, read, lexicon }: Said): boolean {
  const dates = datesOf(things, tests);
  if (dates.length > 0 && what.kind === 'percentage') return true;
  const columns = new Set(read.flatMap(({ mark }) => (mark?.kind === 'column' ? [`${mark.table}.${mark.column}`] : [])));
  const people = new Set(peopleIn(lexicon).map(({ table }) => table.name));
  return dates.some(({ table, column }) => people.has(table) && !columns.has(`${table}.${column}`));
}

function datesOf(things: string, tests: readonly Test[]): { table: string; column: string }[] {
  return tests.flatMap((test) => {
    if (test.kind === 'when') return [{ table: things, column: test.column }];
    if (test.kind === 'related') return datesOf(test.table, test.tests);
    return test.kind === 'either' ? datesOf(things, test.tests) : [];
  });
}

/** "most hired" is no latest day; "right now" is said of the things and of nothing that they have; "whose" asks for somebody. */
function isByOtherCue({ things, what, tests, read, lexicon }: Said): boolean {
  const has = (...kinds: string[]) => read.some(({ cue }) => kinds.includes(cue?.kind ?? ''));
  const entry = lexicon.byName.get(things);
  const ranked = what.kind === 'extreme' ? entry?.columns.find(({ column }) => column.name === what.column) : undefined;
  if (ranked !== undefined && DATED.has(ranked.column.type) && has('most', 'least')) return true;
  if (has('open') && tests.some(({ kind }) => kind === 'related')) return true;
  const [first] = read;
  return first !== undefined && isWho(first) && !JSON.stringify([things, what]).includes(JSON.stringify(first.mark?.table ?? things));
}

/** "the dearest book that we sold" is told by what it was sold for, where rows of what was sold say so. */
function isByListPrice({ things, what, tests, lexicon }: Said): boolean {
  if (what.kind !== 'extreme' || typeof what.column !== 'string') return false;
  const ranked = lexicon.byName.get(things)?.columns.find(({ column }) => column.name === what.column);
  const isSold = tests.some((test) => test.kind === 'related' && !test.not);
  return (
    ranked !== undefined &&
    isMoney(ranked) &&
    isSold &&
    lexicon.tables.some(({ table, columns }) => table.foreignKeys.some((key) => key.table === things) && columns.some(isMoney))
  );
}

/** What each of several rows comes to may be said by one of their numbers, or by how many there are. */
function isByPieces({ things, what, lexicon, read }: Said): boolean {
  const columns = lexicon.byName.get(things)?.columns ?? [];
  const numbers = columns.filter((one) => isNumber(one) && !isMoney(one));
  const isNamed = (name: Field) => read.some(({ mark }) => mark?.kind === 'column' && mark.table === things && mark.column === name);
  if (what.kind === 'mean' && what.sum === null) return numbers.some(({ words }) => words.some((word) => PIECES.has(word)));
  if (!('measure' in what) || !('times' in what.measure) || what.measure.times === null) return false;
  return numbers.length > 1 && !isNamed(what.measure.times);
}
const PIECES: ReadonlySet<string> = new Set('quantity qty count pieces units number amount'.split(' '));

/** Numbers by which things are known add up to nothing. */
function isOfCodes({ things, what, lexicon }: Said): boolean {
  const field = what.kind === 'measure' && 'column' in what.measure ? what.measure.column : null;
  if (what.kind !== 'measure' || field === null || !['sum', 'avg'].includes(what.measure.kind)) return false;
  const { table, column } = typeof field === 'string' ? { table: things, column: field } : field;
  const words = lexicon.byName.get(table)?.columns.find((one) => one.column.name === column)?.words ?? [];
  return CODES.has(words.at(-1) ?? '');
}
const CODES: ReadonlySet<string> = new Set(['number', 'no', 'nr', 'code', 'year', 'floor']);

/** "what share of provisional weddings were cancelled": one state is of the whole and one of the part, where no "or" makes both of them one. */
function isOfTwoStates({ what, tests, read }: Said): boolean {
  if (what.kind !== 'percentage' || read.some(({ joined }) => joined)) return false;
  return [...tests, ...what.of].some(
    (test) => test.kind === 'either' || (test.kind === 'is' && test.values.length > 1) || (test.kind === 'related' && isOfTwo(test)),
  );
}

/** What somebody gets an hour adds up to nothing. */
function isOfRates({ things, what, lexicon }: Said): boolean {
  const field = 'measure' in what && what.measure.kind === 'sum' && what.measure.times === null ? what.measure.column : null;
  if (field === null) return false;
  const { table, column } = typeof field === 'string' ? { table: things, column: field } : field;
  const words = lexicon.byName.get(table)?.columns.find((one) => one.column.name === column)?.words ?? [];
  return words.some((word) => RATES.has(word)) || (words.includes('per') && words.indexOf('per') > 0);
}
const RATES: ReadonlySet<string> = new Set(['rate', 'hourly', 'daily', 'nightly', 'wage']);

/** "the youngest therapist" is told by a day of birth alone. */
function isByOtherBirth({ things, what, read, lexicon }: Said): boolean {
  const isAge = read.some(({ cue }) => /^(?:youngest|oldest)$/.test(cue?.said ?? ''));
  const entry = what.kind === 'extreme' && typeof what.column === 'string' ? lexicon.byName.get(things) : undefined;
  const ranked = entry?.columns.find(({ column }) => what.kind === 'extreme' && column.name === what.column);
  // A machine is told by its make and model, and people by their names.
  const isSomebody =
    entry?.label.some((name) => /name/i.test(name)) === true && peopleIn(lexicon).some(({ table }) => table.name === things);
  if (!isAge || ranked === undefined || !isSomebody) return false;
  return !ranked.words.some((word) => /^(?:birth|birthday|born|dob|age|year)$/.test(word));
}

/** "how far ahead are trips booked" is from the day on which they were booked. */
function isFromOtherDay({ things, what, read, lexicon }: Said): boolean {
  if (!read.some(({ cue }) => /^how (?:far|long) (?:ahead|in advance)$/.test(cue?.said ?? ''))) return false;
  const from = what.kind === 'measure' && 'from' in what.measure ? what.measure.from : null;
  const name = typeof from === 'string' ? from : null;
  const words = lexicon.byName.get(things)?.columns.find(({ column }) => column.name === name)?.words ?? [];
  return !words.some((word) => BOOKED.test(word));
}
const BOOKED = /^(?:book|order|reserv|request|enquir|inquir|creat|made|placed|taken|registered)/;

/** "what do pupils pay per lesson on average" is no number of payments. */
function isCountForMoney({ what, read }: Said): boolean {
  return what.kind === 'mean' && what.sum === null && read.some(({ words }) => MONEY_WORD.test(words));
}

/** "what did the repairs cost us" are no different costs, each once. */
function isOfAmounts({ things, what, read, lexicon }: Said): boolean {
  if (what.kind !== 'columns' || !what.distinct || read.some(({ different }) => different)) return false;
  const columns = lexicon.byName.get(things)?.columns ?? [];
  return what.columns.every((field) => columns.some((one) => one.column.name === field && isNumber(one) && isMoney(one)));
}

/** The average of a number for each value of it is that value. */
function isByItself({ what }: Said): boolean {
  return (
    'measure' in what &&
    'by' in what &&
    what.by !== null &&
    'column' in what.measure &&
    what.by.column !== null &&
    (what.measure.column === what.by.column ||
      (typeof what.measure.column !== 'string' &&
        what.measure.column.column === what.by.column &&
        what.measure.column.table === what.by.table))
  );
}
