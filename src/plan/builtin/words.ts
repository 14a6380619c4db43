import { wordTable } from './word-table.ts';

/** The planner's English: closed lists of function words, comparisons, superlatives and near-synonyms. */

const list = (text: string) => new Set(text.trim().split(/\s+/));

export const NUMBER_WORDS = wordTable<number>({
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  fifty: 50,
  hundred: 100,
  once: 1,
  twice: 2,
});

/** Words that carry no meaning of their own between the parts of a question. */
export const FUNCTION_WORDS = list(`
  the a an of in on at to for from by with and or as is are was were be been being am do does did has have had having
  that which who whom whose where what when there their its his her it they them this these those also any some all
  please can could you me i we us our my so then such each every both either than if will would should within into
  across about per via between among up out own respectively ever currently corresponding associated related
  following given different distinct
`);

/** Function words that may be stepped over wherever they stand, at next to no cost. */
export const GLUE = list(`
  the a an is are was were be been being am do does did has have had having that which who whom there their its his her it they
  them this these those also any some all please can could will would so then such own respectively ever currently us me you we i
  our corresponding associated related
  as to of in on at for from with by among within where whose out into along together well same using through across listed
  recorded record records available overall entire total up actually kind kinds can get ones
  he she about system database either someone
`);

/** Verbs that state the relation which the schema's keys already hold: "employees who work in …", "songs sung by …". */
export const LINK_VERBS = list(`
  live lives living lived reside resides work works working worked belong belongs belonging belonged come comes came coming make makes
  made making take takes took taken taking give gives gave given use uses used using own owns owned play plays played playing
  participate participates participated participating attend attends attended attending offer offers offered run runs ran running
  hold holds held contain contains contained include includes included including provide provides provided produce produces produced
  publish publishes published write writes wrote written direct directs directed teach teaches taught teaching study studies studying
  studied enroll enrolls enrolled serve serves served serving manage manages managed managing lead leads led place placed places
  buy bought buys purchase purchased order ordered sell sells sold assign assigned associate involve involved visit visited visits
  locate located situated based open opened opens start started starts begin began end ended go goes went gone going fly flies
  depart departs departing arrive arrives arriving stay stayed receive received receives pay paid get gets got join joined win won wins
  compete competed competing perform performed performs appear appears appeared feature featured star starred act acted sing sung sings
  host hosts hosted hosting support supports supported review reviewed reviews register registered registers employ employs employed
  exist exists apply applied borrow borrowed rent rented treat treats treated prescribe prescribed
  do done did say said show shown called named need needed want know known describe described released release born
  launched launch founded found build built designed design conduct conducted operate operates operating share shared appeared
  earn earns earned pass passed send sent deliver delivered ship shipped load loaded return returned happen happened occur occurred
  report reported identify identified issue issued complete completed create created add added store stored acquire acquired fall
  consist consists describes corresponds correspond correspond affected affect cover covers covered graduate graduated
  confer conferred grant granted rate rated operated process processed addressed reserve reserved climb climbed undergo undergoing undergone
  file filed incur incurred occupy occupied represent represented access accessed fly flied flew flown sang spend spent present presented
  require required reach reached cancel last lasted sponsor sponsored nominated finance financed cite cited supply supplied supplies
  stay staying elect elected own owning work show showed shipped invest invested claim claimed settle settled handle handled
  drive drives drove driven ride rides train trained advise advises advised supervise supervised cost costs costing
  nominate nominated award awarded recommend recommended sign signed hire hired score scored
`);

