import { isDeed } from '../english/irregular.ts';
import { stem } from '../english/stem.ts';
import type { Token } from '../english/tokens.ts';
import { FUNCTION_WORDS, GLUE } from '../english/words.ts';

/** Of "who" and "people", and of another word for those whom somebody deals with, who may be those of any table of people. */
export const PEOPLE = 0.4;
const OTHER_PEOPLE = 0.55;

/** How far a word for people is from any table of them: "customers" where there are owners. "members who" are told by what stands before it. */
export const peopleCost = (word: string, first: boolean, next: Token | undefined): number | null => {
  if (
    /^(?:people|persons?|anyone|anybody|everyone|folks|kids|family|families|households?)$/.test(word) ||
    (first && /^(?:who|whos|whose)$/.test(word))
  )
    return PEOPLE;
  // A "customer card" is no customer.
  const isPart =
    stem(word) === word && next?.kind === 'word' && !FUNCTION_WORDS.has(next.lower) && !GLUE.has(next.lower) && !isDeed(next.lower);
  return PARTIES.has(stem(word)) && !isPart ? OTHER_PEOPLE : null;
};
/** Whoever deals with those who ask, or works for them: no trade, as "conductors" are no drivers. */
export const PARTIES = new Set(
  'customer client guest patron visitor user reader member participant attendee staff worker employee colleague'.split(' '),
);
