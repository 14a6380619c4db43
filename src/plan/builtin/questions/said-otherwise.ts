import { stem } from '../english/stem.ts';
import { NUMBER_WORDS } from '../english/words.ts';
import { NUMERIC } from '../linking/expressions.ts';
import type { Lexicon } from '../linking/lexicon.ts';
import { PAST_FORMS } from '../phrases/deeds.ts';

/** A turn of speech that the readers do not know, and how they know it. */
interface Turn {
  readonly said: RegExp;
  /** Null where it means nothing in this schema. */
  readonly means: (parts: readonly string[], lexicon: Lexicon) => string | null;
}

/** A question in the turns that the readers know, all of them at once; null where it has none. */
export function saidOtherwise(text: string, lexicon: Lexicon): string | null {
  const plain = text.trim().replace(/[\s?.!]+$/, '');
  const read = TURNS.reduce(
    (left, { said, means }) => left.replace(said, (whole, ...parts: string[]) => means([whole, ...parts], lexicon) ?? whole),
    plain,
  );
  return read === plain ? null : read;
}

const UNIT = '(?:second|minute|hour|day|week|month|year|metre|meter|mile|kilo|ton|tonne|litre|liter|pint|acre|hectare)';
const PERIOD = 'day|week|month|quarter|year';
const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december';
const THEY = "(?:they|each|each of them)(?: have|'?ve)?|theyve";

