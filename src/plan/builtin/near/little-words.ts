import { wordTable } from '../english/word-table.ts';
import { FUNCTION_WORDS, GLUE } from '../english/words.ts';

/** Words that change nothing. */
export const EMPTY: ReadonlySet<string> = new Set([
  ...FUNCTION_WORDS,
  ...GLUE,
  ...`show list give find get tell got see pls please hey hi just only really actually already ones thing things here there else so far okay ok wats wat wich know want need
  called mr mrs ms miss whos whats anywhere ever different lot yet anything something everything vs versus both`.split(/\s+/),
]);

/** What those are called who have a title before their name. */
export const TITLES = wordTable<string>({ dr: 'doctor', doctor: 'doctor', prof: 'professor', professor: 'professor', coach: 'coach' });
/** Words of the question's own grammar that a name may have as well. */
export const GRAMMATICAL = new Set(
  'the a an of in on at to for from by with and or is are was were do does did have has had not no how what which when where that show list give find get tell got see need want please'.split(
    ' ',
  ),
);
