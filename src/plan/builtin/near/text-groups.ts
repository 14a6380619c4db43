import type { CompareOp } from '../../plan.ts';
import { isDeed, verbsOf } from '../english/irregular.ts';
import { isPersonNoun } from '../english/person-noun.ts';
import type { Lexicon } from '../linking/lexicon.ts';
import { peopleIn } from '../linking/people.ts';
import type { Bound, Group } from '../plain/sentence.ts';
import { isMoney, moneyWords, numbersIn } from './amounts.ts';
import { isAnybody } from './anybody.ts';
import type { Ask } from './ask.ts';
import { OPS, orMoreAt } from './bound.ts';
import { placesOf } from './lookups.ts';
import type { Part } from './meaning.ts';
import { hasOne, isLike, isSaid, isUnknown, isWho, markedColumn, type State } from './state.ts';

/** A text by which the things may be told apart, and the part that asks for it. */
export interface TextOwner {
  readonly by: Group;
  readonly part: Part;
  /** Others that tell the same. */
  readonly uses?: readonly Part[];
  readonly cost: number;
}

const ASKED = 0.1;
const LATER = 0.05;
/** Of what each of the rows comes to, where it is not said that it is that of all. */
const OF_ALL = 0.3;
const OWNERS_MAX = 3;

/** "which garages", "who", "places": texts of the things that are named, or that name people or places where no table does. */
export function textOwners(state: State): TextOwner[] {
  const { parts, used, things } = state;
  const own = (columns: readonly string[], part: Part) =>
    columns.slice(0, OWNERS_MAX).map((column, at) => ({ by: { table: things.table.name, column }, part, cost: ASKED + LATER * at }));
  for (const part of parts) {
    if (used.has(part)) continue;
    if ((isWho(part) || isAnybody(part.words)) && (part.mark === null || !hasOne(state, part.mark.table)))
      return own(namesOfPeople(state), part);
    if (part.cue?.kind === 'where' || (isUnknown(part) && PLACES.test(part.words))) {
      const places = placesOf(state).filter((field) => typeof field === 'string');
      return places.length > 0
        ? own(places, part)
        : besideNamed(state).flatMap(({ column, uses }) => own([column], part).map((one) => ({ ...one, uses })));
    }
    const column = markedColumn(state, part.mark);
    if (part.mark?.kind === 'column' && column?.column.type === 'text' && !column.reference && hasOne(state, part.mark.table))
      return [{ by: { table: part.mark.table, column: part.mark.column }, part, cost: 0 }];
    // "cars that were in the garage 4 times" are cars.
    if (part.mark?.kind === 'table' && part.mark.deed !== true && (part === parts[0] || part.mark.table !== things.table.name)) return [];
  }
  return [];
}

/** "where do we pick people up": the text beside the time at which it is done, which has the same word. */
function besideNamed({ parts, things }: State): { column: string; uses: readonly Part[] }[] {
  const uses = parts.filter(({ mark }) => mark?.kind === 'column' && mark.table === things.table.name);
  const words = uses.flatMap(({ mark }) =>
    mark?.kind === 'column'
      ? (things.columns.find(({ column }) => mark.table === things.table.name && column.name === mark.column)?.words ?? [])
      : [],
  );
  return things.columns.flatMap(({ column, words: own }) =>
    column.type === 'text' && own.some((word) => word.length > 2 && words.includes(word)) ? [{ column: column.name, uses }] : [],
  );
}
const PLACES = /^(?:places?|venues?|spots?|locations?)$/;

/** Texts that name somebody, those of whom a verb tells first: "refereed" of a referee. */
function namesOfPeople({ things, parts, about }: State): string[] {
  // What people are called is none of several texts that they may share.
  const own = peopleIn(about.lexicon).includes(things) ? things.label : [];
  const verbs = parts.filter((part) => isUnknown(part));
  const told = (words: readonly string[]) => verbs.some((part) => words.some((word) => isDoer(part.words, word)));
  return things.columns
    .filter(({ column, words }) => column.type === 'text' && !own.includes(column.name) && isSomebody(words))
    .sort((a, b) => Number(told(b.words)) - Number(told(a.words)))
    .map(({ column }) => column.name);
}

/** "gave" of a giver. */
const tellingOf = (state: State, { column }: Group): Part[] => {
  const words = state.things.columns.find((one) => one.column.name === column)?.words ?? [];
  return state.parts.filter(
    (part) => isUnknown(part) && isDeed(part.words) && words.some((word) => word !== 'by' && isDoer(part.words, word)),
  );
};

/** "borrowed" of a borrower. */
const namedAs = ({ parts }: State, { table, column }: Group): Part[] =>
  parts.filter(({ mark }) => mark?.kind === 'column' && mark.table === table && mark.column === column);

