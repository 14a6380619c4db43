import { verbsOf } from '../english/irregular.ts';
import { isPersonNoun } from '../english/person-noun.ts';
import type { ColumnEntry } from '../linking/entries.ts';
import { rootOf } from '../linking/lexicon.ts';
import type { Test } from '../plain/sentence.ts';
import { isAnybody } from './anybody.ts';
import type { Ask } from './ask.ts';
import type { Part } from './meaning.ts';
import { hold, isLike, isUnknown, isWho, type State } from './state.ts';
import { comparisonIn } from './text-groups.ts';

/** Tests of the row that a key of the things to themselves leads to or from, in place of tests of their names. */
export interface SelfLink {
  readonly tests: readonly Test[];
  readonly uses: readonly Part[];
  readonly cost: number;
}

const TOLD = -0.1;
const GUESSED = 0.4;
/** Of the other direction of a key. */
const OPEN_WAY = 0.05;
const OTHER_WAY = 0.5;

/** "who did Ada bring in", "Bella's foals", "the depots under Leeds": those of a row, or the one that it is of. */
export function selfLinks(state: State, tests: readonly Test[], guessing: boolean): SelfLink[] {
  const { things, parts } = state;
  const keys = selfKeys(state);
  if (keys.length === 0) return [];
  const isOne = (test: Test) => test.kind === 'is' && !test.not && isName(state, test.column);
  const isTold = keys.some(({ told }) => told.length > 0);
  // "fed by Vienna", of depots that are known by their town.
  const isText = (test: Test) =>
    test.kind === 'is' && !test.not && things.columns.some(({ column }) => column.name === test.column && column.type === 'text');
  const named = tests.filter((test) => isOne(test) || (isTold && !tests.some(isOne) && isText(test)));
  const rest = tests.filter((test) => !named.includes(test));
  if (named.length === 0) return [];
  const unknown = parts.filter((part) => isUnknown(part));
  return keys.flatMap(({ column, own, told }) => {
    // A word that nothing here stands for may be what they are to each other.
    const [guess, ...more] = unknown;
    if (told.length === 0 && (!guessing || guess === undefined || more.length > 1)) return [];
    const uses = told.length > 0 ? told : unknown.slice(0, 1);
    const cost = told.length > 0 ? TOLD : GUESSED;
    const [first] = uses;
    const name = parts.find(({ mark }) => mark?.kind === 'value' && mark.table === things.table.name);
    const by = parts.some((part) => part.cue?.kind === 'by');
    // "Ada's manager" and "who brought Ada" are one, "who did Ada bring" and "who reports to Ada" are others.
    // "subgroups of metals".
    const isBelow = first !== undefined && (/^sub\w{3,}/.test(first.words) || INSIDE.test(first.words) || first.cue !== null);
    const isAbove =
      first !== undefined &&
      !parts.some(({ words }) => words === 'whose') &&
      isPersonNoun(first.words) &&
      (own?.words ?? []).some((word) => isLike(first.words, word));
    const isActor = name?.actor === true;
    // "who taught Ada" asks for whoever `taught_by` leads to.
    const last = own?.words.at(-1) ?? '';
    const isPlain =
      told.length === 1 &&
      first !== undefined &&
      parts[0] !== undefined &&
      isWho(parts[0]) &&
      parts[1] === first &&
      parts[2] === name &&
      parts.length === 3 &&
      first.end === name?.from &&
      (/_by$/i.test(column) || isPersonNoun(last));
    const others =
      isActor || (!isAbove && (first === undefined || name === undefined || by || isBelow || name.below || first.from > name.from));
    return [others, !others].map(
      (to, at): SelfLink => ({
        tests: [...rest, { kind: 'self', column, to, tests: named }],
        uses,
        cost: cost + at * (isActor || isPlain || (told.length > 0 && (by || told.some(isUnder))) ? OTHER_WAY : OPEN_WAY),
      }),
    );
  });
}

/** "who mentors more than 2 people", "cars that replaced more than one other": things to which several others of them lead. */
export function selfCounted(state: State): Ask[] {
  const said = comparisonIn(state.parts);
  if (said === null || (said.op !== '>' && said.op !== '>=')) return [];
  const { parts, things } = state;
  const over = said.op === '>' ? said.value : said.value - 1;
  const isOfThem = (part: Part | undefined) =>
    part !== undefined && (part.mark?.table === things.table.name || isAnybody(part.words) || PERSONS.test(part.words));
  return selfKeys(state).flatMap(({ column, told }) => {
    if (told.length === 0) return [];
    const others = parts.filter((part) => (isWho(part) && part === parts[0]) || (part === said.next && isOfThem(part)));
    const test: Test = { kind: 'self', column, to: false, tests: [], over };
    return [{ what: { kind: 'list' }, uses: [...said.uses, ...told, ...others], cost: COUNTED, tests: [test] }];
  });
}
const INSIDE = /^(?:inside|within|beneath)$/;
const PERSONS = /^(?:persons?|people|newcomers?|ones?)$/;
const COUNTED = 0.1;

/** Keys of the things to themselves, with the parts that tell of them. */
function selfKeys({ things, parts }: State): { column: string; own: ColumnEntry | undefined; told: readonly Part[] }[] {
  const keys = things.table.foreignKeys.filter((key) => key.table === things.table.name && key.columns.length === 1);
  return keys.map(({ columns: [column = ''] }) => {
    const own = things.columns.find((one) => one.column.name === column);
    const said = [...(own?.words ?? []), ...(own?.column.comment?.toLowerCase().match(/\p{L}{4,}/gu) ?? [])].map(rootOf);
    const tells = ({ words }: Part) => [words, ...verbsOf(words)].some((word) => said.includes(rootOf(word)));
    const told = parts.filter(
      (part) => isUnder(part) || (isUnknown(part) && tells(part)) || (part.mark?.kind === 'column' && part.mark.column === column),
    );
    return { column, own, told };
  });
}

/** Parts that a key of the things to themselves may tell. */
export const selfTold = (state: State): Part[] => selfKeys(state).flatMap(({ told }) => told);

/** "who has nobody above them". */
export function isTopmost(state: State, at: number): boolean {
  const [nobody, above] = state.parts.slice(at, at + 2);
  const [key, ...more] = selfKeys(state);
  if (nobody === undefined || above === undefined || !/^(?:above|over)$/.test(above.words) || key === undefined || more.length > 0)
    return false;
  state.used.add(nobody).add(above);
  hold(state, state.things.table.name, { kind: 'empty', column: key.column, not: false }, nobody);
  return true;
}

/** "the depots under Leeds". */
export const isUnder = ({ cue, words }: Part): boolean => cue?.kind === 'under' && /^(?:under|below)$/.test(words);

const isName = ({ things }: State, name: string): boolean => {
  const own = things.columns.find(({ column }) => column.name === name);
  return things.label.includes(name) || (own?.column.type === 'text' && /(?:name|nam|nm)$/i.test(name));
};
