import { isPlural } from '../../english/inflect.ts';
import { isNameLike } from '../names.ts';
import { COUNTED } from './sketch.ts';
import { isPast, lemmaOf } from './verb.ts';

/** Who does what to what: "parents book a package for a date". */
export interface Statement {
  readonly subject: string;
  readonly verb: string;
  /** The verb as it stands. */
  readonly said: string;
  readonly particle: string;
  readonly passive: boolean;
  readonly object: string;
  /** What stands behind prepositions. */
  readonly places: readonly { readonly preposition: string; readonly words: string }[];
}

/** The parts of a clause with a subject of its own; null for words that are none. */
export function readClause(item: string): Statement | null {
  const words = item.split(/\s+/);
  const at = words.findIndex((_, place) => place > 0 && isVerbAt(words, place));
  if (at < 0) return null;
  const subject = words
    .slice(0, at)
    .join(' ')
    .replace(/ (?:that|which|who)$/, '');
  if (/^(?:[a-z]+s )+and |used$|needed$/.test(item) || subject.replace(DETERMINERS, '') === '') return null;
  if (!/^(?:i|we|they|anyone|people|everyone|everybody)$/i.test(subject) && !isNameLike(subject.replace(COUNTED, ''))) return null;
  let place = at;
  let passive = false;
  while (AUXILIARY.test(words[place] ?? '') && place < words.length - 1 && (place === at || lemmaOf(words[place + 1] ?? '') !== null)) {
    const next = words[place + 1] ?? '';
    if (/^(?:has|have|gets?|is|are|was|were|had)$/.test(words[place] ?? '') && lemmaOf(next) === null) break;
    if (/^(?:has|have|had)$/.test(words[place] ?? '') && !isPast(next) && next !== 'to') break;
    if (/^(?:is|are|was|were|be|been|gets?|got)$/.test(words[place] ?? '')) passive = isPast(next);
    place += 1;
  }
  while (ADVERBS.test(words[place] ?? '')) place += 1;
  const verb = lemmaOf(words[place] ?? '');
  if (verb === null) return null;
  const particle = PARTICLE.test(words[place + 1] ?? '') && !NOUN_AFTER.test(words[place + 2] ?? 'x') ? (words[place + 1] ?? '') : '';
  const rest = words
    .slice(place + (particle === '' ? 1 : 2))
    .join(' ')
    .replace(/^(it|them) (?:in|out|back|up|off|over)$/, '$1');
  const [object = '', ...after] = ` ${rest}`.split(/ (?=(?:to|for|at|on|in|from|with|by|(?<!because )of|because of|through|into|about) )/);
  const places = after.flatMap((part) => {
    const [, preposition = '', noun = ''] = /^(because of|[a-z]+) (.+)$/.exec(part) ?? [];
    return preposition === '' ? [] : [{ preposition, words: noun }];
  });
  // "a number of places", "two of them" are one.
  const [first] = places;
  const joined = first?.preposition === 'of' ? `${object.trim()} of ${first.words}` : object.trim();
  return {
    subject,
    verb,
    said: words[place] ?? '',
    particle,
    passive,
    object: joined,
    places: first?.preposition === 'of' ? places.slice(1) : places,
  };
}

/** Whether the word at this place is the verb of the sentence. */
function isVerbAt(words: readonly string[], at: number): boolean {
  const word = (words[at] ?? '').toLowerCase();
  const before = (words[at - 1] ?? '').toLowerCase();
  if (/^(?:is|are|was|were|has|have|had|can|must|may|should|will|needs?|gets?)$/.test(word)) return true;
  if (ADVERBS.test(word)) return false;
  const plain = lemmaOf(word);
  if (plain === null || (/ing$/.test(word) && plain !== word)) return false;
  if (/^(?:i|we|they|you|anyone|everyone|everybody|people|who)$/.test(before)) return true;
  const next = words[at + 1] ?? '';
  const goes =
    (next === '' && /^(?:pay|come)$/.test(word)) ||
    (next !== '' && (NOUN_AFTER.test(next) || PREPOSITION.test(next) || PARTICLE.test(next) || isPlural(next) || at === 1));
  if (isPlural(before) && !isPlural(word)) return goes && plain === word;
  const one = /^(?:each|every|an?|the)$/i.test(words[0] ?? '') && at > 1;
  return one && /s$/.test(word) && plain !== word && goes && !PREPOSITION.test(before);
}

const AUXILIARY = /^(?:is|are|was|were|be|been|has|have|had|can|must|may|should|will|would|needs?|to|gets?|got|not)$/;
const ADVERBS = /^(?:also|sometimes|often|usually|always|then|only|still|either|both|afterwards|again|together)$/;
const PARTICLE = /^(?:up|out|in|off|back|down|over|away|through)$/;
const PREPOSITION = /^(?:for|to|from|with|of|on|at|about|into|by|in|under|through)$/;
const NOUN_AFTER = /^(?:the|an?|one|each|every|our|my|their|its|us|me|it|them|some|several|many|two|three|which|what|\d+)$/;
const DETERMINERS = /^(?:the|an?|each|every|our|my|their|some|all)(?: |$)/i;
