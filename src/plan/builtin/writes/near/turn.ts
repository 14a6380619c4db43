import type { Expr } from '../../../plan.ts';
import type { Setting } from '../change/place.ts';

/** A part of what becomes of rows, and the tokens that say it. */
export interface Turn {
  readonly set: readonly Setting[];
  readonly spent: readonly number[];
  /** What does not hold yet of rows that are only said by whose they are. */
  readonly open: readonly Expr[];
  /** An order, or what holds from now on: may be of several rows. */
  readonly ordered: boolean;
  /** What is told or ordered there cannot be said of which rows are meant: "got fixed", "to done". */
  readonly told?: true;
  /** A deed that is ordered, or said as what is so: "cancel …", "is cancelled". */
  readonly done?: true;
}
