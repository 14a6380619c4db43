import type { CompareOp } from '../../plan.ts';
import type { Part } from './meaning.ts';

/** What a word before a number compares with it: "more than 3", "under 20", "at least 12". */
export const OPS: Readonly<Record<string, CompareOp>> = { over: '>', under: '<', 'least-number': '>=' };

/** What follows a number and makes a bound of it. */
export interface OrMore {
  readonly op: CompareOp;
  readonly cue: Part;
  /** What the number is of: the part between the two, or the one after. */
  readonly next: Part | undefined;
}

/** "4 or more incidents", "4 incidents or more", "13 times or more": of the number at a place among the parts. */
export function orMoreAt(parts: readonly Part[], at: number): OrMore | null {
  const [next, after] = [parts[at + 1], parts[at + 2]];
  const cue = [next, after].find((one) => one?.joined === true && (one.cue?.kind === 'more' || one.cue?.kind === 'less'));
  return cue === undefined ? null : { op: cue.cue?.kind === 'more' ? '>=' : '<=', cue, next: cue === next ? after : next };
}
