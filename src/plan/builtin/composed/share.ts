import type { AggregateName, Expr, Select } from '../../plan.ts';
import type { Outcome } from '../../planner.ts';
import { dictionary } from '../english/dictionary.ts';
import { DONE_BY } from '../english/words.ts';
import { all, divided } from '../linking/expressions.ts';
import { PAST_FORMS } from '../phrases/deeds.ts';
import { type Answer, type Ask, answered, remembered, selectOf, sentence, wordsOf } from './ask.ts';

/**
 * "what percentage of the berths has power", "how many percent of our calls are false alarms": how many there are of which that is said,
 * of all that there are. Both numbers are questions of their own. Null when no share is asked for, or one of the two is not read.
 */
export function readShare(text: string, asking: Ask, cuts: (rest: readonly string[]) => Cut[] = cutsOf): Outcome | null {
  const asked = shareOf(text);
  if (asked === null) return null;
  const ask = remembered(asking, SENTENCES_MAX);
  for (const { things, said } of cuts(asked.rest)) {
    const read = sharedIn(things, said, ask);
    if (read !== null) return answered(quotient(read, asked.scale), [read.part, read.whole]);
  }
  return null;
}

const SENTENCES_MAX = 10;

interface Shared {
  readonly part: Answer;
  readonly whole: Answer;
}

function sharedIn(things: readonly string[], said: readonly string[], ask: Ask): Shared | null {
  for (const number of NUMBERS) {
    const plain = numberOf(ask(number(things)));
    if (plain === null) continue;
    const part = numberOf(ask(number([...things, ...said])));
    if (part === null) continue;
    const whole = isTimed(part.plan, plain.plan) ? timedOf(things, said, number, part, ask) : plain;
    if (whole !== null && isPartOf(part.plan, whole.plan)) return { part, whole };
  }
  return null;
}

/** How a number of things is asked for. */
type Numbered = (of: readonly string[]) => string;
const NUMBERS: readonly Numbered[] = [(of) => `how many ${sentence(of)}`, (of) => `how many ${sentence(of)} are there`];

/** "were cancelled this year": of those of this year, where their own day is meant; null where it is the day of something else. */
function timedOf(things: readonly string[], said: readonly string[], number: Numbered, part: Answer, ask: Ask): Answer | null {
  for (let from = said.length - 1; from >= Math.max(0, said.length - WHEN_WORDS_MAX); from -= 1) {
    const timed = numberOf(ask(number([...things, ...said.slice(from)])));
    if (timed !== null && isWithin(part.plan, timed.plan)) return timed;
  }
  return null;
}
const WHEN_WORDS_MAX = 5;

/** Whether a part says when, which the whole does not. */
const isTimed = (part: Select, whole: Select): boolean => {
  const known = new Set(testsOf(whole).map((test) => JSON.stringify(test)));
  return testsOf(part).some((test) => !known.has(JSON.stringify(test)) && /"type":"(?:date|timestamp)"/.test(JSON.stringify(test)));
};

export interface SharePhrase {
  /** What the share is told in: 100 for percent. */
  readonly scale: number;
  readonly rest: readonly string[];
}

/** What follows "what percentage of", "how many percent of". */
export function shareOf(text: string): SharePhrase | null {
  const words = wordsOf(text.replaceAll('%', ' % '));
  const plain = sentence(words);
  const opened = OPENED.exec(plain);
  const told = IN_PERCENT.exec(plain);
  if (opened !== null) {
    const rest = plain.slice(opened[0].length, told === null ? undefined : told.index);
    return { scale: told !== null || /perc|%/i.test(opened[0]) ? 100 : 1, rest: bare(rest.split(' ')) };
  }
  const amount = told === null ? null : AMOUNT.exec(plain);
  return amount === null || told === null ? null : { scale: 100, rest: bare(plain.slice(amount[0].length, told.index).split(' ')) };
}

