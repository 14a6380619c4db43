import { wordTable } from './word-table.ts';

/** Adjectives that name a quantity: the words are tried, in order, as a column. `time` turns the direction round for dates of birth. */
export const QUANTITY_ADJECTIVES: readonly { more: string; most: string; less: string; least: string; of: readonly string[] }[] = [
  { more: 'older', most: 'oldest', less: 'younger', least: 'youngest', of: ['age'] },
  { more: 'taller', most: 'tallest', less: 'shorter', least: 'shortest', of: ['height', 'length', 'duration'] },
  { more: 'heavier', most: 'heaviest', less: 'lighter', least: 'lightest', of: ['weight'] },
  { more: 'longer', most: 'longest', less: 'shorter', least: 'shortest', of: ['length', 'duration', 'height'] },
  { more: 'faster', most: 'fastest', less: 'slower', least: 'slowest', of: ['speed'] },
  { more: 'higher', most: 'highest', less: 'lower', least: 'lowest', of: ['height', 'altitude', 'elevation'] },
  { more: 'larger', most: 'largest', less: 'smaller', least: 'smallest', of: ['size', 'area', 'capacity'] },
  { more: 'bigger', most: 'biggest', less: 'smaller', least: 'smallest', of: ['size', 'area', 'capacity'] },
  { more: 'stronger', most: 'strongest', less: 'weaker', least: 'weakest', of: ['strength', 'abv', 'alcohol'] },
  { more: 'deeper', most: 'deepest', less: 'shallower', least: 'shallowest', of: ['depth'] },
  { more: 'pricier', most: 'priciest', less: 'cheaper', least: 'cheapest', of: ['price', 'cost'] },
];

/** "most expensive", "highest paid": two words for one quantity. */
export const QUANTITY_PHRASES: readonly { words: string; direction: 'asc' | 'desc'; of: readonly string[] }[] = [
  { words: 'most expensive', direction: 'desc', of: ['price', 'cost'] },
  { words: 'least expensive', direction: 'asc', of: ['price', 'cost'] },
  { words: 'most costly', direction: 'desc', of: ['price', 'cost'] },
  { words: 'least costly', direction: 'asc', of: ['price', 'cost'] },
  { words: 'highest priced', direction: 'desc', of: ['price', 'cost'] },
  { words: 'lowest priced', direction: 'asc', of: ['price', 'cost'] },
  { words: 'highest paid', direction: 'desc', of: ['salary'] },
  { words: 'lowest paid', direction: 'asc', of: ['salary'] },
  { words: 'best rated', direction: 'desc', of: ['rating', 'score', 'stars'] },
  { words: 'highest rated', direction: 'desc', of: ['rating', 'score', 'stars'] },
  { words: 'top rated', direction: 'desc', of: ['rating', 'score', 'stars'] },
  { words: 'lowest rated', direction: 'asc', of: ['rating', 'score', 'stars'] },
  { words: 'worst rated', direction: 'asc', of: ['rating', 'score', 'stars'] },
  { words: 'most populous', direction: 'desc', of: ['population'] },
  { words: 'least populous', direction: 'asc', of: ['population'] },
];

export const COMPARATIVE_PHRASES: readonly { words: string; op: '<' | '>'; of: readonly string[] }[] = [
  { words: 'more expensive than', op: '>', of: ['price', 'cost'] },
  { words: 'less expensive than', op: '<', of: ['price', 'cost'] },
  { words: 'more populous than', op: '>', of: ['population'] },
  { words: 'less populous than', op: '<', of: ['population'] },
];

const PAY = ['salary', 'income', 'earnings'];
const PRICE = ['price', 'cost'];
const SCORE = ['score', 'points'];
const SEATS = ['capacity', 'seats', 'occupancy'];
const STRETCH = ['duration', 'length'];

/** Verbs that say a quantity of their subject: "earn more than", "lasted longer than". */
export const MEASURES = wordTable<readonly string[]>({
  earn: PAY,
  earns: PAY,
  earned: PAY,
  earning: PAY,
  make: PAY,
  making: PAY,
  paid: PAY,
  cost: PRICE,
  costs: PRICE,
  costing: PRICE,
  sell: PRICE,
  priced: PRICE,
  weigh: ['weight'],
  weighs: ['weight'],
  weighing: ['weight'],
  last: STRETCH,
  lasts: STRETCH,
  lasted: STRETCH,
  lasting: STRETCH,
  aged: ['age'],
  score: SCORE,
  scores: SCORE,
  scored: SCORE,
  scoring: SCORE,
  rated: ['rating', 'score', 'stars'],
  seat: SEATS,
  seats: SEATS,
  seating: SEATS,
  accommodate: SEATS,
  accommodates: SEATS,
});

/** Superlatives that go with a named quantity: "the highest salary", "the most points". */
export const SUPERLATIVES = wordTable<'asc' | 'desc'>({
  highest: 'desc',
  largest: 'desc',
  biggest: 'desc',
  greatest: 'desc',
  most: 'desc',
  maximum: 'desc',
  max: 'desc',
  longest: 'desc',
  top: 'desc',
  best: 'desc',
  tallest: 'desc',
  latest: 'desc',
  lowest: 'asc',
  smallest: 'asc',
  least: 'asc',
  fewest: 'asc',
  minimum: 'asc',
  min: 'asc',
  minimal: 'asc',
  shortest: 'asc',
  earliest: 'asc',
});

export const AGGREGATE_WORDS = wordTable<'avg' | 'sum' | 'min' | 'max'>({
  average: 'avg',
  avg: 'avg',
  mean: 'avg',
  total: 'sum',
  sum: 'sum',
  minimum: 'min',
  min: 'min',
  minimal: 'min',
  lowest: 'min',
  smallest: 'min',
  least: 'min',
  shortest: 'min',
  earliest: 'min',
  cheapest: 'min',
  maximum: 'max',
  max: 'max',
  maximal: 'max',
  highest: 'max',
  largest: 'max',
  greatest: 'max',
  biggest: 'max',
  longest: 'max',
  latest: 'max',
  most: 'max',
});
