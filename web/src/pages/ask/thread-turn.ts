import type { AskEvent, AskReply } from '../../../../src/client/index.ts';
import type { Asked } from './asked.ts';
import type { Outcome } from './outcome.ts';

/** One question of the thread and what came of it so far. */
export interface Turn {
  /** The idempotency key of the ask too: asked again, nothing is written twice. */
  readonly id: string;
  readonly asked: Asked;
  readonly steps: readonly AskEvent[];
  readonly reply: AskReply | null;
  readonly error: unknown;
  readonly outcome: Outcome;
}
