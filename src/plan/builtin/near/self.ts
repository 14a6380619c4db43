import { isPersonNoun } from '../english/person-noun.ts';
import { rootOf } from '../linking/lexicon.ts';
import type { Test } from '../plain/sentence.ts';
import type { Part } from './meaning.ts';
import { isLike, isUnknown, type State } from './state.ts';

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
  const keys = things.table.foreignKeys.filter((key) => key.table === things.table.name && key.columns.length === 1);
  const named = tests.filter((test) => test.kind === 'is' && !test.not && isName(state, test.column));
  const rest = tests.filter((test) => !named.includes(test));
  if (named.length === 0 || keys.length === 0) return [];
  const unknown = parts.filter((part) => isUnknown(part));
  return keys.flatMap(({ columns: [column = ''] }) => {
    const own = things.columns.find((one) => one.column.name === column);
    const said = [...(own?.words ?? []), ...(own?.column.comment?.toLowerCase().match(/\p{L}{4,}/gu) ?? [])].map(rootOf);
    const told = parts.filter(
      (part) =>
        isUnder(part) ||
        (isUnknown(part) && said.includes(rootOf(part.words))) ||
        (part.mark?.kind === 'column' && part.mark.column === column),
    );
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
    const isBelow = first !== undefined && (/^sub\w{3,}/.test(first.words) || first.cue !== null);
    const isAbove =
      first !== undefined &&
      !parts.some(({ words }) => words === 'whose') &&
      isPersonNoun(first.words) &&
      (own?.words ?? []).some((word) => isLike(first.words, word));
    const isActor = name?.actor === true;
    const others =
      isActor || (!isAbove && (first === undefined || name === undefined || by || isBelow || name.below || first.from > name.from));
    return [others, !others].map(
      (to, at): SelfLink => ({
        tests: [...rest, { kind: 'self', column, to, tests: named }],
        uses,
        cost: cost + at * (isActor ? OTHER_WAY : OPEN_WAY),
      }),
    );
  });
}

/** "the depots under Leeds". */
export const isUnder = ({ cue, words }: Part): boolean => cue?.kind === 'under' && /^(?:under|below)$/.test(words);

const isName = ({ things }: State, name: string): boolean => {
  const own = things.columns.find(({ column }) => column.name === name);
  return things.label.includes(name) || (own?.column.type === 'text' && /(?:name|nam|nm)$/i.test(name));
};
