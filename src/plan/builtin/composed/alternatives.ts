import type { Question } from '../../planner.ts';
import { anyDatedAt } from '../phrases/dates.ts';
import { after, type Ground, word } from '../phrases/ground.ts';
import { kindAt } from '../phrases/kinds.ts';
import { headsAt } from '../phrases/noun-phrase.ts';
import { groundOf } from '../phrases/phrases.ts';
import type { Things } from '../phrases/things.ts';
import { valuesAt } from '../phrases/values.ts';

/** A sentence that sets two of a kind against each other: what stands before them and after them, and the two. */
export interface Opposed {
  readonly before: string;
  readonly first: string;
  readonly second: string;
  readonly after: string;
}

const BETWEEN = ['or', 'than', 'vs', 'vs.', 'v', 'versus', 'against', 'compared to', 'compared with', 'as opposed to'];

/** The two of a sentence: values of one column, names of rows of one table, dates, or kinds of things; the longest first. */
export function alternativesIn(question: Question, text: string): Opposed[] {
  const ground = groundOf({ ...question, text });
  const { tokens } = ground;
  const said = (from: number, to: number) => (to > from ? text.slice(tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0) : '');
  return tokens.flatMap((_token, at) => {
    const next = after(ground, at, BETWEEN);
    if (next === null || at === 0) return [];
    const stop = tokens[at - 1]?.kind === 'comma' ? at - 1 : at;
    const { start, preposition } = opening(ground, next);
    const pairs = Array.from({ length: Math.min(NAME_MAX, stop) }, (_one, back) => stop - 1 - back).flatMap((from) =>
      readAt(ground, from)
        .filter(({ end }) => end === stop)
        .flatMap((one) =>
          readAt(ground, start).flatMap((other) => (isAlike(one, other) ? [{ from, end: other.end, mixed: one.noun !== other.noun }] : [])),
        ),
    );
    const alike = pairs.some(({ mixed }) => !mixed) ? pairs.filter(({ mixed }) => !mixed) : pairs;
    const longest = alike.sort((a, b) => b.end - b.from - (a.end - a.from)).slice(0, READINGS_MAX);
    return longest.map((pair) => {
      // "from the bus or from the centre": what is said before both is said once.
      const own = word(ground, opened(ground, pair.from) - 1);
      const kept = preposition === own ? '' : preposition;
      return {
        before: said(0, pair.from),
        first: said(pair.from, stop),
        second: [kept, said(start, pair.end)].filter(Boolean).join(' '),
        after: said(pair.end, tokens.length).replace(/^[,\s-]+/, ''),
      };
    });
  });
}

const NAME_MAX = 5;
/** "hotels or restaurants order": the second may be a name of two words, or a verb may follow it. */
const READINGS_MAX = 2;
const PREPOSITIONS = new Set(['in', 'on', 'from', 'by', 'at', 'for', 'with', 'of', 'to', 'through']);
const ARTICLES = new Set(['the', 'a', 'an', 'our', 'more']);

/** Where the second begins, after what is said before it again: "or from the centre". */
function opening(ground: Ground, at: number): { start: number; preposition: string } {
  let start = at;
  let preposition = '';
  while (ARTICLES.has(word(ground, start)) || PREPOSITIONS.has(word(ground, start))) {
    if (PREPOSITIONS.has(word(ground, start))) preposition = word(ground, start);
    start += 1;
  }
  return { start, preposition };
}

const opened = (ground: Ground, at: number): number => {
  let start = at;
  while (ARTICLES.has(word(ground, start - 1))) start -= 1;
  return start;
};

interface Alternative {
  readonly end: number;
  /** What both have to have one of: columns that hold the value, or what it is. */
  readonly kinds: readonly string[];
  /** Its noun is said as well: "female dogs". What only the second of two has, "male or female dogs", is said of both. */
  readonly noun: boolean;
}

const readAt = (ground: Ground, at: number): Alternative[] => [
  ...valuesAt(ground, at).map(({ value, end }) => ({
    end,
    noun: false,
    kinds: value.places.map(({ table, column }) => `${table}.${column}`),
  })),
  ...anyDatedAt(ground, at).map(({ end }) => ({ end, noun: false, kinds: ['date'] })),
  ...[...headsAt(ground, at), ...kindAt(ground, at)].map(({ value, end }) => ({
    ...{ end, noun: true, kinds: value.filters.length > 0 ? kindsOf(value) : ['rows'] },
  })),
];

const kindsOf = ({ table, filters }: Things): string[] =>
  filters.flatMap((filter) => (filter.kind === 'test' && filter.column !== undefined ? [`${filter.table}.${filter.column}`] : [table]));

const isAlike = (one: Alternative, other: Alternative): boolean => one.kinds.some((kind) => other.kinds.includes(kind));
