import type { Unit } from '../english/dates/calendar.ts';

/** What is sold for, or how much of it. */
export type Worth = 'money' | 'units';

/**
 * What a question says, before it is known which tables and columns it says it of. Mentions keep every candidate;
 * `search/build/resolve.ts` picks among them all at once.
 */
export interface Attribute {
  readonly kind: 'attribute';
  readonly words: string;
  /** Number of its first token; none for what is only implied. */
  readonly at?: number;
  /** What it was read by, where no name of the schema was said: words that mean about the same. */
  readonly far?: string;
  /** Several columns stand for one mention such as "full name". */
  readonly candidates: readonly { table: string; columns: readonly string[]; cost: number }[];
  /** Said of the stretch of time that a moment falls in: "per month". */
  readonly bucket?: Unit;
  /** What was sold, in money or units: two columns are price and quantity. See `worthOf`. */
  readonly worth?: Worth;
  /** The entity it was said to belong to: "the name of the student". */
  readonly owner?: Entity;
}

export interface Entity {
  readonly kind: 'entity';
  readonly words: string;
  readonly at?: number;
  readonly far?: string;
  /** Tables to which it was said what it is, one of which has to take part: routes, of "destination airports". */
  readonly roleIn?: readonly string[];
  readonly candidates: readonly { table: string; cost: number }[];
}

export type Mention = Attribute | Entity;

export interface Value {
  readonly text: string;
  readonly at?: number;
  readonly quoted: boolean;
  readonly far?: string;
  readonly number: number | null;
  readonly hits: readonly { table: string; column: string; stored: string }[];
}
