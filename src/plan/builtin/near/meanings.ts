import type { Question } from '../../planner.ts';
import { basesOf, formsOf } from '../english/irregular.ts';
import { stem } from '../english/stem.ts';
import { type Token, tokenize } from '../english/tokens.ts';
import { wordTable } from '../english/word-table.ts';
import { DATED } from '../linking/expressions.ts';
import { withImpliedKeys } from '../linking/implied-keys.ts';
import { type Lexicon, lexiconOf, rootOf } from '../linking/lexicon.ts';
import { createLinks } from '../linking/link.ts';
import { plainJoinsOf } from '../linking/plain-joins.ts';
import { planOf } from '../plain/make.ts';
import { readAbout } from './about.ts';
import type { Mark } from './mark.ts';
import { type Slot, slotsOf } from './marks.ts';
import type { Meaning, Part } from './meaning.ts';
import { type StoredWords, storedWordsOf } from './stored-words.ts';

const TOKENS_MAX = 24;
const NO_MARK = 0.45;
const WAYS_MAX = 36;
/** Farther than this words may stand for nothing. */
const NAMED = 0.3;
/** Farther than this a stored text says nothing of a word that is left out. */
const FAR = 0.45;
/** Farther than this a reading is a guess. */
const COST_MAX = 2.2;

/** What a question may mean that was read by nothing else, the nearest first; each can be planned. */
export function meaningsOf({ text, schema: live, values, now }: Question): Meaning[] {
  const schema = withImpliedKeys(live);
  const lexicon = lexiconOf(schema);
  const tokens = parted(tokenize(text), lexicon, storedWordsOf(values, schema));
  const second = secondIn(tokens);
  if (tokens.length > TOKENS_MAX || tokens.slice(0, second).some(({ lower }) => ELSEWHERE.test(lower))) return [];
  const links = createLinks(tokens, lexicon, values);
  const slots = slotsOf({ tokens, lexicon, links, stored: storedWordsOf(values, schema), now });
  if (slots.some(({ cue, from }) => cue?.kind === 'two' && from > 0)) return [];
  const first = slots.find(({ marks }) => marks.some(({ kind }) => kind !== 'value'))?.from ?? second;
  // "it" is what was named before, but for "in how many percent of the cases was it …".
  const isShare = slots.some(({ cue }) => cue?.kind === 'percentage');
  if (
    tokens
      .slice(0, Math.min(first, second))
      .some(
        ({ lower }, at) =>
          PRONOUN.test(lower) &&
          !/^takes?$/.test(tokens[at + 1]?.lower ?? '') &&
          !(isShare && /^(?:is|was)$/.test(tokens[at - 1]?.lower ?? '')),
      )
  )
    return [];
  const graph = plainJoinsOf(schema, lexicon);
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
        nearest: slot.marks.find(({ kind, cost }) => kind !== 'value' || cost < FAR)?.cost ?? null,
        stored: slot.marks.some(({ kind, cost }) => kind === 'value' && cost === 0),
        words: wordsOf(slot),
        lead: tokens[slot.from - 1]?.lower ?? '',
        anyOne: /^an?$/.test(tokens[slot.from - 1]?.lower ?? '') && /^do(?:es)?$/.test(tokens[slot.from - 2]?.lower ?? ''),
        joined: between(at).includes('or'),
        below: between(at).some((word) => BELOW.has(word)),
        actor: between(at).some((word) => ACTING.has(word)),
        different: DIFFERENT.test(between(at).join(' ')),
      }),
    );
    const [first, more] = [parts.filter(({ from }) => from < second), parts.filter(({ from }) => from >= second)];
    const read = readAll(first, more, place, now.toISOString().slice(0, 10));
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
const parted = (tokens: readonly Token[], lexicon: Lexicon, stored: StoredWords): Token[] =>
  tokens.flatMap((token, at) => {
    const { words, roots } = lexicon;
    const base = token.lower.slice(2);
    const isDenied =
      /^un\w{4,}$/.test(token.lower) &&
      (/ed$/.test(base) || formsOf(base).length > 1 || basesOf(base).length > 1) &&
      (words.has(stem(base)) || roots.has(rootOf(base)));
    // "week by week" is of each of them.
    const [by, again] = tokens.slice(at + 1, at + 3);
    if (SPAN.test(token.lower) && by?.lower === 'by' && again?.lower === token.lower)
      return ['per', token.lower].map((word) => ({ ...token, text: word, lower: word }));
    if (SPAN.test(token.lower) && tokens[at - 1]?.lower === 'by' && tokens[at - 2]?.lower === token.lower) return [];
    if (token.lower === 'by' && SPAN.test(tokens[at - 1]?.lower ?? '') && tokens[at - 1]?.lower === by?.lower) return [];
    // Who owes something has not paid it.
    if (OWING.test(token.lower) && stored.at(tokens, at).length === 0 && isPaid(lexicon))
      return ['without', 'paid'].map((word) => ({ ...token, text: word, lower: word }));
    // "more than once".
    const often = /^(?:than|least)$/.test(tokens[at - 1]?.lower ?? '') ? OFTEN[token.lower] : undefined;
    if (often !== undefined)
      return [
        { ...token, kind: 'number', text: String(often), lower: String(often), number: often } as const,
        { ...token, text: 'times', lower: 'times' },
      ];
    if (!isDenied || words.has(stem(token.lower)) || stored.at(tokens, at).length > 0) return [token];
    return ['without', base].map((word) => ({ ...token, text: word, lower: word }));
  });

