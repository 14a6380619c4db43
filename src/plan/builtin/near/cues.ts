import type { Token } from '../english/tokens.ts';

const KINDS = [
  'count',
  'amount',
  'average',
  'percentage',
  'most',
  'least',
  'latest',
  'earliest',
  'next',
  'each',
  'by',
  'not',
  'nobody',
  'over',
  'under',
  'least-number',
  'unit',
  'more',
  'less',
  'than',
  'two',
  'open',
  'late',
  'behind',
  'when',
  'where',
  'order',
  'short',
  'gone',
] as const;

/** What words ask for, whatever the names. */
export interface Cue {
  readonly kind: (typeof KINDS)[number];
  readonly end: number;
  /** Of a word that asks for a quantity: what this is called. */
  readonly of: readonly string[];
  readonly said: string;
}

const PRICE = 'price cost fee rate amount value';
const LENGTH = 'length duration runtime run minutes time hours';
/** Of what takes some time. */
const TIME = 'time duration days day hours minutes lead';

const WORDS: readonly (readonly [kind: Cue['kind'], words: string, of?: string])[] = [
  ['count', 'how many, total number of, number of, nr of, no of, count of, how often, how many times'],
  ['amount', 'how much, total, sum of, altogether, in total'],
  ['average', 'on average, average, avg, mean'],
  ['percentage', 'how many percent, what share of, share of, percentage, percent, in percent, per cent, proportion of, proportion, %'],
  ['most', 'most expensive, priciest, dearest', PRICE],
  ['least', 'least expensive, cheapest', PRICE],
  ['most', 'tallest', 'height'],
  ['most', 'longest', LENGTH],
  ['least', 'shortest', LENGTH],
  ['most', 'slowest', TIME],
  ['least', 'quickest, fastest', TIME],
  ['most', 'heaviest', 'weight kg'],
  ['most', 'best paid, highest paid', 'wage salary pay rate'],
  ['most', 'most, highest, largest, biggest, greatest, top, best, busiest, favourite, most popular, most often'],
  ['least', 'fewest, least, lowest, smallest, worst, least often'],
  ['latest', 'most recently, most recent, newest, latest, last time, last, youngest'],
  ['earliest', 'oldest, earliest, first time, first, longest standing, the longest ago'],
  ['next', 'next, soonest, coming'],
  ['order', 'cheapest first', PRICE],
  ['order', 'best first, biggest first, highest first, newest first, latest first, most first, oldest first, lowest first'],
  ['each', 'for each, for every, of each, in each, by each, per, each, every'],
  ['by', 'going by, judging by, measured by, by'],
  ['nobody', 'nobody, no one, noone, none'],
  ['not', 'not, non, never, no, without, nothing, cannot'],
  ['over', 'more than, over, longer than, later than, older than, greater than, higher than, bigger than, larger than, above, exceeding'],
  ['under', 'less than, fewer than, under, below, shorter than, cheaper than, smaller than'],
  ['least-number', 'at least'],
  [
    'unit',
    'how far ahead, how far in advance, how long in advance, how long between, days between, hours between, minutes between, time between, how long, how many days, how many nights, how many hours, how many minutes, how many weeks',
  ],
  ['open', 'right now, at the moment, currently, current, at present, still, outstanding, now'],
  ['behind', 'too late, late, on time, in time'],
  [
    'late',
    'behind with, behind on, late with, late on, in arrears, overdue, past due, should have been, should have, was supposed to be, were supposed to be, expired, ran out, run out, runs out',
  ],
  ['more', 'more expensive, dearer, pricier', PRICE],
  ['less', 'less expensive, cheaper', PRICE],
  ['more', 'longer, taller', LENGTH],
  ['less', 'shorter', LENGTH],
  ['more', 'heavier', 'weight kg'],
  ['more', 'more often, more, vs, versus, against, compared with, compared to, compare, bigger, higher, better'],
  ['less', 'less often, less, fewer'],
  ['than', 'than'],
  ['when', 'when, what day, what date, on what day, on what date'],
  ['where', 'where'],
  [
    'short',
    'running short, running low, run low, run short, low on stock, low in stock, order again, order in again, reorder, restock, reordering, restocking, needs reordering',
  ],
  ['gone', 'sold out, out of stock, none left'],
  ['two', 'compared, except, apart from, ratio, twice, i mean'],
];

/** Words that ask for money, whatever it is called. */
export const MONEY_WORD =
  /^(?:make|made|makes|making|earn\w*|spen[dt]\w*|brings?|brought|costs?|charged?|pay|paid|pays|owed?|worth|value|takings?|took|take|raised?|turnover|revenue|money|income|sales|sell|sold|bill(?:ed|ing)?|invoiced?|euros?|pounds?|dollars?|quid|bucks|cash)$/;

const CUES = WORDS.flatMap(([kind, words, of = '']) =>
  words.split(', ').map((said) => ({ kind, said, of: of === '' ? [] : of.split(' ') })),
).sort((a, b) => b.said.split(' ').length - a.said.split(' ').length);

/** Words that ask only where a question begins: "the year when it opened". */
const ASKING: ReadonlySet<Cue['kind']> = new Set(['when', 'where']);

/** What may stand before "number of" where it counts. */
const COUNTED: ReadonlySet<string> = new Set(
  'the a total average avg mean what whats is and or by show me give get tell list find count highest lowest largest biggest smallest greatest same exact with in of have has per monthly yearly weekly daily'.split(
    ' ',
  ),
);

/** A cue that begins at a token. */
export function cueAt(tokens: readonly Token[], at: number): Cue | null {
  const found = CUES.find(({ said }) => said.split(' ').every((word, step) => tokens[at + step]?.lower === word));
  if (found === undefined) return null;
  const before = tokens[at - 1];
  // "which orders are late" are overdue.
  if (found.said === 'late' && /^(?:is|are)$/.test(before?.lower ?? '')) return { ...found, kind: 'late', end: at + 1 };
  // "how late was she" asks for a number.
  if (found.kind === 'behind' && before?.lower === 'how') return null;
  // "the mobile number of Ada" is no count, and "coming to the gala" no next one.
  if (/^(?:number|nr|no) of$/.test(found.said) && before?.kind === 'word' && !COUNTED.has(before.lower)) return null;
  const isWhen = tokens[0]?.lower === 'when' && at === tokens.length - 1;
  if (found.said === 'coming' && !isWhen && !/^(?:the|our|this|my)$/.test(before?.lower ?? '')) return null;
  if (ASKING.has(found.kind) && before !== undefined && !['and', 'so', 'ok', 'but'].includes(before.lower)) return null;
  return { ...found, end: at + found.said.split(' ').length };
}
