import type { Token } from '../english/tokens.ts';
import type { Links } from '../linking/links.ts';
import type { Entity } from '../linking/mention.ts';
import type { Sketch } from './sketch.ts';

/** A reading in progress. Rules turn one state into the states that may follow; every word has to be used by some rule. */
export interface State {
  readonly at: number;
  /** `open`: before anything is asked for; `items`: another thing to show must follow; `rest`: anything may follow. */
  readonly mode: 'open' | 'items' | 'rest';
  readonly sketch: Sketch;
  readonly cost: number;
  /** A negation waits for what it denies. */
  readonly not: boolean;
  /** An "or" waits for its second condition. */
  readonly or: boolean;
  /** What follows is said of the absent entity: "no orders over 100". */
  readonly inside: boolean;
  /** What a sentence before asked for, whose columns the next one lists: "Which …? Give me their names." */
  readonly antecedent?: Entity;
}

export interface Reader {
  readonly tokens: readonly Token[];
  readonly links: Links;
  readonly now: Date;
}

/** One way to go on from a state; `npm run eval:rules` measures what each is worth. */
export type Rule = (reader: Reader, state: State) => State[];

export interface Reading {
  readonly sketch: Sketch;
  readonly cost: number;
}
