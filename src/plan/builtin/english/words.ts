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
  recorded record records available overall entire up actually kind kinds can get ones
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
  generate generates generated
  nominate nominated award awarded recommend recommended sign signed hire hired score scored
`);

export type CompareOp = '=' | '<>' | '<' | '<=' | '>' | '>=';

export const COMPARISONS: readonly { words: string; op: CompareOp }[] = [
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

/** "lessons taught by": whose they are. */
export const DONE_BY = /(ed|own|aken|ung|ught|ritten|ven)$|^(took|take|made|done|held|led|won|sold|built|run|sent|paid|left|met|hosted)$/;

/** What each row is to be met by: who has not paid has some that is open, where who has not passed may have passed nothing. */
export const OWED: ReadonlySet<string> = new Set(['paid', 'settled', 'repaid', 'returned']);

/** What it is that was done with things: tickets, of ticket sales. */
export const isTradeNoun = (noun: string): boolean => noun === 'sale' || noun === 'purchase' || noun === 'order';
