const splitPhrases = (all: string): readonly string[] => all.split(', ');

/** "hearings still to come". */
export const AHEAD = splitPhrases('still to come, yet to come, to come, coming up, upcoming, from now on, in future, in the future');
/** Where everything is that is asked about. */
export const HERE = splitPhrases(
  'on our books, on the books, in our system, in the system, in our database, in the database, on file, on record',
);
/** Verbs of two words, of which neither says anything alone. */
export const WHOLE = splitPhrases(
  'take place, takes place, took place, taken place, look after, looks after, looking after, looked after, under way, end up, ends up, ended up',
);
