import { totalmem } from 'node:os';
import { Fault } from '../../fault.ts';
import { createTurns, type Turns } from '../../lib/turns.ts';

/** What one server process may take for itself; the embedded server's processes are held to it. */
const PROCESS_BYTES = 1024 ** 3;
/** Of this machine's memory, for statements that build values: the rest is for the service, the caches and everybody else. */
const SHARE = 0.6;

interface Options {
  /** How many statements may build large values at once; by this machine's memory when absent. */
  readonly max: number | undefined;
  readonly waitMs: number;
}

/**
 * Statements that may build large values take turns, so that all of them together fit into memory: PostgreSQL bounds a
 * process, not their sum. One owner gets at most half of the turns.
 */
export function createMemoryTurns({ max = turnsByMemory(totalmem()), waitMs }: Options): Turns {
  return createTurns({
    max,
    maxPerParty: Math.max(1, Math.ceil(max / 2)),
    waitMs,
    full: (waitedMs) => new Fault('overloaded', { params: { reason: 'Too many statements build large values at once.', waitedMs } }),
    left: () => new Fault('query_cancelled'),
  });
}

export const turnsByMemory = (totalBytes: number): number => Math.max(2, Math.floor((totalBytes * SHARE) / PROCESS_BYTES));
