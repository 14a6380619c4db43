import { isPlural } from '../../english/inflect.ts';
import { isPast, lemmaOf } from './verb.ts';

/** A question inside a brief, "which room they hang in", "when I last watered them", by its parts. */
export interface Asked {
  readonly word: 'who' | 'which' | 'when' | 'where' | 'whether' | 'how';
  /** What "which", "what" and "how many" ask for: "room". */
  readonly noun: string;
  /** Who does it, where the question names one: "they", "each child". */
  readonly subject: string;
  /** The plain verb; empty where there is none. */
  readonly verb: string;
  readonly particle: string;
  /** What it is done to: "what", "it", "which cornet", "the flowers". */
  readonly object: string;
  readonly preposition: string;
  /** Whether the moment is asked for as well: "and when". */
  readonly dated: boolean;
  /** The verb as it stands. */
  readonly said: string;
  /** Whether the subject is what it is done to: "was serviced". */
  readonly passive: boolean;
}

/** The parts of an item that is a question; null for any other. */
export function readAsked(item: string): Asked | null {
  const dated = DATED.test(item);
  const words = item
    .toLowerCase()
    .replace(DATED, '')
    .replace(/\?$/, '')
    .replace(/^(?:on|at|in|for|to|from|with|by) (?=which|what|whom)/, '')
    .replaceAll(
      /\b(?:(they|we|i|he|she|it|who|what)'|(?=(?:who|what)s\b)(who|what))(s|ve|d|re|m)\b/g,
      (_, one: string | undefined, two: string | undefined, end: string) => `${one ?? two} ${ENDINGS[end]}`,
    )
    .split(/\s+/)
    .filter((word) => word !== '' && !ADVERBS.test(word));
  const asks = WORDS[words[0] ?? ''];
  if (asks === undefined) return null;
  let at = 1;
  const noun: string[] = [];
  if (asks === 'how' && /^(?:many|much|long|far|often|old|heavy|big|tall|well)$/.test(words[at] ?? '')) noun.push(words[at++] ?? '');
  if (asks === 'which' || noun.length > 0)
    while (at < words.length && !STARTS_CLAUSE.test(words[at] ?? '') && !isVerbAt(words, at) && noun.length < 4)
      noun.push(words[at++] ?? '');
  let passive = false;
  const skip = () => {
    while (isAuxiliary(words, at)) passive = /^(?:is|are|was|were|be|been|get|gets|got)$/.test(words[at++] ?? '');
  };
  skip();
  const subject: string[] = [];
  if (asks !== 'who')
    while (
      at < words.length &&
      subject.length < 3 &&
      (PRONOUN.test(words[at] ?? '') ||
        DETERMINER.test(words[at] ?? '') ||
        (!isVerbAt(words, at) && !PREPOSITION.test(words[at] ?? '') && at < words.length - 1))
    ) {
      subject.push(words[at++] ?? '');
      if (PRONOUN.test(subject.at(-1) ?? '')) break;
    }
  const mine = words.slice(0, at);
  skip();
  if (!passive) passive = mine.some((word) => /^(?:was|were|is|are)$/.test(word)) && /ed$|en$/.test(words[at] ?? '');
  const said = words[at] ?? '';
  // "is it due back": no verb but what it is.
  const verb = said === '' ? '' : (lemmaOf(said) ?? 'be');
  if (verb !== 'be' || lemmaOf(said) === 'be') at += 1;
  const particle = PARTICLE.test(words[at] ?? '') ? (words[at++] ?? '') : '';
  const preposition = PREPOSITION.test(words[at] ?? '') ? (words[at++] ?? '') : '';
  const [, object = '', after = ''] = /^(.*?)(?: (in|out|back|up|off|at|on|from|to|with|for))?$/.exec(words.slice(at).join(' ')) ?? [];
  return {
    word: asks,
    noun: noun.join(' '),
    subject: subject.join(' '),
    verb,
    particle: PARTICLE.test(after) && object !== '' && particle === '' ? after : particle,
    object,
    preposition: preposition || (PARTICLE.test(after) ? '' : after),
    dated,
    said,
    passive,
  };
}

/** Whether the word at this place is the verb of the clause: a form that only a verb has, or one behind a plural or before the rest. */
function isVerbAt(words: readonly string[], at: number): boolean {
  const word = words[at] ?? '';
  const before = words[at - 1] ?? '';
  if (AUXILIARY.test(word) || isPast(word)) return true;
  if (/ing$/.test(word)) return AUXILIARY.test(before);
  if (lemmaOf(word) === null || DETERMINER.test(word)) return false;
  if (PRONOUN.test(before) || /^(?:who|to)$/.test(before)) return true;
  const isLast =
    at === words.length - 1 || PREPOSITION.test(words[at + 1] ?? '') || /^(?:which|what|it|them|each)$/.test(words[at + 1] ?? '');
  return isLast && (isPlural(before) ? !/s$/.test(word) : /s$/.test(word) && !/^(?:which|what|each|every|the|an?|and|or)$/.test(before));
}

/** Whether the word at this place only helps the verb after it: "has come", but not "has which cornet". */
function isAuxiliary(words: readonly string[], at: number): boolean {
  const [word = '', next = ''] = words.slice(at);
  if (!AUXILIARY.test(word) || next === '') return false;
  if (/^(?:is|are|was|were)$/.test(word))
    return isPast(next) || /ing$/.test(next) || (words[0] !== 'who' && at < words.length - 1 && !PREPOSITION.test(next));
  if (!FULL.test(word)) return true;
  return (
    next === 'to' ||
    next === 'been' ||
    isPast(next) ||
    (words[0] !== 'who' && /^(?:do|does|did)/.test(word) && (PRONOUN.test(next) || DETERMINER.test(next)))
  );
}

const ENDINGS: Readonly<Record<string, string>> = { s: 'is', ve: 'have', d: 'had', re: 'are', m: 'am' };
/** Verbs that may also be the verb of the clause. */
const FULL = /^(?:has|have|had|do|does|did|gets?|got|needs?|wants?)$/;

const WORDS: Readonly<Record<string, Asked['word']>> = {
  who: 'who',
  whom: 'who',
  which: 'which',
  what: 'which',
  when: 'when',
  where: 'where',
  whether: 'whether',
  if: 'whether',
  did: 'whether',
  how: 'how',
};
const DATED = /,?(?: and)? (?:when|by when|on (?:which|what) (?:day|date)|at what time)(?: it was)?\??$/i;
const ADVERBS = /^(?:actually|still|last|also|already|ever|just|really|then|currently|now|next|even|usually|again|each time)$/;
const AUXILIARY =
  /^(?:is|are|was|were|be|been|has|have|had|hasn't|haven't|hasnt|havent|isn't|wasn't|did|didn't|didnt|do|does|doesn't|can|could|may|must|should|will|would|got|gets|get|needs?|wants?|to|not)$/;
const PRONOUN = /^(?:i|we|you|they|he|she|it|everyone|everybody|someone|anyone|anything|something|people|you|one)$/;
const DETERMINER = /^(?:the|each|every|an?|my|our|their|his|her|its|any|some|which|what)$/;
const STARTS_CLAUSE =
  /^(?:i|we|you|they|he|she|it|everyone|everybody|is|are|was|were|has|have|had|did|do|does|can|will|should|each|every|the|my|our|which|what|people)$/;
const PARTICLE = /^(?:up|out|in|off|back|down|over|away)$/;
const PREPOSITION = /^(?:for|to|from|with|of|on|at|about|into|by|in|under)$/;