const TURNS: readonly Turn[] = [
  // What is said besides, and asks for nothing.
  {
    said: /,? \b(?:by the way|you know|on file|on record|all in all|pls|plz)\b(?! as\b)/gi,
    means: () => '',
  },
  // "how much of yesterdays milk was goat milk"
  {
    said: new RegExp(
      `^(?:and )?how (much|many) of (?:the )?(yesterday|today|(?:this|last) (?:${PERIOD})|${MONTHS})(?:'?s|s') ([a-z]+) (.+)$`,
      'i',
    ),
    means: ([, much = '', when = '', what = '', rest = '']) =>
      `how ${much} ${what} ${rest.replace(new RegExp(` ${what}$`, 'i'), '')} ${new RegExp(`^(?:${MONTHS})$`, 'i').test(when) ? 'in ' : ''}${when}`,
  },
  // "who hasnt agreed to marketing", of a flag `marketing_ok`
  {
    said: /\b(has|have)(n'?t| not)? (?:agreed to|consented to|opted in(?: to|to)|said yes to|signed up (?:to|for)) (?:the |our )?([a-z]+)\b/gi,
    means: ([, have = '', not, what = ''], lexicon) => {
      const flag = agreementIn(what.toLowerCase(), lexicon);
      return flag === null ? null : `${have}${not === undefined ? '' : ' no'} ${flag}`;
    },
  },
  // "beers we dont brew any more"
  {
    said: /\bwe (?:don'?t|do not) ([a-z]+)( it| them)? any ?more\b/gi,
    means: ([, verb = '']) => (LEFT_OFF.has(verb.toLowerCase()) ? 'we no longer make' : null),
  },
  { said: /\bwe(?:'ve| have)? got working (?:for|with) us\b/gi, means: () => 'are active' },
  // "two and a half hours", "an hour and a half", "half an hour", "over 12m"
  {
    said: new RegExp(`\\b([0-9]+|${Object.keys(NUMBER_WORDS).join('|')}) and a half (?=${UNIT}s\\b)`, 'gi'),
    means: ([, whole = '']) => `${(NUMBER_WORDS[whole.toLowerCase()] ?? Number(whole)) + 0.5} `,
  },
  { said: new RegExp(`\\b(?:an?|one) (${UNIT}) and a half\\b`, 'gi'), means: ([, unit = '']) => `1.5 ${unit}s` },
  { said: new RegExp(`\\bhalf an? (${UNIT})\\b`, 'gi'), means: ([, unit = '']) => `0.5 ${unit}s` },
  {
    said: /\b(than|over|under|above|below|least|most|exceeding) ([0-9]+(?:\.[0-9]+)?)(mm|cm|m|km|g|kg|t|ml|cl|l|min|mins|h|hr|hrs)\b/gi,
    means: ([, than = '', value = '', unit = '']) => `${than} ${value} ${unit}`,
  },
  { said: /^(?:at )?what time (?=(?:does|do|did|is|was|will) )/i, means: () => 'when ' },
  // "the phone of that customer called wain something"
  { said: /\b(of|for|from|by|with) that (?=[a-z]+ (?:called|named) )/gi, means: ([, of = '']) => `${of} the ` },
  { said: /\bhad to be (?=[a-z]+ed\b)/gi, means: () => 'were ' },
  { said: /\balltogether\b/gi, means: () => 'in total' },
  // "whats the budget of all the 2026 shows put together"
  {
    said: /^(?:what(?:'?s| is| was| are| were) )?(?:the )?(?:total |combined )?([a-z]+(?: [a-z]+)?) of (all .+?) (?:put together|added up|added together|combined|taken together|all together|altogether|in total)$/i,
    means: ([, what = '', things = '']) => `total ${what} of ${things}`,
  },
  // "the 5 parts we use the most"
  {
    said: /^(?:the |our |show me |list )*([0-9]+|two|three|four|five|six|ten) ([a-z]+) (?:that |which )?(?:we|i|people|they) ([a-z]+) (?:the most|most|most often)$/i,
    means: ([, count = '', things = '', verb = '']) => `top ${count} most ${pastOf(verb)} ${things}`,
  },
  // "whos got no email", "that have got a chip"
  { said: /\bwho(?:'?s| is| has) got\b/gi, means: () => 'who has' },
  { said: /\b(has|have|had) got\b/gi, means: ([, have = '']) => have },
  { said: /\bwho(?:'s|s) (?=(?:had|been|not \w+ed)\b)/gi, means: () => 'who has ' },
  {
    said: /\bmembers? of staff\b/gi,
    means: ([said = '']) => (said.toLowerCase().startsWith('members') ? 'staff members' : 'staff member'),
  },
  { said: /\b(?:spends?|spent|pays?|paid) the most (?:money )?with us$/gi, means: () => 'spent the most' },
  { said: /\b(?:who|that) works? under (?=[a-z])/gi, means: () => 'who reports to ' },
  { said: /^(which|what) ([a-z]+) works? under (?=[a-z])/i, means: ([, _which = '', who = '']) => `${who} who report to ` },
  { said: /^who works? under (?=[a-z])/i, means: () => 'who reports to ' },
  { said: /\bsay(?:ing)? (?:thanks|thank you)\b/gi, means: () => 'thank' },
  // "who havent we thanked yet"
  {
    said: /^who (have|had|did)(?:n'?t| not) (?:we|i) ([a-z]+)(?: (?:yet|so far))?$/i,
    means: ([, _have = '', done = '']) => (/ed$/i.test(done) ? `who has not been ${done}` : null),
  },
  // "how many people fit in the big hall"
  {
    said: /^how many (?:people|guests|persons|visitors|seats)(?: can| could| will)? (?:fit|go) (?:in|into|inside) (?=[a-z])(.+)$/i,
    means: ([, place = '']) => `what does ${place} hold`,
  },
  // "end up cancelled"
  { said: /\b(?:end|ends|ended|wind|winds|wound) up(?: being)? (?=\w+ed\b)/gi, means: () => 'were ' },
  // "havent done once"
  { said: /\b(have|has)(?:n'?t| not) ([a-z]+) (?:even |ever )?once\b/gi, means: ([, have = '', done = '']) => `${have} never ${done}` },
  { said: /\bnever (?:once )?been (?:in )?for (?=an?\b)/gi, means: () => 'never had ' },
  {
    said: /^which ([a-z ]+?) (?:has|have|did) (?:no ?one|nobody)(?: ever)? ([a-z]+)$/i,
    means: ([, things = '', done = '']) => `${things} that nobody has ${done}`,
  },
  // "top 5 clients by what theyve spent with us"
  {
    said: new RegExp(
      `\\btop ([0-9]+|[a-z]+) ([a-z ]+?) by (?:how much|what)(?: money)? (?:${THEY}) (?:spent|spend|paid|pay)(?: us| with us)?\\b`,
      'i',
    ),
    means: ([, count = '', things = '']) => `${count} ${things} that spent the most`,
  },
  {
    said: new RegExp(`\\bby (?:how much|what) (?:${THEY})(?: been)? (?:billed|invoiced)\\b`, 'i'),
    means: (_parts, { words }) => (words.has('invoice') ? 'by total of their invoices' : null),
  },
  // "do we see more cats or dogs"
  {
    said: /^(do|did) (we|i) (?:see|get|treat|sell|host|serve|make) more (?=[a-z ]+ or )/i,
    means: ([, did = '', who = '']) => `${did} ${who} have more `,
  },
  // "how many lessons a week do we give on average"
  {
    said: new RegExp(
      `^(?:on average,? )?how many ([a-z ]+?) (?:a|per|each|every) (${PERIOD}) (?:do|did|are|were) (?:we|i|there)(?: \\w+)?(?: on average| usually| normally)?$`,
      'i',
    ),
    means: ([, things = '', unit = '']) => `average number of ${things} per ${unit}`,
  },
  // "how much have we made from each kind of tour"
  {
    said: /^how much (?:money )?(?:have we|did we|do we) (?:made?|earn(?:ed)?|taken?(?: in)?|brought in|bring in) (?:from|on|with|for|per|by|off) (?:each|every) /i,
    means: () => 'revenue by ',
  },
  {
    said: /\b(?:price|cost|rate|fee|charge)s? (?:per|a|for a|for one) (night|hour|day|week|month)\b/i,
    means: ([, unit = ''], lexicon) => pricedBy(unit.toLowerCase(), lexicon),
  },
  // What is closed may be said to be shut, where nothing is called so.
  ...[
    ...['took out', 'taken out', 'checked out'].map((other) => [other, 'borrowed']),
    ['shut', 'closed'],
    ['passed away', 'died'],
    ['called off', 'cancelled'],
    ['handed back', 'returned'],
    ['sent back', 'returned'],
    ['settled up', 'paid'],
    ['signed off', 'approved'],
    ['let go', 'dismissed'],
  ].map(
    ([other = '', known = '']): Turn => ({
      said: new RegExp(`\\b${other}\\b`, 'gi'),
      means: (_parts, { words }) => (words.has(other) || (known === 'borrowed' && !words.has('loan')) ? null : known),
    }),
  ),
];

/** The one flag for what somebody agreed to. */
function agreementIn(what: string, { tables }: Lexicon): string | null {
  const flags = tables.flatMap(({ columns }) =>
    columns.filter(({ column, words }) => column.type === 'boolean' && words.includes(stem(what)) && words.some((one) => AGREED.has(one))),
  );
  const [only, ...more] = flags;
  return only === undefined || more.length > 0 ? null : only.words.join(' ');
}

const AGREED = new Set('ok okay consent consented agreed accepted accepts opt opted allowed'.split(' '));

/** What is done with things for as long as they are kept on. */
const LEFT_OFF = new Set('make brew bake produce roast print grow stock carry sell offer do run'.split(' '));

/** "used" of "use". */
const pastOf = (verb: string): string =>
  PAST_FORMS.get(verb)?.[0] ?? (/e$/.test(verb) ? `${verb}d` : /[^aeiou]y$/.test(verb) ? verb.replace(/y$/, 'ied') : `${verb}ed`);

/** "price per night", of the one column whose name has "nightly". */
function pricedBy(unit: string, { tables }: Lexicon): string | null {
  const called = unit === 'day' ? 'daily' : `${unit}ly`;
  const columns = tables.flatMap(({ columns: own }) =>
    own.filter(({ column, words }) => NUMERIC.has(column.type) && words.includes(called)),
  );
  const [only, ...more] = columns;
  return only === undefined || more.length > 0 ? null : only.words.join(' ');
}
