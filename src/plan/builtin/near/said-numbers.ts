import type { Token } from '../english/tokens.ts';

/** "one or two stars". */
export const isEither = (tokens: readonly Token[], at: number): boolean =>
  tokens[at + 1]?.lower === 'or' && tokens[at + 2]?.kind !== undefined && tokens[at + 2]?.number !== null;

/** "top 3" is how many of them, and no room that is called so. */
export const isRank = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.number !== null &&
  /^\d{1,2}$/.test(tokens[at]?.text ?? '') &&
  /^(?:top|best|worst|first|last|latest|next|biggest|largest|busiest|highest|lowest|oldest|newest|cheapest)$/.test(
    tokens[at - 1]?.lower ?? '',
  );

/** "1998 boats" are no year. */
export const isCount = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.kind === 'number' && !/^(?:19|20)\d\d$/.test(tokens[at]?.text ?? '') && !/[-:/]/.test(tokens[at]?.text ?? '');
