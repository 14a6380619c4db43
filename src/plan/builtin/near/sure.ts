import { basesOf } from '../english/irregular.ts';
import { isEnglish } from '../english/related-words.ts';
import { stem } from '../english/stem.ts';
import type { Token } from '../english/tokens.ts';
import { DATED } from '../linking/expressions.ts';
import type { Lexicon } from '../linking/lexicon.ts';
import { anybodyAt, isAnybody, PEOPLE } from './anybody.ts';
import type { Mark } from './mark.ts';
import type { Meaning, Part } from './meaning.ts';
import { isDoubtful } from './sentence-doubts.ts';
import { isNumber } from './state.ts';

/** How much nearer than the next meaning one has to be. */
const AHEAD = 0.4;
/** Farther than this it is a guess; less far where a word is left out, which costs as much by itself. */
const COST_MAX = { whole: 1.1, cut: 1.15 };
/** A table that is meant by a word of the same family is farther than this: "deliver" of delivery attempts, "make" of manufacturers. */
const TABLE_MAX = 0.45;
/** A value that only means something near to a word is farther than this: "good" for stock. */
const VALUE_MAX = 0.6;
/** Words that are only beside a column's own are farther than this: "revenue" for quantity. */
const COLUMN_MAX = 0.65;

const OFF = /(?:^| )(?:off|out of|off the)$/;
const THIS = /^(?:this|last|next|each|every)$/;
/** A name as it is said, or one of its words alone. */
const NAMED = 0.1;

/**
 * Verbs that say no more than that there is something between two things, which the sentence has: "what grapes do we carry",
 * "cars that came in 4 times", "people who live in Hull".
 */
const LIGHT: ReadonlySet<string> = new Set(
  'be have do get give take make go come see stay live work carry keep own show put bring use need want offer'.split(' '),
);
const VERB_FOLLOWS: ReadonlySet<string> = new Set('to not never do does did i we you they who can could will would should must'.split(' '));

/**
 * Whether the nearest meaning of a question is its answer: all that is said is in it, nothing is read from afar, and no other
 * meaning is about as near. `next` is the cost of the next one. What else speaks against its plan is for the checks.
 */
export function isSure(meaning: Meaning, next: number | null, tokens: readonly Token[], lexicon: Lexicon): boolean {
  const { cost, without, sentence, read } = meaning;
  if (next !== null && next - cost < AHEAD) return false;
  if (cost > (without.length === 0 ? COST_MAX.whole : COST_MAX.cut)) return false;
  if (without.length > 1 || !without.every((word) => isLight(word))) return false;
  // "books and loans" are both.
  if (sentence.what.kind === 'list' && isPair(tokens, read)) return false;
  // Of two sentences each may ask for something.
  if (tokens.some(({ kind }, at) => kind === 'stop' && at < tokens.length - 1)) return false;
  if (isReceived(tokens) && sentence.what.kind === 'measure' && sentence.what.measure.kind === 'sum') return false;
  if (isObjectAsked(tokens, read, sentence.things) || tokens.some(({ lower }, at) => lower === 'all' && isTheirs(tokens[at + 1])))
    return false;
  const named = new Set(read.flatMap(({ mark }) => (mark?.kind === 'table' ? [mark.table] : [])));
  const said = JSON.stringify(sentence);
  const isNear = ({ words, mark, from, stored }: Part): boolean => {
    if (mark === null) return true;
    // "how much did we make on the minibar", where a comment has the word and rows have it too.
    if (stored && mark.kind !== 'value' && mark.cost > 0) return false;
    const before = tokens[from - 1]?.lower ?? '';
    // "cheapest thing to hire", "which Sony does not make", "potters who glaze": a verb is no name. "not paid" is a state.
    const isVerb = VERB_FOLLOWS.has(before) && stem(words) === words && isEnglish(words);
    // "who has not paid this season" asks for nobody's season.
    if (mark.kind === 'column' && THIS.test(before)) return false;
    // "cars off the road", "jobs out of warranty" are those of which it is not so.
    if (
      mark.kind === 'column' &&
      OFF.test(
        tokens
          .slice(Math.max(0, from - 2), from)
          .map(({ lower }) => lower)
          .join(' '),
      )
    )
      return false;
    // A number of something else has to be in the sentence: "take dogs" is no booking with dogs.
    const column =
      mark.kind === 'column' ? lexicon.byName.get(mark.table)?.columns.find((one) => one.column.name === mark.column) : undefined;
    if (column !== undefined && isNumber(column) && !said.includes(JSON.stringify(column.column.name))) return false;
    const isFar = mark.kind === 'column' && !named.has(mark.table) && mark.table !== sentence.things;
    if (isFar && mark.cost > NAMED && !isKeyAway(mark.table, sentence.things, lexicon)) return false;
    // "not yet fixed", "have we brewed": what the things' own date or flag is called after.
    const isOwnState = mark.kind === 'column' && mark.cost <= NAMED && mark.table === sentence.things && isState(mark, lexicon);
    if (isVerb && !isOwnState && !(mark.kind === 'value' && /^(?:not|never)$/.test(before))) return false;
    if (mark.kind === 'value')
      return (
        mark.cost <= VALUE_MAX && isSaid(mark, words) && (mark.table === sentence.things || named.has(mark.table) || !isParticiple(words))
      );
    if (mark.kind === 'column') return mark.cost <= COLUMN_MAX;
    // "customers", where owners are the only ones who are dealt with.
    const people = mark.cost === 0 || (mark.cost < PEOPLE && !isAnybody(words)) ? [] : anybodyAt(tokens, from, lexicon);
    if (people.length > 0) return people.filter(({ cost }) => cost < mark.cost + AHEAD).length === 1;
    // "is rented out" is said of now, and rows of rentals are of any time.
    if (mark.deed && /^(?:is|are|being|currently)$/.test(before)) return false;
    // What somebody did is told by rows that are a key away, and "handed in homework" by none of a class's.
    return mark.cost <= TABLE_MAX && (!mark.deed || isKeyAway(mark.table, sentence.things, lexicon));
  };
  return read.every(isNear) && !isDoubtful(sentence, read, lexicon);
}