const SPAN = /^(?:day|week|month|year)$/;
const OFTEN = wordTable<number>({ once: 1, twice: 2, thrice: 3 });
const OWING = /^(?:owes?|owing)$/;
/** Whether rows say of themselves that they are paid. */
const isPaid = ({ tables }: Lexicon): boolean =>
  tables.some(({ columns }) =>
    columns.some(
      ({ column, words }) => (DATED.has(column.type) || column.type === 'boolean') && words.some((word) => rootOf(word) === rootOf('paid')),
    ),
  );

function readAll(first: readonly Part[], more: readonly Part[], place: Parameters<typeof readAbout>[2], today: string): Meaning[] {
  if (isAlternative(first, more)) return readAbout([...first, ...more], [], place, today);
  // "number of trips and total passengers per driver" are both of each driver.
  const group = first.some(isEach) ? -1 : more.findIndex((part, at) => isEach(part) && more[at + 1]?.mark !== null);
  return group > 0 ? readAbout([...first, ...more.slice(group)], more.slice(0, group), place, today) : readAbout(first, more, place, today);
}

const isEach = ({ cue }: Part): boolean => cue?.kind === 'each' || cue?.kind === 'by';

/** "how many barges and how many tugs" is one question. */
function isAlternative(first: readonly Part[], more: readonly Part[]): boolean {
  const [cue, { mark: value } = { mark: null }] = more;
  const isLike = ({ mark }: Part) =>
    mark?.kind === 'value' && value?.kind === 'value' && mark.table === value.table && mark.column === value.column;
  return more.length > 1 && cue?.cue?.kind === 'count' && first[0]?.cue?.kind === 'count' && first.some(isLike);
}

/** Where the last slot before one ends that stands for something. */
function lastSaid(slots: readonly Slot[], at: number): number {
  const before = slots
    .slice(0, at)
    .findLast(({ marks, cue, period, number }) => marks.length > 0 || cue !== null || period !== null || number !== null);
  return before?.end ?? 0;
}

/** What was said before is not in the question. */
const ELSEWHERE = /^(?:she|he|him|her|those|again|others?|instead|same)$/;
const PRONOUN = /^(?:it|them)$/;

/** Where a second question begins: "and when was the last one". */
function secondIn(tokens: readonly Token[]): number {
  const at = tokens.findIndex(
    ({ lower }, place) =>
      place > 1 &&
      lower === 'and' &&
      (ASKING.test(tokens[place + 1]?.lower ?? '') ||
        (FROM.test(tokens[place + 1]?.lower ?? '') && /^(?:which|what|whom)$/.test(tokens[place + 2]?.lower ?? '')) ||
        (/^(?:the|their|its)$/.test(tokens[place + 1]?.lower ?? '') && /^(?:average|avg|total)$/.test(tokens[place + 2]?.lower ?? ''))),
  );
  return at < 0 ? tokens.length : at + 1;
}

const ASKING = /^(?:how|what|whats|who|whos|whose|when|where|which|average|avg|total)$/;
/** "and at which bank". */
const FROM = /^(?:at|for|from|in|on|by|to|with|of)$/;
const ACTING = new Set(['did', 'does', 'has', 'had', 'through', 'via']);
const BELOW = new Set(['to', 'under', 'for', 'below', 'beneath', 'inside', 'within']);
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
