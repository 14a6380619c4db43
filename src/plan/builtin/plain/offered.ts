import type { Plan } from '../../plan.ts';

/** A sentence that can be sent as it stands, and what it reads. */
export interface CloseReading {
  readonly label: string;
  readonly goal: string;
  /** What may be given as the answer: what it was read as, in words, and what came of it. */
  readonly sure?: { readonly notes: readonly string[]; readonly plan: Plan };
}
