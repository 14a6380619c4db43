import type { AskReply } from '../../../../src/client/index.ts';

/** What was decided on what an ask showed. */
export interface Outcome {
  /** What was said when it was cancelled. */
  readonly cancelled?: string;
  readonly written?: AskReply;
  /** What an undo said. */
  readonly undone?: string;
}
