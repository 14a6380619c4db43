import { distance } from 'fastest-levenshtein';
import type { Outcome, Question } from '../../planner.ts';
import { isShort } from '../composed/ask.ts';
import { isPersonNoun } from '../english/person-noun.ts';
import { relatedTo } from '../english/related-words.ts';
import { stem } from '../english/stem.ts';
import { tokenize } from '../english/tokens.ts';
import { isDoerOf } from '../linking/doer.ts';
import { type Lexicon, lexiconOf, rootOf } from '../linking/lexicon.ts';
import { createLinks } from '../linking/link.ts';
import { standInsFor } from '../linking/link-related.ts';
import type { CloseReading } from '../plain/offered.ts';

/** How a sentence is read. */
export type Ask = (text: string) => Promise<Outcome>;

const READINGS_MAX = 3;
/** Each is planned before it is offered. */
const TRIES_MAX = 12;
/** Of those that leave more out. */
const CUTS_MAX = 4;
const LETTERS_MIN = 4;
/** What is left of "in Kona", at the end or before another condition. */
const DANGLING =
  / (?:in|from|of|by|with|without|at|on|for|to|and|or|the|a|an|are|is|than|per|called|named|about|under|over|who|that|which|whose|we|they|do|did|does|(?<!(?:i|we|you|they) )have|has|not|(?<!(?:is|are|was|were) )there)$| (?:in|from|of|by|with|for|to) (?:in|from|of|by|with|for|to|and|or) /i;
const SLIPS_MAX = 2;

/**
 * Sentences near to one that was not understood, which are: with a word that found no place in the spelling of a name, a
 * stored value or a word of asking that it is near to, else without it. Each means one thing: it has been planned. `surely`: only
 * with a word of the same family, or without one that stands before a name ("unpaid orders").
 */
export async function closeReadings(question: Question, unclear: readonly string[], ask: Ask, surely = false): Promise<CloseReading[]> {
  const { text } = question;
  const lexicon = lexiconOf(question.schema);
  const found: CloseReading[] = [];
  let triesLeft = TRIES_MAX;
  const offer = async (goal: string, label: string, swaps: readonly Swap[] = []) => {
    if (goal === text || goal.trim() === '' || triesLeft <= 0 || found.length >= READINGS_MAX) return;
    if (found.some((known) => known.goal === goal)) return;
    triesLeft -= 1;
    const read = await ask(goal);
    if (read.kind !== 'plan') return;
    const related = swaps.length > 0 && swaps.every((swap) => isFamily(swap) && !isHolder(swap, lexicon));
    const notes = swaps.map(({ word, near }) => `'${word}' read as '${near}'`);
    found.push({ label, goal, ...(related ? { sure: { notes: [...notes, ...read.assumptions], plan: read.plan } } : {}) });
  };
  const words = [...new Set([...unclear, ...unlinkedOf(question, lexicon)])].slice(0, WORDS_MAX);
  const near = words.map((word) => nearest(word, question, lexicon).map((one): Swap => ({ word, near: one })));
  const swaps = surely ? near.map((some) => some.filter(isFamily)) : near;
  const [first = [], second = []] = swaps;
  for (const swap of swaps.flat()) await offer(replaced(text, swap.word, swap.near), saidOf([swap]), [swap]);
  if (found.length === 0)
    for (const one of first.slice(0, 2))
      for (const other of second.slice(0, 2))
        await offer(replaced(replaced(text, one.word, one.near), other.word, other.near), saidOf([one, other]), [one, other]);
  if (surely) {
    const [word = '', ...more] = unclear;
    const before = new RegExp(`\\b${word.replaceAll(/[^\p{L}\p{N}]/gu, '.')} (\\p{L}+)`, 'iu').exec(text)?.[1] ?? '';
    const isTold = more.length === 0 && word !== '' && isNamed(before.toLowerCase(), lexicon) && !WEIGHTY.test(word);
    if (found.length === 0 && isTold) await offer(replaced(text, `${word} `, ''), `without "${word}"`);
    return found;
  }
  if (found.length === 0) for (const { left, out } of clausesOf(text)) if (!DANGLING.test(left)) await offer(left, `without "${out}"`);
  if (found.length === 0 && unclear.length > 0 && !unclear.some((word) => WEIGHTY.test(word))) {
    const without = unclear.reduce((left, word) => replaced(left, word, ''), text);
    const rest = without
      .replaceAll(/\s+/g, ' ')
      .replace(/[\s?.!]+$/, '')
      .trim();
    // "customers from France" without the country would be all of them.
    if (!DANGLING.test(rest)) await offer(rest, `without ${unclear.map((word) => `"${word}"`).join(' and ')}`);
  }
  if (found.length === 0 && isShort(text.trim().split(/\s+/))) {
    triesLeft = CUTS_MAX;
    for (const { left, out } of cutsAround(text, words)) {
      await offer(left, `without "${out}"`);
      // What leaves less out comes first.
      if (found.length > 0) break;
    }
  }
  return found;
}