export const COMPARISONS: readonly { words: string; op: '=' | '<>' | '<' | '<=' | '>' | '>=' }[] = [
  { words: 'greater than or equal to', op: '>=' },
  { words: 'more than or equal to', op: '>=' },
  { words: 'larger than or equal to', op: '>=' },
  { words: 'higher than or equal to', op: '>=' },
  { words: 'less than or equal to', op: '<=' },
  { words: 'lower than or equal to', op: '<=' },
  { words: 'smaller than or equal to', op: '<=' },
  { words: 'no less than', op: '>=' },
  { words: 'not less than', op: '>=' },
  { words: 'no more than', op: '<=' },
  { words: 'not more than', op: '<=' },
  { words: 'at least', op: '>=' },
  { words: 'at most', op: '<=' },
  { words: 'a minimum of', op: '>=' },
  { words: 'a maximum of', op: '<=' },
  { words: 'up to', op: '<=' },
  { words: 'greater than', op: '>' },
  { words: 'more than', op: '>' },
  { words: 'larger than', op: '>' },
  { words: 'bigger than', op: '>' },
  { words: 'higher than', op: '>' },
  { words: 'longer than', op: '>' },
  { words: 'later than', op: '>' },
  { words: 'less than', op: '<' },
  { words: 'fewer than', op: '<' },
  { words: 'lower than', op: '<' },
  { words: 'smaller than', op: '<' },
  { words: 'shorter than', op: '<' },
  { words: 'earlier than', op: '<' },
  { words: 'above', op: '>' },
  { words: 'over', op: '>' },
  { words: 'exceeding', op: '>' },
  { words: 'exceeds', op: '>' },
  { words: 'exceed', op: '>' },
  { words: 'after', op: '>' },
  { words: 'below', op: '<' },
  { words: 'under', op: '<' },
  { words: 'before', op: '<' },
  { words: 'equals to', op: '=' },
  { words: 'equal to', op: '=' },
  { words: 'equals', op: '=' },
  { words: 'exactly', op: '=' },
  { words: 'not equal to', op: '<>' },
  { words: 'other than', op: '<>' },
  { words: '>=', op: '>=' },
  { words: '<=', op: '<=' },
  { words: '<>', op: '<>' },
  { words: '!=', op: '<>' },
  { words: '>', op: '>' },
  { words: '<', op: '<' },
  { words: '=', op: '=' },
];

/** Adjectives that name a quantity: the words are tried, in order, as a column. `time` turns the direction round for dates of birth. */
export const QUANTITY_ADJECTIVES: readonly { more: string; most: string; less: string; least: string; of: readonly string[] }[] = [
  { more: 'older', most: 'oldest', less: 'younger', least: 'youngest', of: ['age'] },
  { more: 'taller', most: 'tallest', less: 'shorter', least: 'shortest', of: ['height', 'length', 'duration'] },
  { more: 'heavier', most: 'heaviest', less: 'lighter', least: 'lightest', of: ['weight'] },
  { more: 'longer', most: 'longest', less: 'shorter', least: 'shortest', of: ['length', 'duration', 'height'] },
  { more: 'faster', most: 'fastest', less: 'slower', least: 'slowest', of: ['speed'] },
  { more: 'pricier', most: 'priciest', less: 'cheaper', least: 'cheapest', of: ['price', 'cost'] },
];

/** "most expensive", "highest paid": two words for one quantity. */
export const QUANTITY_PHRASES: readonly { words: string; direction: 'asc' | 'desc'; of: readonly string[] }[] = [
  { words: 'most expensive', direction: 'desc', of: ['price', 'cost'] },
  { words: 'least expensive', direction: 'asc', of: ['price', 'cost'] },
  { words: 'highest paid', direction: 'desc', of: ['salary'] },
  { words: 'lowest paid', direction: 'asc', of: ['salary'] },
  { words: 'most populous', direction: 'desc', of: ['population'] },
  { words: 'least populous', direction: 'asc', of: ['population'] },
];

export const COMPARATIVE_PHRASES: readonly { words: string; op: '<' | '>'; of: readonly string[] }[] = [
  { words: 'more expensive than', op: '>', of: ['price', 'cost'] },
  { words: 'more expensive then', op: '>', of: ['price', 'cost'] },
  { words: 'less expensive than', op: '<', of: ['price', 'cost'] },
  { words: 'more populous than', op: '>', of: ['population'] },
  { words: 'less populous than', op: '<', of: ['population'] },
];

const PAY = ['salary', 'income', 'earnings'];
const PRICE = ['price', 'cost'];
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