const isState = ({ table, column }: { table: string; column: string }, { byName }: Lexicon): boolean => {
  const type = byName.get(table)?.columns.find((one) => one.column.name === column)?.column.type;
  return type === 'boolean' || (type !== undefined && DATED.has(type));
};

const isKeyAway = (one: string, other: string, { byName }: Lexicon): boolean =>
  [
    [one, other],
    [other, one],
  ].some(([from = '', to]) => byName.get(from)?.table.foreignKeys.some(({ table }) => table === to));

/** Whether nothing but "and" or a comma stands between two tables that are named. */
const isPair = (tokens: readonly Token[], read: readonly Part[]): boolean =>
  read.some(({ mark, end }, at) => {
    const between = tokens.slice(end, read[at + 1]?.from ?? end);
    return (
      mark?.kind === 'table' &&
      read[at + 1]?.mark?.kind === 'table' &&
      between.length > 0 &&
      between.every(({ kind, lower }) => kind === 'comma' || lower === 'and' || lower === '&')
    );
  });

/** "who paid all their bills" is more than who paid one. */
const isTheirs = (token: Token | undefined): boolean => /^(?:their|his|her|its)$/.test(token?.lower ?? '');

/** "what does Ada keep in her shed" asks for something that is in it, and for no shed. */
const isObjectAsked = (tokens: readonly Token[], read: readonly Part[], things: string): boolean => {
  const [what, verb] = tokens;
  const place = read.find(({ mark }) => mark?.kind === 'table' && mark.table === things);
  return (
    what?.lower === 'what' &&
    /^(?:is|are|was|were|do|does|did|has|have|had)$/.test(verb?.lower ?? '') &&
    place !== undefined &&
    tokens.slice(Math.max(0, place.from - 2), place.from).some(({ lower }) => /^(?:in|on|at|inside|under|with|from)$/.test(lower))
  );
};

/** Money that was "had in" is what was paid of what there is. */
const isReceived = (tokens: readonly Token[]): boolean =>
  tokens.some(({ lower }, at) => lower === 'in' && /^(?:had|got|come|came|taken|took|gotten)$/.test(tokens[at - 1]?.lower ?? ''));

const isLight = (word: string): boolean =>
  /^looks? after$/.test(word) ||
  [...basesOf(word), stem(word), word.replace(/(?:ing|ed|s)$/, ''), word.replace(/ing$/, 'e')].some((base) => LIGHT.has(base));

/** A stored value with all of its words, or the part of a name that is no English word: "silverline jobs", and no "meeting" of "Annual general meeting". */
function isSaid({ within, stored }: Extract<Mark, { kind: 'value' }>, words: string): boolean {
  if (within === true) return false;
  const said = words.split(' ');
  const isWhole = (String(stored).match(/[\p{L}\p{N}]+/gu) ?? []).length <= said.length;
  return isWhole || !said.some((word) => isEnglish(word));
}

/** "booked", "lost": what was done is said of the thing that it stands beside. */
const isParticiple = (words: string): boolean =>
  /^\w+ed$/.test(words) || (/^\w+$/.test(words) && basesOf(words).some((base) => base !== words));
