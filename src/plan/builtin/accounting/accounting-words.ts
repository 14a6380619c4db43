import { AGGREGATE_WORDS, SUPERLATIVES } from '../english/measure-words.ts';
import { OPENERS } from '../english/openers.ts';
import { stem } from '../english/stem.ts';
import { rootOf } from '../linking/lexicon.ts';

/** What words of the language's own ask a plan to have. */
export type Need =
  | 'denial'
  | 'comparison'
  | 'order'
  | 'cut'
  | 'aggregate'
  | 'count'
  | 'group'
  | 'distinct'
  | 'either'
  | 'division'
  | 'date'
  | 'match'
  | 'set'
  | 'difference'
  | 'self';

/** Words by list, for each list what a plan has to have of it: any of these. */
const NEEDED: readonly { readonly words: string; readonly needs: readonly Need[] }[] = [
  { words: 'not no never without none neither nor cannot except excluding outside', needs: ['denial'] },
  {
    words: 'more less fewer greater higher lower larger smaller bigger above below exceeding exceeds exceed',
    needs: ['comparison', 'order'],
  },
  { words: 'over under after before since until between', needs: ['comparison', 'date'] },
  { words: 'first last 1st 2nd 3rd 4th second third fourth', needs: ['order', 'date'] },
  { words: 'top bottom', needs: ['order'] },
  {
    words: 'common commonest frequent frequently often popular recent recently newest oldest latest earliest early late',
    needs: ['order'],
  },
  {
    words:
      'sorted ordered alphabetical alphabetic alphabetically lexicographic lexicographical lexicographically ascending descending order sort rank arranged decreasing increasing high low',
    needs: ['order'],
  },
  { words: 'distinct different unique', needs: ['distinct', 'group', 'count'] },
  { words: 'same shared', needs: ['group', 'set', 'self', 'count'] },
  { words: 'percentage percent proportion ratio share fraction rate', needs: ['division'] },
  { words: 'average avg mean total sum', needs: ['aggregate', 'count'] },
  {
    words: 'containing contain contains contained substring letter word words starting ending begins starts ends start begin end',
    needs: ['match'],
  },
  { words: 'difference minus', needs: ['difference'] },
];

const words = (text: string) => text.trim().split(/\s+/);

/** Words of the language's own, and what of a plan shows that they were read; any of them will do. */
export const NEEDS: ReadonlyMap<string, readonly Need[]> = new Map<string, readonly Need[]>([
  ...Object.keys(AGGREGATE_WORDS).map((word) => [word, ['aggregate', 'order', 'comparison', 'count'] as const] as const),
  ...Object.keys(SUPERLATIVES).map((word) => [word, ['order', 'comparison'] as const] as const),
  ...NEEDED.flatMap(({ words: own, needs }) => words(own).map((word) => [word, needs] as const)),
]);

/** Words of the calendar, said of a date. */
export const TIME_WORDS: ReadonlySet<string> = new Set(
  words(`day days week weeks month months quarter quarters year years today yesterday tomorrow ago past previous next current this
    january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec
    monday tuesday wednesday thursday friday saturday sunday weekend weekends weekday weekdays daily weekly monthly quarterly yearly annual`),
);

/** Units after a number. */
export const UNIT_WORDS: ReadonlySet<string> = new Set(
  words(`dollars dollar usd euros euro pounds percent years year old meters metres feet kg minutes hours seconds days miles km people cm
    points times bytes ms milliseconds million billion thousand bucks stars`),
);

/** Words that only carry the question: how it is asked, how the answer is to be shown, and what says nothing at all. */
export const SILENT: ReadonlySet<string> = new Set([
  ...OPENERS.flatMap((opener) => opener.split(' ')).filter((word) => word !== 'rank'),
  ...words(`how many much count counts number numbers name names named called list lists listing listed show display tell know want need like
    but whether not only just also then please thanks one once each every per group grouped by along together respectively
    information info details detail data record records row rows entry entries value values result results table tables database system
    column columns field fields item thing things kind kinds type types sort set full complete whole entire overall
    currently now right exactly existing available present given involved included including corresponding respective associated related based
    using used according have has had having get got gets getting do does did done say says said there here
    equal equals greater than at least most up to exact exactly whose who whom which what where when why
    made held taken lives lived living reside resides belong belongs belonging go goes went comes came occur occurs happen happened
    located situated named listed recorded part charge inclusive exclusive showing times combination combinations manner correspond corresponds
    separately individually ever yet still already so far too really actually basically simply`),
]);

/** Verbs that carry the question as those do, and are nouns as well: "where do they stay", "length of stay". */
export const SILENT_VERBS: ReadonlySet<string> = new Set(words('live come work works study studies stay'));

/** Verbs that say in what state something is, or what it came to: a plan that does not hold it answers another question. */
const STATES: ReadonlySet<string> = new Set(
  words(`cancel return refund fail win won lose lost pay paid close open complete resolve finish expire reject approve ship deliver retire die died
    start end begin begun schedule confirm graduate terminate leave left renew sell sold miss skip drop quit lack forget pass`).map(rootOf),
);

/** "skipped" comes of skip, with a letter twice. */
export const isStateVerb = (word: string): boolean => {
  const root = rootOf(word);
  return STATES.has(root) || STATES.has(root.replace(/([a-z])\1$/, '$1'));
};

/** Of these, what somebody does to something else: "customers who opened a ticket". */
const DEEDS: ReadonlySet<string> = new Set(words('open start begin begun win won lose lost sell sold leave left').map(rootOf));

export const isDeed = (word: string): boolean => DEEDS.has(rootOf(word));

/** Verbs that ask for an amount, in whatever place they stand: each needs a column of money or of what is counted. */
export const SPENDING: ReadonlyMap<string, readonly string[]> = new Map(
  words('spend spent spends spending owe owes owed owing save saved saving saves bill billed invoice invoiced').map((word) => [
    word,
    ['amount', 'total', 'price', 'cost', 'balance', 'value', 'fee', 'sum', 'due', 'paid', 'payment', 'revenue', 'expense', stem(word)],
  ]),
);
