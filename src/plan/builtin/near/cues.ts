import type { Token } from '../tokens.ts';

/** What words ask for, whatever the names. */
export interface Cue {
  readonly kind:
    | 'count'
    | 'amount'
    | 'average'
    | 'percentage'
    | 'most'
    | 'least'
    | 'latest'
    | 'earliest'
    | 'each'
    | 'not'
    | 'nobody'
    | 'over'
    | 'under'
    | 'least-number'
    | 'unit'
    | 'two'
    | 'open'
    | 'length';
  readonly end: number;
  /** Of a word that asks for a quantity: what this is called. */
  readonly of: readonly string[];
  readonly said: string;
}

const PRICE = 'price cost fee rate amount value';
const LENGTH = 'length duration runtime run minutes time hours';

const WORDS: readonly (readonly [kind: Cue['kind'], words: string, of?: string])[] = [
  ['count', 'how many, number of, nr of, no of, count of, how often'],
  ['amount', 'how much, total, sum of, altogether, in total'],
  ['average', 'on average, average, avg, mean'],
  ['percentage', 'how many percent, what share of, share of, percentage, percent, per cent, proportion of, proportion, %'],
  ['most', 'most expensive, priciest, dearest', PRICE],
  ['least', 'least expensive, cheapest', PRICE],
  ['most', 'longest, tallest', LENGTH],
  ['least', 'shortest', LENGTH],
  ['most', 'heaviest', 'weight kg'],
  ['most', 'most, highest, largest, biggest, greatest, top, best, busiest, favourite, most popular'],
  ['least', 'fewest, least, lowest, smallest, worst'],
  ['latest', 'most recent, newest, latest, last, youngest'],
  ['earliest', 'oldest, earliest, first, longest standing'],
  ['each', 'for each, for every, of each, in each, by each, per, each, every'],
  ['nobody', 'nobody, no one, noone, none'],
  ['not', 'not, never, no, without, nothing, cannot'],
  ['over', 'more than, over, longer than, older than, greater than, higher than, above, exceeding'],
  ['under', 'less than, fewer than, under, below, shorter than, cheaper than'],
  ['least-number', 'at least'],
  ['unit', 'how long, how many days, how many hours, how many minutes, how many weeks'],
  ['open', 'right now, at the moment, currently, still, outstanding, now'],
  ['two', 'and how, and what, and who, and when, and where, and which, compared, except, apart from, than, ratio, twice'],
];

const CUES = WORDS.flatMap(([kind, words, of = '']) =>
  words.split(', ').map((said) => ({ kind, said, of: of === '' ? [] : of.split(' ') })),
).sort((a, b) => b.said.split(' ').length - a.said.split(' ').length);

/** A cue that begins at a token. */
export function cueAt(tokens: readonly Token[], at: number): Cue | null {
  const found = CUES.find(({ said }) => said.split(' ').every((word, step) => tokens[at + step]?.lower === word));
  return found === undefined ? null : { ...found, end: at + found.said.split(' ').length };
}
