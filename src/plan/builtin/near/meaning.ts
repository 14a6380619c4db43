import type { Sentence } from '../plain/sentence.ts';
import type { Mark } from './mark.ts';
import type { Slot } from './marks.ts';

/** What a question may mean: a sentence of the schema's own names, with what was left out of the question for it. */
export interface Meaning {
  readonly sentence: Sentence;
  /** How far it is from what was said. */
  readonly cost: number;
  readonly without: readonly string[];
  /** Words that were read as a name that is not theirs. */
  readonly taken: readonly { readonly words: string; readonly mark: Mark }[];
  /** The parts of the question that it was read from. */
  readonly read: readonly Part[];
}

/** A part of a question with the one thing that it is taken for. */
export interface Part extends Omit<Slot, 'marks'> {
  readonly mark: Mark | null;
  readonly words: string;
  /** How far the nearest name is that is like it, taken or not; null of a word that no name here is like. */
  readonly nearest: number | null;
  /** It is also a stored value as a whole. */
  readonly stored: boolean;
  /** The word right before it. */
  readonly lead: string;
  /** "does a student": whatever one of them does. */
  readonly anyOne: boolean;
  /** "or" stands before it. */
  readonly joined: boolean;
  /** What is said of those below it: "reports to", "works under". */
  readonly below: boolean;
  /** It is who did it: "did Ada send", "came through Ada". */
  readonly actor: boolean;
  /** Each of these once is asked for: "different". */
  readonly different: boolean;
}
