import { isDeed } from '../english/irregular.ts';
import type { ColumnEntry } from '../linking/entries.ts';
import type { Lexicon } from '../linking/lexicon.ts';
import { peopleIn } from '../linking/people.ts';
import type { Sentence } from '../plain/sentence.ts';
import { isAnybody } from './anybody.ts';
import { isHappening } from './dates.ts';
import type { Mark } from './mark.ts';
import type { Meaning } from './meaning.ts';
import { isDue, isEnd } from './state.ts';

/** A meaning that is nearer by less than this is as near. */
const NEARER = 0.1;
/** By as much one that leaves a word out is farther than one that has a use for it. */
const LEFT_OUT = 0.2;

/** Whether a meaning that is farther speaks against taking the nearer one for the answer: not where it is the same but for what is less likely everywhere. */
export function isRival(nearer: Meaning, farther: Meaning, lexicon: Lexicon): boolean {
  const lead = farther.cost - nearer.cost;
  if (lead < NEARER) return true;
  const isLess = isEnding(nearer, farther, lexicon) || listsOtherThings(nearer, farther, lexicon) || isValueOfOthers(nearer, farther);
  return !(
    isLess ||
    (lead >= LEFT_OUT && (leavesWordOut(nearer, farther) || isReadFromAfar(nearer, farther) || isUnnamed(nearer, farther)))
  );
}

/** "takings by week" are of when something happened, and not of when it was to be over; of today both may be said. */
function isEnding(nearer: Meaning, farther: Meaning, { byName }: Lexicon): boolean {
  if (nearer.read.some(({ words }) => NOW.test(words))) return false;
  // "were turned down last month" may be of when that was.
  if (nearer.read.some(({ mark, words }) => mark?.kind === 'value' && isDeed(words.split(' ')[0] ?? ''))) return false;
  const [one, other] = [columnsOf(nearer.sentence), columnsOf(farther.sentence)];
  const changed = one.flatMap((column, at) => (column === other[at] ? [] : [[column, other[at] ?? ''] as const]));
  const [first, ...more] = changed;
  if (first === undefined || one.length !== other.length || !more.every((pair) => pair.join() === first.join())) return false;
  if (shapeOf(nearer.sentence) !== shapeOf(farther.sentence)) return false;
  const entries = [...byName.values()].filter(({ columns }) => first.every((name) => columns.some(({ column }) => column.name === name)));
  return entries.some(({ columns }) => {
    const [begun, over] = first.map((name) => columns.find(({ column }) => column.name === name));
    return (
      begun !== undefined && over !== undefined && isHappening(begun) && !isEnd(begun) && !isDue(begun) && isLater(begun, over, columns)
    );
  });
}

/** A day on which something is over, or one that stands after the day on which it began and is empty until then. */
const isLater = (begun: ColumnEntry, over: ColumnEntry, columns: readonly ColumnEntry[]): boolean =>
  isEnd(over) || isDue(over) || (over.column.nullable && !begun.column.nullable && columns.indexOf(over) > columns.indexOf(begun));

const NOW = /^(?:now|today|tonight|right now|at the moment|currently|tomorrow)$/;

const COLUMN = /"(?:column|than)":"([^"]*)"/g;
const columnsOf = (sentence: Sentence): string[] => [...JSON.stringify(sentence).matchAll(COLUMN)].map(([, name = '']) => name);
const shapeOf = (sentence: Sentence): string => JSON.stringify(sentence).replaceAll(COLUMN, '');

/** A list of something else than what the question names first is farther: of sites in "which sites do people wait for", of people in "who missed rehearsals". */
function listsOtherThings({ sentence, read }: Meaning, farther: Meaning, lexicon: Lexicon): boolean {
  const [first] = read;
  const isAsked =
    first?.mark?.kind === 'table' && first.mark.table === sentence.things && (first.mark.cost < FROM_AFAR || isAnybody(first.words));
  const isList = sentence.what.kind === 'list' && farther.sentence.what.kind === 'list';
  if (!isAsked || !isList || farther.sentence.things === sentence.things) return false;
  return !isAnybody(first.words) || !peopleIn(lexicon).some(({ table }) => table.name === farther.sentence.things);
}

/** "the dearest book that we sold" is a book, and nothing else of books that has a price. */
function isUnnamed({ sentence, read }: Meaning, farther: Meaning): boolean {
  const { things, what } = sentence;
  const isThings = what.kind !== 'measure' || (what.measure.kind === 'count' && farther.sentence.what.kind === 'measure');
  const isNamed = (table: string, parts: Meaning['read']) => parts.some(({ mark }) => mark?.kind === 'table' && mark.table === table);
  return isThings && isNamed(things, read) && !isNamed(farther.sentence.things, farther.read);
}

/** Words that the one takes as they are said, and the other one from afar. */
function isReadFromAfar(nearer: Meaning, farther: Meaning): boolean {
  const changed = changedMarks(nearer, farther);
  return changed.length > 0 && changed.every(({ mark, other }) => mark !== null && other !== null && other.cost >= mark.cost + FARTHER);
}
const FARTHER = 0.3;

const changedMarks = (nearer: Meaning, farther: Meaning): { readonly mark: Mark | null; readonly other: Mark | null }[] =>
  nearer.read.flatMap(({ mark, from }) => {
    const other = farther.read.find((part) => part.from === from)?.mark ?? null;
    return JSON.stringify(mark) === JSON.stringify(other) ? [] : [{ mark, other }];
  });

/** A value of the things themselves, where the other one is of something that they have, or is a text with the word in it. */
function isValueOfOthers(nearer: Meaning, farther: Meaning): boolean {
  const { things, what } = nearer.sentence;
  if (farther.sentence.things !== things || JSON.stringify(farther.sentence.what) !== JSON.stringify(what)) return false;
  const changed = changedMarks(nearer, farther);
  return (
    changed.length > 0 &&
    changed.every(
      ({ mark, other }) =>
        mark?.kind === 'value' &&
        mark.table === things &&
        mark.within !== true &&
        other?.kind === 'value' &&
        (other.table !== things || other.within === true),
    )
  );
}

/** All that the one says, without a word of which the other has a use that is no farther than a name. */
function leavesWordOut(nearer: Meaning, farther: Meaning): boolean {
  if (!nearer.without.every((word) => farther.without.includes(word)) || farther.without.length <= nearer.without.length) return false;
  return !nearer.read.some(({ words, mark }) => farther.without.includes(words) && mark !== null && mark.cost >= FROM_AFAR);
}
const FROM_AFAR = 0.4;
