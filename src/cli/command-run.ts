import type { Context } from './context.ts';
import type { Exit } from './exit-codes.ts';
import type { Flags } from './options.ts';

/** One command at work; `given` are its arguments in order, those of `<name...>` joined by spaces unless they are `apart`. */
export type Run = (context: Context, given: readonly (string | undefined)[], flags: Flags) => Promise<Exit>;
