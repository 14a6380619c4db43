import type { Exit } from './exit-codes.ts';

/** Ends a command on purpose, with words for a person. The service's own refusals are `SvcError`. */
export class Stop extends Error {
  readonly exit: Exit;
  /** What to do next. */
  readonly action: string | null;

  constructor(exit: Exit, message: string, action: string | null = null) {
    super(message);
    this.name = 'Stop';
    this.exit = exit;
    this.action = action;
  }
}