const isNamed = (word: string, { tables }: Lexicon): boolean => tables.some(({ words }) => words.at(-1) === stem(word));

/** A question without a few words in a row, one of which found no place: "on stage", "so far", the fewest first. */
function cutsAround(text: string, unclear: readonly string[]): { left: string; out: string }[] {
  const words = text
    .trim()
    .replace(/[\s.?!]+$/, '')
    .split(/\s+/);
  const blamed = words.flatMap((word, at) =>
    unclear.some((one) => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '') === one.toLowerCase()) ? [at] : [],
  );
  const cuts = [1, 2, 3, 4, 5].flatMap((length) =>
    blamed.flatMap((at) =>
      Array.from({ length }, (_one, before) => at - before).flatMap((from) =>
        from > 0 && from + length <= words.length ? [{ from, to: from + length }] : [],
      ),
    ),
  );
  const seen = new Set<string>();
  return cuts.flatMap(({ from, to }) => {
    const left = [...words.slice(0, from), ...words.slice(to)].join(' ').replace(/[\s,]+$/, '');
    const out = words.slice(from, to).join(' ');
    if (seen.has(left) || left.split(' ').length < LEFT_MIN || DANGLING.test(left) || BROKEN.test(left) || WEIGHTY.test(out)) return [];
    seen.add(left);
    return [{ left, out }];
  });
}

const LEFT_MIN = 3;
/** "when was the and who placed it", "who the fewest people", "how many students does each": no sentence any more. */
const BROKEN =
  /\b(?:the|an?|any|our|my|each|every|which|what) (?:and|or|of|the|an?|who|which|that|when|where|is|are|was|were|in|with|for|by|to)\b|^who (?:of|the|an?|with|for|in|and)\b|\b(?:each|every|any|our|my|which|what|how|many|much|it|its)$/i;
