import { NUMERIC } from '../linking/expressions.ts';
import { rootOf } from '../linking/lexicon.ts';
import type { Field, Group } from '../plain/sentence.ts';
import { type Amount, amountsOf, isLoose, isMoney, isMoneyWord, isScore, moneyWords, numbersIn, soleNumber, unitsOf } from './amounts.ts';
import type { Ask } from './ask.ts';
import { dateColumns, isHappening, isTold } from './dates.ts';
import { spanOf } from './groups.ts';
import { longest, slowest } from './lengths.ts';
import { placesOf } from './lookups.ts';
import type { Part } from './meaning.ts';
import { hasOne, isDated, isLike, isNumber, isSaid, isUnknown, markedColumn, type State } from './state.ts';
import { textOwners } from './text-groups.ts';

const SURE = 0;
const GUESS = 0.25;
const COUNTED = 0.1;
/** Of a day of somebody's life, which is nothing that happened last. */
const LIFE = 0.2;
const GUESSES_MAX = 3;
/** Farther than this a number is not named itself. */
const FAR = 0.5;

/** "the 3 oldest", "which shop sold the most". */
export function ranked(state: State, part: Part, today: string): Ask[] {
  const { parts, used } = state;
  const { cue } = part;
  if (cue === null) return [];
  // "the 3 towns with the most …", "the top 3 …".
  const count = parts.find((one) => one.number !== null && !used.has(one) && (one.from < part.from || one.from === part.end));
  // "the top 3 drivers with the most trips".
  const again = parts.find((one) => one !== part && one.cue?.kind === cue.kind && !used.has(one));
  const rank: Rank = {
    part,
    highest: cue.kind === 'most' || cue.kind === 'latest',
    many: count?.number ?? 1,
    uses: [part, ...(count === undefined ? [] : [count]), ...(again === undefined ? [] : [again])],
    dates: cue.kind === 'latest' || cue.kind === 'earliest' || cue.kind === 'next',
    of: cue.of,
    since: cue.kind === 'next' ? today : null,
  };
  // "the 3 boats that …" are boats.
  const ones =
    count === undefined
      ? null
      : (parts.find((one) => one.from === (count.from < part.from ? count.end : Math.max(count.end, part.end)))?.mark ?? null);
  const isOnes = (table: string) => ones?.kind !== 'table' || ones.table === table;
  return [
    ...tops(state, rank).filter(({ what }) => what.kind !== 'top' || isOnes(what.by.table)),
    ...(isOnes(state.things.table.name) ? extremes(state, rank) : []),
  ];
}

interface Rank {
  readonly part: Part;
  readonly highest: boolean;
  readonly many: number;
  readonly uses: readonly Part[];
  readonly dates: boolean;
  readonly of: readonly string[];
  /** What comes next has not been. */
  readonly since: string | null;
}

/** The things themselves, by one of their columns. */
function extremes(state: State, { part, highest, many, uses, dates, of, since }: Rank): Ask[] {
  const { parts, used, things } = state;
  const asking = parts.filter(({ cue }) => cue?.kind === 'when' || cue?.kind === 'where');
  const ask = (column: string, cost: number, also: readonly Part[] = []): Ask => ({
    what: { kind: 'extreme', column, highest, many, ...shownOf(state, column) },
    uses: [...uses, ...also, ...shownParts(state), ...asking],
    cost,
    ...(since === null ? {} : { tests: [{ kind: 'when', column, since, until: null }] }),
  });
  // "the most lessons" are counted.
  const object = parts.find((one) => one.from >= part.end);
  const isObject = object?.mark?.kind === 'table' || (object?.mark?.kind === 'value' && object.from === part.end);
  if (/^(?:most|fewest)/.test(part.words) && isObject && of.length === 0) return [];
  const named = parts.find(
    (one) =>
      one.from >= part.from &&
      !used.has(one) &&
      one.mark?.kind === 'column' &&
      one.mark.table === things.table.name &&
      // What is longest or cheapest is no day.
      (isNumber(markedColumn(state, one.mark)) || (isDated(markedColumn(state, one.mark)) && (dates || of.length === 0))),
  );
  if (named?.mark?.kind === 'column') return [ask(named.mark.column, SURE, [named])];
  const numbers = things.columns.filter(isNumber);
  if (dates) {
    const columns = things.columns.filter((one) => isDated(one) || (NUMERIC.has(one.column.type) && one.words.includes('year')));
    const verb = parts.find((one) => isUnknown(one) && columns.some((column) => isTold(column, one.words)));
    if (verb !== undefined)
      return columns.filter((column) => isTold(column, verb.words)).map(({ column }) => ask(column.name, SURE, [verb]));
    return columns.map((one, at) => ask(one.column.name, 0.05 * at + (isHappening(one) ? 0 : LIFE)));
  }
  const quality = parts.find((one) => isUnknown(one) && one.from === part.end);
  const like = quality === undefined ? [] : numbers.filter(({ words }) => words.some((word) => isLike(quality.words, word)));
  if (quality !== undefined && like.length > 0) return like.map(({ column }) => ask(column.name, COUNTED, [quality]));
  if (of.length > 0) {
    const told = numbers.filter(({ words }) => words.some((word) => of.includes(word)));
    if (told.length > 0) return told.map(({ column }) => ask(column.name, SURE));
    // "has been here the longest" is since when.
    const begun =
      part.words !== 'longest' || part !== parts.at(-1)
        ? []
        : things.columns.filter((one) => isDated(one) && one.words.some((word) => BEGUN.has(rootOf(word)) || BEGUN.has(word)));
    if (begun.length === 0) return longest(state, part, many, uses).filter((one) => part !== parts.at(-1) || one.uses.length > uses.length);
    return begun.map(({ column }) => ({
      ...ask(column.name, COUNTED),
      what: { kind: 'extreme', column: column.name, highest: !highest, many },
    }));
  }
  // What is done the most, or what there is most of, is no number of theirs: "which tram do we use the most".
  // "who walked Rex the most" is told by the walks.
  if (parts.some(({ mark }) => mark?.kind === 'table' && mark.table !== things.table.name && !hasOne(state, mark.table))) return [];
  if (!isSaid(state) || COUNTING.test(part.words) || parts.some((one) => isUnknown(one) && (!isMoneyWord(one) || DEALING.test(one.words))))
    return [];
  const money = numbers.filter(isMoney);
  const some = money.length > 0 ? [...money, ...numbers.filter((one) => !isMoney(one))] : numbers;
  const also = money.length > 0 ? moneyWords(state) : [];
  return some.slice(0, GUESSES_MAX).map(({ column }, at) => ask(column.name, GUESS + 0.05 * at, also));
}

