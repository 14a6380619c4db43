import type { Question } from '../../planner.ts';
import { timesMet } from '../english/related-words.ts';
import { stem } from '../english/stem.ts';
import { wordsOf } from './alike.ts';

/** Somebody or something that a memory knows by name: a subject, an entity, who speaks. */
export interface Name {
  /** As the question has it, in lower case: "helen" of Helen Marsh. */
  readonly said: readonly string[];
  /** As it is stored, in every spelling. */
  readonly stored: readonly string[];
  readonly words: readonly string[];
}

/** Roles that tell no name. */
const ROLES: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'tool', 'agent', 'human', 'ai']);

export const knownNames = ({ values }: Question): readonly string[] => [
  ...new Set(
    [
      ...(values.of('facts', 'subject') ?? []),
      ...(values.of('past_facts', 'subject') ?? []),
      ...(values.of('entities', 'canonical_name') ?? []),
      ...(values.of('episodes', 'role') ?? []),
      ...(values.of('episodes', 'end_user_id') ?? []),
    ].filter((name) => !ROLES.has(name.toLowerCase())),
  ),
];

/** The name that all of these words are, or, of names of several words, the only one that they are a part of: "Helen", "Okafor". */
export function nameOf(said: readonly string[], known: readonly string[], isCapital: boolean): Name | null {
  if (said.length === 0) return null;
  const [exact, key] = [said.join(' '), keyOf(said)];
  // "In" is no form of Ines.
  const isWhole = (words: readonly string[]) => words.join(' ') === exact || (key.length >= STEM_MIN && keyOf(words) === key);
  const whole = known.filter((name) => isWhole(barely(wordsOf(name))));
  const [first] = whole;
  if (first !== undefined) return { said, stored: whole, words: barely(wordsOf(first)) };
  // A word that is met in running text is that word, unless it is written as a name.
  if (said.length > 1 || (!isCapital && timesMet(said[0] ?? '') > 0)) return null;
  // "Do" is no part of Casa do Rio by which that is called.
  const isCalled = (name: string) => (name.match(/\p{Lu}[\p{L}\p{N}]*/gu) ?? []).some((word) => word.toLowerCase() === said[0]);
  const parts = known.filter((name) => /^\p{Lu}/u.test(name) && wordsOf(name).length > 1 && isCalled(name));
  const spellings = new Set(parts.map((name) => keyOf(wordsOf(name))));
  return spellings.size === 1 && parts[0] !== undefined ? { said, stored: parts, words: wordsOf(parts[0]) } : null;
}

const STEM_MIN = 3;
const barely = (words: readonly string[]): readonly string[] => (words.length > 1 && words[0] === 'the' ? words.slice(1) : words);
const keyOf = (words: readonly string[]): string => words.map(stem).join(' ');

/** Names in a run of words, the longest first, and the words that are left. */
export function namesIn(
  words: readonly { readonly text: string; readonly isCapital: boolean }[],
  question: Question,
): { names: readonly Name[]; rest: readonly number[] } {
  const known = knownNames(question);
  const names: Name[] = [];
  const rest: number[] = [];
  for (let at = 0; at < words.length; ) {
    const length = [4, 3, 2, 1].find((count) => {
      const run = words.slice(at, at + count);
      const name =
        run.length === count
          ? nameOf(
              run.map(({ text }) => text),
              known,
              run.every(({ isCapital }) => isCapital),
            )
          : null;
      if (name !== null) names.push(name);
      return name !== null;
    });
    if (length === undefined) rest.push(at);
    at += length ?? 1;
  }
  return { names, rest };
}
