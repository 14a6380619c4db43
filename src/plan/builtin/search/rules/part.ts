import type { Item, Sketch } from '../sketch.ts';

/** What is shown, as one way to read it from a position on. */
export interface Part {
  readonly items: readonly Item[];
  readonly end: number;
  readonly cost: number;
  readonly change?: (sketch: Sketch) => Partial<Sketch>;
}