/** What is sold or spent the most is told by what was sold, and no price. */
const DEALING = /^(?:sell|sells|sold|selling|buy|bought|spend|spent|brings?|brought|makes?|made)$/;
const COUNTING = /popular|often|busiest|favourite|fewest|^(?:most|least)$/;

const BEGUN = new Set(
  'start begin join hire arrive arrival open register enroll since moved'.split(' ').flatMap((word) => [word, rootOf(word)]),
);

/** Columns and tables that a question for the first one asks to be told of it. */
function shownOf(state: State, column: string): { shown?: Field[] } {
  const asks = (kind: string) => state.parts.some(({ cue }) => cue?.kind === kind);
  const places = asks('where') ? placesOf(state).slice(0, 1) : [];
  const owners: Field[] = shownParts(state).flatMap(({ mark }) => groupFor(mark) ?? []);
  const fields = [...owners, ...(asks('when') ? [column] : []), ...places];
  return fields.length === 0 ? {} : { shown: fields };
}

const shownParts = (state: State): Part[] => {
  const owner = ownerOf(state);
  return owner === null || owner.by.span !== undefined ? [] : [owner.part];
};

const groupFor = (mark: Part['mark']): Group | null =>
  mark === null || mark.kind === 'value' ? null : { table: mark.table, column: mark.kind === 'column' ? mark.column : null };

interface Owner {
  readonly by: Group;
  readonly part: Part;
  /** Others that tell the same. */
  readonly uses?: readonly Part[];
}

/** What is asked for, of which each of the things has one: "which shop", "who", "which month". */
function ownerOf(state: State): Owner | null {
  const { parts, used, things } = state;
  // "where do people get in the most", of trips with the name of a place.
  const [text] = textOwners(state).filter(({ part }) => part.mark?.kind !== 'column');
  if (text?.part.cue?.kind === 'where') return text;
  for (const part of parts) {
    const { mark } = part;
    // "which vet" is one of the staff.
    if (mark?.kind === 'value' && part === parts[0] && mark.table !== things.table.name && hasOne(state, mark.table))
      return { by: { table: mark.table, column: null }, part };
    if (used.has(part)) continue;
    const span = spanOf(part);
    const [date] = span === null ? [] : dateColumns(state);
    if (span !== null && date !== undefined) return { by: { table: date.table, column: date.column.column.name, span }, part };
    if (mark === null || mark.kind === 'value') continue;
    const column = markedColumn(state, mark);
    const isKind = column !== null && !isNumber(column) && !isDated(column) && column.column.type !== 'boolean';
    if (mark.kind === 'column' ? isKind && hasOne(state, mark.table) : mark.table !== things.table.name && hasOne(state, mark.table))
      return { by: { table: mark.table, column: mark.kind === 'column' ? mark.column : null }, part };
    if (mark.kind === 'table' && mark.table === things.table.name) break;
  }
  return text ?? null;
}

/** "which shop sold the most", of sales: what each of them has one of. */
function tops(state: State, { part, highest, many, uses, dates, of }: Rank): Ask[] {
  const { parts, used } = state;
  const owner = ownerOf(state);
  if (owner === null || dates) return [];
  if (of.length > 0)
    return (owner.by.span === undefined ? slowest(state, part) : []).map((one) => ({
      what: { kind: 'top', measure: one.measure, by: owner.by, highest, many },
      uses: [...uses, owner.part, ...(owner.uses ?? []), ...one.uses],
      cost: one.cost,
    }));
  const count: Amount = { measure: { kind: 'count' }, uses: [], cost: 0 };
  const numbers = numbersIn(state);
  const money = moneyWords(state).length > 0;
  const total = parts.filter((part) => (part.cue?.kind === 'amount' || part.cue?.kind === 'count') && !used.has(part));
  const isTotal = total.some(({ cue }) => cue?.kind === 'amount');
  // "the best driver by stars" has the best on average.
  const fn = numbers.length > 0 && numbers.every(({ column, part }) => isScore(column) && (part.mark?.cost ?? 0) < FAR) ? 'avg' : 'sum';
  const amounts = numbers.length > 0 || money || isTotal ? amountsOf(state, fn) : [];
  const units = unitsOf(state).map((measure): Amount => ({ measure, uses: [], cost: 0.05 }));
  const sole = soleNumber(state).map((measure): Amount => ({ measure, uses: [], cost: COUNTED }));
  const measures =
    amounts.length > 0
      ? numbers.length > 0
        ? amounts
        : [...amounts, count]
      : isLoose(state)
        ? [...units, ...sole, count]
        : [count, ...sole];
  return measures.map((one) => ({
    what: { kind: 'top', measure: one.measure, by: owner.by, highest, many },
    uses: [...uses, owner.part, ...(owner.uses ?? []), ...total, ...one.uses],
    cost: one.cost,
  }));
}
