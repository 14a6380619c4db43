import type { Question } from '../../planner.ts';
import { formsOf } from '../english/irregular.ts';
import { stem } from '../english/stem.ts';
import { type Token, tokenize } from '../english/tokens.ts';
import { withImpliedKeys } from '../linking/implied-keys.ts';
import { joinGraphOf } from '../linking/joins.ts';
import { type Lexicon, lexiconOf, rootOf } from '../linking/lexicon.ts';
import { createLinks } from '../linking/link.ts';
import { planOf } from '../plain/make.ts';
import { readAbout } from './about.ts';
import { type Mark, type Slot, slotsOf } from './marks.ts';
import type { Meaning, Part } from './meaning.ts';
import { type StoredWords, storedWordsOf } from './stored-words.ts';

const TOKENS_MAX = 24;
const NO_MARK = 0.45;
const WAYS_MAX = 36;
/** Farther than this words may stand for nothing. */
const NAMED = 0.3;
/** Farther than this a reading is a guess. */
const COST_MAX = 2.2;

/** What a question may mean that was read by nothing else, the nearest first; each can be planned. */
export function meaningsOf({ text, schema: live, values, now }: Question): Meaning[] {
  const schema = withImpliedKeys(live);
  const lexicon = lexiconOf(schema);
  const tokens = parted(tokenize(text), lexicon, storedWordsOf(values, schema));
  const second = secondIn(tokens);
  if (tokens.length > TOKENS_MAX || ELSEWHERE.test(textOf(tokens.slice(0, second)))) return [];
  const links = createLinks(tokens, lexicon, values);
  const slots = slotsOf({ tokens, lexicon, links, stored: storedWordsOf(values, schema), now });
  if (slots.some(({ cue, from }) => cue?.kind === 'two' && from > 0)) return [];
  const graph = joinGraphOf(schema, lexicon);
  const wordsOf = ({ from, end }: Slot) => textOf(tokens.slice(from, end));
  const place = { lexicon, graph };
  // "and who has it", of which no word stands for anything here.
  const lost = second < tokens.length && !slots.some(({ from }) => from >= second) ? textOf(tokens.slice(second - 1)) : null;
  const between = (at: number) => tokens.slice(lastSaid(slots, at), slots[at]?.from).map(({ lower }) => lower);
  const found = waysOf(slots).flatMap((marks) => {
    const parts = slots.map(
      (slot, at): Part => ({
        ...slot,
        mark: marks[at] ?? null,
        named: slot.marks.length > 0,
        stored: slot.marks.some(({ kind, cost }) => kind === 'value' && cost === 0),
        words: wordsOf(slot),
        joined: between(at).includes('or'),
        different: DIFFERENT.test(between(at).join(' ')),
      }),
    );
    const [first, more] = [parts.filter(({ from }) => from < second), parts.filter(({ from }) => from >= second)];
    const read = readAbout(first, more, place, now.toISOString().slice(0, 10));
    return lost === null ? read : read.map((one) => ({ ...one, cost: one.cost + NO_MARK, without: [...one.without, lost] }));
  });
  const planned = found
    .filter(({ cost }) => cost <= COST_MAX)
    .sort((a, b) => a.cost - b.cost)
    .filter(({ sentence }, at, all) => all.findIndex((other) => JSON.stringify(other.sentence) === JSON.stringify(sentence)) === at);
  return planned.filter(({ sentence }) => planOf(sentence, place) !== null);
}

const textOf = (tokens: readonly Token[]): string => tokens.map(({ lower }) => lower).join(' ');

/** "unpaid" is not paid, where nothing here is called so. */
const parted = (tokens: readonly Token[], { words, roots }: Lexicon, stored: StoredWords): Token[] =>
  tokens.flatMap((token, at) => {
    const base = token.lower.slice(2);
    const isDenied =
      /^un\w{4,}$/.test(token.lower) &&
      (/ed$/.test(base) || formsOf(base).length > 1) &&
      (words.has(stem(base)) || roots.has(rootOf(base)));
    if (!isDenied || words.has(stem(token.lower)) || stored.at(tokens, at).length > 0) return [token];
    return ['without', base].map((word) => ({ ...token, text: word, lower: word }));
  });

/** Where the last slot before one ends that stands for something. */
function lastSaid(slots: readonly Slot[], at: number): number {
  const before = slots
    .slice(0, at)
    .findLast(({ marks, cue, period, number }) => marks.length > 0 || cue !== null || period !== null || number !== null);
  return before?.end ?? 0;
}

/** What was said before is not in the question; "how long does it take" means nothing that was. */
const ELSEWHERE = /\b(?:she|he|him|her|it(?! takes?\b)|those|them|again|others?|instead|same)\b/i;

/** Where a second question begins: "and when was the last one". */
function secondIn(tokens: readonly Token[]): number {
  const at = tokens.findIndex(
    ({ lower }, place) =>
      place > 1 &&
      lower === 'and' &&
      (ASKING.test(tokens[place + 1]?.lower ?? '') ||
        (/^(?:the|their|its)$/.test(tokens[place + 1]?.lower ?? '') && /^(?:average|avg|total)$/.test(tokens[place + 2]?.lower ?? ''))),
  );
  return at < 0 ? tokens.length : at + 1;
}

const ASKING = /^(?:how|what|whats|who|whos|when|where|which|average|avg|total)$/;
const DIFFERENT = /\b(?:different|distinct|unique|kinds?|types?|sorts?)\b/;

/** One mark for each slot, in each way, the nearest first. */
function waysOf(slots: readonly Slot[]): (Mark | null)[][] {
  let ways: { marks: (Mark | null)[]; cost: number }[] = [{ marks: [], cost: 0 }];
  for (const { marks } of slots) {
    // What is only like a name may be none.
    const next = marks.every(({ cost }) => cost > NAMED) ? [...marks, null] : marks;
    ways = ways
      .flatMap((way) => next.map((mark) => ({ marks: [...way.marks, mark], cost: way.cost + (mark?.cost ?? NO_MARK) })))
      .sort((a, b) => a.cost - b.cost)
      .slice(0, WAYS_MAX);
  }
  return ways.map(({ marks }) => marks);
}