/** Without such a word a question asks for something else. */
const WEIGHTY =
  /\b(?:not|no|never|none|nobody|without|except|only|more|less|fewer|than|over|under|above|below|before|after|since|until|most|least|fewest|first|last|next|average|total|percent|percentage|share|proportion|nobody|today|yesterday|tomorrow|days?|weeks?|months?|years?|january|february|march|april|may|june|july|august|september|october|november|december|(?:19|20)\d\d)\b|%|n['’]?t\b/i;

/** A question of several parts without one of them: what stands in brackets, or after a mark, a comma or "i mean". */
function clausesOf(text: string): { left: string; out: string }[] {
  const cuts = [
    /\(([^()]+)\)/,
    /[?:;]\s+(\S.*)$/,
    /,?\s+((?:i mean|i\.e\.|meaning|or rather)\b.*)$/i,
    /,\s+(\S[^,]*)$/,
    /^([^,:?]+[,:?])\s+\S/,
  ];
  return cuts.flatMap((cut) => {
    const out = cut.exec(text)?.[1];
    const left =
      out === undefined
        ? ''
        : replaced(text, out, '')
            .replaceAll('()', '')
            .replaceAll(/\s+/g, ' ')
            .replace(/^[\s,:?]+|[\s,:?.!]+$/g, '');
    return out === undefined || left.split(' ').length < CLAUSE_WORDS_MIN ? [] : [{ left, out: out.trim() }];
  });
}

const CLAUSE_WORDS_MIN = 2;

interface Swap {
  readonly word: string;
  readonly near: string;
}

/** "performed" and performance, "electrical" and electrics, "shakespeare" and William Shakespeare. */
function isFamily({ word, near }: Swap): boolean {
  const [said, known] = [word.toLowerCase(), near.toLowerCase()];
  if (said.length < FAMILY_MIN) return false;
  if (known.split(' ').includes(said)) return relatedTo(said).has(known);
  const length = [...said].findIndex((letter, at) => letter !== known[at]);
  const alike = length < 0 ? said.length : length;
  return (
    alike >= FAMILY_MIN - 1 &&
    alike >= Math.min(said.length, known.length) - 3 &&
    (relatedTo(said).has(known) || relatedTo(known).has(said) || rootOf(said) === rootOf(known))
  );
}

const FAMILY_MIN = 5;

/** Who holds a tenancy is none: a person is not read as the table of what they have or did. */
const isHolder = ({ word, near }: Swap, lexicon: Lexicon): boolean => {
  const [said, known] = [stem(word.toLowerCase()), stem(near.toLowerCase())];
  const isPossessor = isPersonNoun(said) && !isPersonNoun(known) && lexicon.tables.some(({ words }) => words.at(-1) === known);
  return isPossessor || isDoerOf(said, near.toLowerCase(), lexicon);
};

const saidOf = (swaps: readonly Swap[]): string => swaps.map(({ word, near }) => `with "${near}" for "${word}"`).join(' and ');

/** Words that name nothing here. */
function unlinkedOf({ text, values }: Question, lexicon: Lexicon): string[] {
  const tokens = tokenize(text);
  return [...createLinks(tokens, lexicon, values).unlinked()].flatMap((at) => tokens[at]?.lower ?? []);
}

/** What a word may stand for: what has nearly the same letters, the nearest first, then what means nearly the same. */
const nearest = (word: string, question: Question, lexicon: Lexicon): string[] => [
  ...spelledAlike(word, question, lexicon),
  ...meaningAlike(word.toLowerCase(), question, lexicon),
];

/** Names and stored values of a word's synonyms, and tables of what is of its kind. */
function meaningAlike(word: string, { values }: Question, lexicon: Lexicon): string[] {
  const token = { kind: 'word', text: word, lower: word, number: null, start: 0, end: word.length } as const;
  const stored = [...relatedTo(word).keys()].filter((related) => values.find(related).length > 0);
  const names = standInsFor(token, lexicon).map((one) => one.word);
  return [...new Set([...names, ...stored])].filter((near) => near !== word && stem(word) !== near).slice(0, ALIKE_MAX);
}

const ALIKE_MAX = 3;
const WORDS_MAX = 3;

/** Names, values of one word and words of asking that have nearly the same letters. */
function spelledAlike(word: string, { values }: Question, lexicon: Lexicon): string[] {
  const said = word.toLowerCase();
  if (said.length < LETTERS_MIN) return [];
  const stored = lexicon.tables.flatMap(({ table, columns }) =>
    columns.flatMap(({ column }) => (values.of(table.name, column.name) ?? []).slice(0, VALUES_MAX).flatMap(nameParts)),
  );
  const names = [...lexicon.words, ...lexicon.tables.map(({ table }) => table.name.replaceAll('_', ' '))];
  const near = [...new Set([...ASKING, ...names, ...stored])].flatMap((known) => {
    if (Math.abs(known.length - said.length) > SLIPS_MAX || known[0]?.toLowerCase() !== said[0]) return [];
    const slips = distance(said, known.toLowerCase());
    return slips > 0 && slips <= SLIPS_MAX ? [{ known, slips }] : [];
  });
  return near.sort((a, b) => a.slips - b.slips).map(({ known }) => known);
}

/** A slip in a name may be in one word of it. */
const nameParts = (value: string): string[] => [value, ...(value.includes(' ') ? value.split(' ') : [])];

const VALUES_MAX = 500;
const ASKING = 'show list give find count what which how many much average total number'.split(' ');

const replaced = (text: string, word: string, by: string): string => {
  const at = text.toLowerCase().indexOf(word.toLowerCase());
  return at < 0 ? text : `${text.slice(0, at)}${by}${text.slice(at + word.length)}`;
};