/** "who have we lent things to", "where do our members live": each text that the things have there. */
export function textsAsked(state: State): Ask[] {
  if (!isSaid(state)) return [];
  const named = textOwners(state).filter(({ part }) => part.mark?.kind !== 'column');
  const places = placesOf(state);
  return named.map(({ by, part, cost }) => {
    const said = state.parts.filter(
      (one) => one.mark?.kind === 'column' && one.mark.table === state.things.table.name && places.includes(one.mark.column),
    );
    const [only] = part.cue?.kind === 'where' ? said : [];
    const column = only?.mark?.kind === 'column' ? only.mark.column : by.column;
    return {
      what: { kind: 'columns', columns: column === null ? [] : [column], distinct: true },
      uses: [part, ...said],
      cost: only === undefined ? cost : 0,
    };
  });
}

/** "referee", "borrower name", "served by". */
function isSomebody(words: readonly string[]): boolean {
  const head = words.filter((word) => word !== 'name').at(-1) ?? '';
  return head === 'by' || isPersonNoun(head);
}

const isDoer = (said: string, own: string): boolean => [said, ...verbsOf(said)].some((verb) => isLike(verb, own));

const doers = new WeakMap<Lexicon, readonly { readonly table: string; readonly words: readonly string[] }[]>();

/** "who gave more than twice": tables that keep in a text who does what a verb says, as gifts their giver. */
export function doersOf(parts: readonly Part[], lexicon: Lexicon): string[] {
  const [who] = parts;
  if (who === undefined || !isWho(who)) return [];
  const all =
    doers.get(lexicon) ??
    lexicon.tables.flatMap(({ table, columns }) =>
      columns.flatMap(({ column, words }) => (column.type === 'text' && isSomebody(words) ? [{ table: table.name, words }] : [])),
    );
  doers.set(lexicon, all);
  const verbs = parts.filter((part) => isUnknown(part) && isDeed(part.words));
  return all.flatMap(({ table, words }) =>
    verbs.some((verb) => words.some((word) => word !== 'by' && word !== 'name' && isDoer(verb.words, word))) ? [table] : [],
  );
}

interface Counted {
  readonly bound: Bound;
  readonly uses: readonly Part[];
  readonly cost: number;
}

/** "who donated more than 3 times", "garages that took over 500 altogether", "towns with 3 customers or more": texts that so many of the things have, or whose things come to so much. */
export function groupsWith(state: State): Ask[] {
  const bounds = boundsIn(state);
  if (bounds.length === 0) return [];
  return textOwners(state).flatMap(({ by, part, cost }) =>
    bounds
      .filter(({ uses }) => !uses.includes(part))
      .map(
        (one): Ask => ({
          what: { kind: 'groups', by, ...one.bound },
          uses: [part, ...one.uses, ...namedAs(state, by), ...tellingOf(state, by)],
          cost: cost + one.cost,
        }),
      ),
  );
}

function boundsIn(state: State): Counted[] {
  const { parts, things } = state;
  const said = comparisonIn(parts);
  if (said === null) return [];
  const { op, value, uses, next } = said;
  const isThings = next?.mark?.kind === 'table' && next.mark.table === things.table.name;
  const bound =
    op === '>' || op === '>=' ? { over: op === '>' ? value : value - 1 } : { over: null, under: op === '<' ? value : value + 1 };
  if (next !== undefined && (next.words === 'times' || isThings)) return [{ bound, uses: [...uses, next], cost: 0 }];
  // "which makes have we got more than 2 of".
  if (next === undefined && parts.at(-1) === uses.at(-1) && isSaid(state)) return [{ bound, uses, cost: 0 }];
  const all = parts.filter((part) => part.cue?.kind === 'amount' || /^(?:altogether|in total)$/.test(part.words));
  const numbers = numbersIn(state).map(({ column, part }) => ({ column, parts: [part] }));
  const amounts = things.columns.filter(isMoney).map((column) => ({ column, parts: moneyWords(state) }));
  return (numbers.length > 0 ? numbers : amounts).map(({ column: { column }, parts: named }) => ({
    bound: { over: null, total: { column: column.name, op, than: value } },
    uses: [...uses, ...all, ...named],
    cost: all.length > 0 ? 0 : OF_ALL,
  }));
}

interface Comparison {
  readonly op: CompareOp;
  readonly value: number;
  readonly uses: readonly Part[];
  readonly next: Part | undefined;
}

/** "more than 3", "3 or more", "3 times or more". */
export function comparisonIn(parts: readonly Part[]): Comparison | null {
  for (const [at, part] of parts.entries()) {
    const [next, after] = [parts[at + 1], parts[at + 2]];
    const op = OPS[part.cue?.kind ?? ''];
    if (op !== undefined && next !== undefined && next.number !== null) return { op, value: next.number, uses: [part, next], next: after };
    if (part.number === null) continue;
    const more = orMoreAt(parts, at);
    if (more !== null) return { op: more.op, value: part.number, uses: [part, more.cue], next: more.next };
  }
  return null;
}
