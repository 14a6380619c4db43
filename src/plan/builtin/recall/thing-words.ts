import { dictionary, type PartOfSpeech } from '../english/dictionary.ts';
import { basesOf } from '../english/irregular.ts';
import { isEnglish } from '../english/related-words.ts';
import { stem } from '../english/stem.ts';

/** A word of a question, with the one before it. */
interface Placed {
  readonly text: string;
  readonly isCapital: boolean;
  readonly before: { readonly text: string; readonly isOwner: boolean; readonly isThing: boolean } | null;
}

/**
 * Whether a word names a thing: a memory that has it nowhere knows nothing of it. What is done to a thing, or said of it, may be told in many words, so that
 * the absence of these tells nothing.
 */
export function isThing({ text, isCapital, before }: Placed): boolean {
  if (GENERAL.has(stem(text))) return false;
  if (isCapital || /\d/.test(text)) return true;
  const [noun, verb, ...others] = (['noun', 'verb', 'adj', 'adv'] as const).map((part) => metAs(text, part));
  // "Youngest" is a form of what is in the dictionary.
  if (noun === undefined || noun < 0)
    return [verb, ...others].every((met) => met === undefined || met < 0) && !(/e(?:r|st)$/.test(text) && isEnglish(text));
  const isOther = [verb, ...others].some((met) => met !== undefined && met > 0);
  if (!isOther || before === null) return !isOther;
  if (before.isOwner || before.isThing || DETERMINERS.has(before.text)) return true;
  return before.text === 'to' && noun >= (verb ?? 0);
}

/** In how many senses of a part of speech a word is met in running text; -1 for none. */
function metAs(word: string, part: PartOfSpeech): number {
  const words = dictionary();
  if (words === null) return part === 'noun' ? 0 : -1;
  const bare = [word, stem(word), word.replace(/(?:ing|ed|s)$/, ''), word.replace(/(?:ing|ed|es)$/, 'e'), ...basesOf(word)];
  return Math.max(...(part === 'noun' ? bare.slice(0, 2) : bare).map((one) => words.entry(one, part)?.met ?? -1));
}

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

const DETERMINERS = set(
  'a an the my our your his her its their which what whose many much any some no this that these those of in at on with for about by from into near under',
);

/** Nouns for what may be said in any words: where no row has them, there may well be an answer. */
const GENERAL = set(`
  thing stuff matter issue problem trouble difficulty reason cause situation status state condition circumstance detail info information news update way manner plan idea opinion
  question answer point fact story background context topic subject result outcome progress kind sort type part bit lot use need help chance case example person people
  anyone someone member place time day moment minute hour night week weekend month quarter year spring summer autumn winter restriction requirement preference habit difference child kid family relative deal rid sense touch`);
