import type { Group, Measure, Test, What } from '../plain/sentence.ts';
import type { Part } from './meaning.ts';

/** What may be asked for of the things, the parts that say it, and how far it is from these. */
export interface Ask {
  readonly what: What;
  readonly uses: readonly Part[];
  readonly cost: number;
  /** What has to hold for it. */
  readonly tests?: readonly Test[];
}

export const asking = (measure: Measure, by: Group | null, uses: readonly Part[], cost: number): Ask => ({
  what: { kind: 'measure', measure, by },
  uses,
  cost,
});
