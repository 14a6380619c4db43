import { dictionary } from '../english/dictionary.ts';
import { isPlural } from '../english/inflect.ts';

const lemmasOf = (word: string): string[] => [word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')];

const met = (word: string, part: 'noun' | 'verb'): number | null => {
  const found = lemmasOf(word).flatMap((lemma) => dictionary()?.entry(lemma, part) ?? []);
  return found.length === 0 ? null : Math.max(...found.map((entry) => entry.met));
};

/** Whether a word is a verb and never a noun: "decides". */
export const isVerbAlone = (word: string): boolean => met(word, 'verb') !== null && met(word, 'noun') === null;

/** Whether a word with an s is what one thing before it does, "the painting hangs", rather than several of something, "my plays". */
export function isDoneBy(before: string, word: string): boolean {
  const [verb, noun] = [met(word, 'verb'), met(word, 'noun')];
  if (verb === null || verb <= 2 * (noun ?? 0)) return false;
  return (
    /^(?:who|which|that|it|he|she|everyone|everybody)$/.test(before) ||
    (!isPlural(before) && met(before, 'noun') !== null && !JOINING.test(before))
  );
}

const JOINING = /^(?:and|or|with|of|for|the|an?|my|our|their|its|his|her|in|on|at|to|as|by|from|all|some|old|new)$/;
