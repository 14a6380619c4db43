import type { Tenant } from './tenant.ts';

/** One way to do harm, as an anonymous tenant can send it. It ends by itself or when the signal fires. */
export interface Hostile {
  readonly name: string;
  /** The outcomes that may come back: a status with its code, or a word of the attack's own. Any other fails the siege. */
  readonly expected: readonly string[];
  /**
   * What it may meet in the mix for the sake of what the same tenant has under way beside it. They are no answers: where
   * nothing else came back, it is sent once more by a tenant that does nothing else, and `expected` alone counts.
   */
  readonly inCrowd?: readonly string[];
  readonly attack: (tenant: Tenant, signal: AbortSignal) => Promise<string>;
}
