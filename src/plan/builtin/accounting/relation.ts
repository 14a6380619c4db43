import type { Token } from '../english/tokens.ts';
import { FUNCTION_WORDS, GLUE, LINK_VERBS } from '../english/words.ts';
import { rootOf } from '../linking/lexicon.ts';
import { isDeed, isStateVerb, NEEDS, SILENT, TIME_WORDS } from './accounting-words.ts';

/** A verb that people use for what a schema's keys relate, in one of its forms; or any in the past or progressive. */
export const isVerb = (word: string): boolean => isKnownVerb(word) || /^[a-z]{3,}(?:ed|ing)$/.test(word);
const isKnownVerb = (word: string): boolean => LINK_VERBS.has(word) || LINK_ROOTS.has(rootOf(word));
const LINK_ROOTS: ReadonlySet<string> = new Set([...LINK_VERBS].map(rootOf));

/**
 * Whether a verb only says that two things are related, which the plan's joins or one of its columns say: it follows a thing
 * or an auxiliary, and another thing follows it as its object or its agent. Before a noun, at the end of its clause, or
 * alone, a verb says of what kind or in what state a thing is ("used cars"), which the plan has to hold.
 */
export function isRelation(
  tokens: readonly Token[],
  at: number,
  { joins, dated }: { readonly joins: boolean; readonly dated: boolean },
  isThing: (token: Token) => boolean,
): boolean {
  const [before, own, after] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (before === undefined || own === undefined || OPENS_NOUN.has(before.lower) || before.number !== null) return false;
  // Of two verbs in a row, "who insured missed a lesson", one has no place.
  const isDone = (token: Token | undefined) => token?.kind === 'word' && /[a-z]{3}ed$/.test(token.lower);
  if (isDone(before) || (isDone(after) && DETERMINERS.has(tokens[at + 2]?.lower ?? ''))) return false;
  const ends = (token: Token | undefined) =>
    token === undefined || ENDS.has(token.lower) || token.kind === 'comma' || token.kind === 'stop';
  const plain = isKnownVerb(own.lower) && !isStateVerb(own.lower);
  // "Which banks do I use?"
  if (ends(after)) return plain && tokens.slice(0, at).some(({ lower }) => DOES.has(lower)) && !/(?:ed|ing)$/.test(own.lower);
  const preposition = PREPOSITIONS.has(after?.lower ?? '');
  if (preposition && ends(tokens[at + 2])) return plain;
  const next = tokens.slice(at + 1).find(({ lower }) => !RELATION_GLUE.has(lower));
  if (next === undefined || !(isThing(next) || SILENT.has(next.lower) || TIME_WORDS.has(next.lower) || NEEDS.has(next.lower))) return false;
  // "the premium wedding plan": before a bare noun, and after "does" or "have", what only looks like a verb says of what kind it is.
  if (!isKnownVerb(own.lower) && own.lower.endsWith('ing')) {
    const takesObject = preposition || DETERMINERS.has(after?.lower ?? '');
    if (!takesObject || DOES.has(before.lower) || HAS.has(before.lower)) return false;
  }
  if (isStateVerb(own.lower)) return isDeed(own.lower) && joins && !preposition;
  const agent = after?.lower === 'by';
  if (agent || !preposition) return joins || isKnownVerb(own.lower);
  return plain && (joins || (dated && (next.number !== null || TIME_WORDS.has(next.lower))));
}

/** What opens a noun, so that a participle after it is said of that noun. */
export const OPENS_NOUN = new Set(
  'the a an all any some each every many much of for by in at from with without per than our my their its his her no show list find give get count number me and or , average total most only'.split(
    ' ',
  ),
);
const DOES = new Set(['do', 'does', 'did']);
const HAS = new Set(['have', 'has', 'had']);
const DETERMINERS = new Set('the a an any each every all both some our my their its his her these those this that more most at'.split(' '));
const PREPOSITIONS = new Set(['in', 'at', 'on', 'by', 'from', 'to', 'for', 'with', 'without', 'of', 'per', 'than']);
const ENDS = new Set(['and', 'or', 'but', 'then', 'yet']);
const RELATION_GLUE = new Set([...FUNCTION_WORDS, ...GLUE]);
