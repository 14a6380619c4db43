import { REQUESTS } from './requests.ts';
import { SOCKETS } from './sockets.ts';
import { STATEMENTS } from './statements.ts';
import type { Tenant } from './tenant.ts';

/** One way to do harm, as an anonymous tenant can send it. It ends by itself or when the signal fires. */
export interface Hostile {
  readonly name: string;
  /** The outcomes that may come back: a status with its code, or a word of the attack's own. Any other fails the siege. */
  readonly expected: readonly string[];
  readonly attack: (tenant: Tenant, signal: AbortSignal) => Promise<string>;
}

/** What takes longest comes first, so that all else meets it. */
export const HOSTILE: readonly Hostile[] = [...SOCKETS, ...STATEMENTS, ...REQUESTS];