const OPENED =
  /^(?:(?:(?:what|which)(?:'?s| is| was)?|how many|how much|show|give|find|calculate|compute|return|tell|report)\s+)?(?:me\s+)?(?:the\s+|a\s+)?(?:percentage|percent|per cent|pct|%|share|proportion|fraction|part|portion)\s+of\s+/i;
const AMOUNT = /^how (?:many|much) of /i;
const IN_PERCENT = /,? (?:in|as(?: an?)?) (?:percent|per cent|percentages?|%)$/i;

const bare = (words: readonly string[]): string[] => {
  const from = words.findIndex((word) => !DETERMINERS.has(word.toLowerCase()));
  return words.slice(Math.max(from, 0));
};
const DETERMINERS = new Set(['the', 'all', 'our', 'my', 'these', 'those', 'of']);

export interface Cut {
  readonly things: readonly string[];
  readonly said: readonly string[];
}

/** Where what is said of things may begin, the likeliest first: at the verb, at "that", else at a preposition. */
export const cutsOf = (rest: readonly string[]): Cut[] => {
  const [verbs = [], relatives = [], prepositions = []] = placesOf(rest);
  const lower = rest.map((word) => word.toLowerCase());
  const deeds = lower.flatMap((word, at) => (at > 0 && isVerb(word) && !isSubordinate(lower, at) ? [at] : []));
  return cutAt(rest, [verbs, relatives, deeds, prepositions]);
};

/** The same where no verb but one of being and having is known. */
export const plainCutsOf = (rest: readonly string[]): Cut[] => cutAt(rest, placesOf(rest));

function placesOf(rest: readonly string[]): number[][] {
  const lower = rest.map((word) => word.toLowerCase());
  const at = (test: (word: string, at: number) => boolean): number[] =>
    lower.flatMap((word, place) => (place > 0 && test(word, place) ? [place] : []));
  return [
    at((word, place) => AUXILIARIES.has(word) && !isSubordinate(lower, place)),
    at((word) => RELATIVES.has(word)),
    at((word) => PREPOSITIONS.has(word)).reverse(),
  ];
}

const cutAt = (rest: readonly string[], kinds: readonly (readonly number[])[]): Cut[] =>
  (kinds.find((places) => places.length > 0) ?? []).slice(0, CUTS_MAX).map((place) => ({
    things: rest.slice(0, place),
    said: [PLURALS.get(rest[place]?.toLowerCase() ?? '') ?? rest[place] ?? '', ...rest.slice(place + 1)],
  }));

const CUTS_MAX = 3;

/** "that are", "who have been": a verb of what only tells the things apart. */
function isSubordinate(words: readonly string[], at: number): boolean {
  const before = words[at - 1] ?? '';
  return RELATIVES.has(before) || ((AUXILIARIES.has(before) || ADVERBS.has(before)) && at > 1 && isSubordinate(words, at - 1));
}

const RELATIVES = new Set(['that', 'who', 'which', 'whose']);
const ADVERBS = new Set(['never', 'not', 'ever', 'already', 'still', 'actually']);
const AUXILIARIES = new Set('is are was were has have had gets get got does do did comes come came goes go went'.split(' '));
const PREPOSITIONS = new Set('with without in from by on over under above below at for to'.split(' '));
/** A share of many is often said of as one: "of the berths has power". */
const PLURALS: ReadonlyMap<string, string> = new Map([
  ['is', 'are'],
  ['was', 'were'],
  ['has', 'have'],
  ['gets', 'get'],
  ['does', 'do'],
  ['comes', 'come'],
  ['goes', 'go'],
]);

const isVerb = (word: string): boolean =>
  DONE_BY.test(word) ||
  PAST.has(word) ||
  (dictionary()?.entry(word, 'verb') ?? null) !== null ||
  (/[^s]s$/.test(word) && (dictionary()?.entry(word.slice(0, -1), 'verb') ?? null) !== null);
const PAST = new Set([...PAST_FORMS.values()].flat());

/** A plan that gives one number of rows, or what one column of them comes to. */
function numberOf(outcome: Outcome): Answer | null {
  const answer = selectOf(outcome);
  if (answer === null) return null;
  const { columns, groupBy, limit } = answer.plan;
  const [only, ...more] = columns;
  const counts = only?.expr.kind === 'aggregate' && ADDED.has(only.expr.fn) && more.length === 0;
  return counts && groupBy === undefined && limit === undefined ? answer : null;
}
const ADDED: ReadonlySet<AggregateName> = new Set(['count', 'sum']);

/** Whether both add up the same of rows of one table, the part of them under more conditions. */
function isPartOf(part: Select, whole: Select): boolean {
  const [over, under] = [part.columns[0]?.expr, whole.columns[0]?.expr];
  if (over?.kind !== 'aggregate' || under?.kind !== 'aggregate' || over.fn !== under.fn) return false;
  const same = over.fn === 'count' || JSON.stringify(over) === JSON.stringify(under);
  return same && rowsOf(part) === rowsOf(whole) && JSON.stringify(part) !== JSON.stringify(whole);
}

/** The table whose rows are counted. */
function rowsOf({ from, columns }: Select): string | null {
  if (from?.kind === 'table') {
    const [shown] = columns;
    const arg = shown?.expr.kind === 'aggregate' ? shown.expr.arg : undefined;
    return arg?.kind === 'column' && arg.table !== from.as ? `${arg.table}.${arg.column}` : from.table;
  }
  return from?.kind === 'derived' && from.query.kind === 'select' ? rowsOf(from.query) : null;
}

/** Whether all conditions of a wider question are among those of a narrower one. */
function isWithin(narrow: Select, wide: Select): boolean {
  const own = new Set(testsOf(narrow).map((test) => JSON.stringify(test)));
  return testsOf(wide).every((test) => own.has(JSON.stringify(test)));
}

const testsOf = ({ where }: Select): readonly Expr[] => (where === undefined ? [] : eachOf(where));
const eachOf = (test: Expr): readonly Expr[] => (test.kind === 'and' ? test.args.flatMap(eachOf) : [test]);

/** Where both are of the same rows, one is a filter of the other; else each is a query of its own. */
function quotient({ part, whole }: Shared, scale: number): Select {
  const as = scale === 1 ? 'ratio' : 'percentage';
  const [over, under] = [part.plan.columns[0]?.expr, whole.plan.columns[0]?.expr];
  const same =
    JSON.stringify([part.plan.from, part.plan.joins ?? [], over]) === JSON.stringify([whole.plan.from, whole.plan.joins ?? [], under]);
  if (same && over?.kind === 'aggregate' && under !== undefined && isWithin(part.plan, whole.plan)) {
    const known = new Set(testsOf(whole.plan).map((test) => JSON.stringify(test)));
    const own = testsOf(part.plan).filter((test) => !known.has(JSON.stringify(test)));
    return { ...whole.plan, columns: [{ expr: divided({ ...over, filter: all(own) }, under, scale), as }] };
  }
  const [above, below]: Expr[] = [part, whole].map(({ plan }) => ({ kind: 'scalarQuery', query: plan }));
  return { kind: 'select', columns: [{ expr: divided(above as Expr, below as Expr, scale), as }] };
}
