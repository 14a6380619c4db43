import type { Token } from '../english/tokens.ts';

const phrases = (all: string): string[][] => all.split(', ').map((words) => words.split(' '));

/** How many tokens one of some phrases takes. */
export const phraseAt = (tokens: readonly Token[], at: number, all: readonly (readonly string[])[]): number =>
  all.find((words) => words.every((word, step) => tokens[at + step]?.lower === word))?.length ?? 0;

/** "hearings still to come". */
export const AHEAD = phrases('still to come, yet to come, to come, coming up, upcoming, from now on, in future, in the future');
/** Where everything is that is asked about. */
export const HERE = phrases(
  'on our books, on the books, in our system, in the system, in our database, in the database, on file, on record',
);
/** Verbs of two words, of which neither says anything alone. */
export const WHOLE = phrases('take place, takes place, took place, taken place, look after, looks after, looking after, looked after');
