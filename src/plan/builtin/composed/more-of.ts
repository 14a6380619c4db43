import pluralize from 'pluralize';
import { basesOf, formsOf } from '../english/irregular.ts';
import { stem } from '../english/stem.ts';
import type { Lexicon } from '../linking/lexicon.ts';
import { unitIn } from '../linking/units.ts';
import { isDeedOf } from '../phrases/deeds.ts';
import type { Opposed } from './alternatives.ts';

/** How a sentence is said of one of two. */
export type Say = (one: string) => string;

/**
 * The questions of which one of two has more: "do we sell more _", "who gives more milk, _", "do _ order more", "is _ more expensive", "which is more
 * common, _"; each of them said of one of the two, the likeliest first. Empty where nothing is compared.
 */
export function questionsOfMore({ before, after }: Opposed, lexicon: Lexicon): Say[] {
  // "do we sell more red or white, in money"
  const money = IN_MONEY.test(after);
  const tail = after.replace(/^(?:or less|or fewer|or more)$/i, '').replace(IN_MONEY, '');
  // "_, which brings in more" as "which brings in more, _"
  // "_ members, which bring in more" as "which bring in more, _ members"
  const [, noun = '', asked] = before === '' ? (/^(.*?)(?:^|,? )((?:which|what|who|how many of each)\b.*)$/i.exec(tail) ?? []) : [];
  const text = asked === undefined ? `${before} ${SLOT} ${tail}` : `${asked} ${SLOT} ${noun}`;
  const plain = text
    .replaceAll(/\s*,\s*/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (money) return SOLD.test(plain) ? EARNED.map((sentence) => (one) => sentence.replace(SLOT, one)) : [];
  const found = WAYS.flatMap(({ said, means }) => {
    const parts = said.exec(plain);
    return parts === null
      ? []
      : [
          means(
            [...parts].map((part) => (part ?? '').trim()),
            lexicon,
          ),
        ];
  })[0];
  return (found ?? []).map((sentence) => (one) => sentence.replace(SLOT, one).replaceAll(/\s+/g, ' ').trim());
}

const SLOT = '§';
const IN_MONEY = /^,? ?(?:in|by|in terms of) (?:money|value|revenue)$/i;
const SOLD = /^(?:do|did|have) (?:we|i|they) (?:sell|sold|make|made|get|got|take|taken) more (?:of )?(?:the )?§$/i;
const EARNED = ['how much money did § bring in', 'revenue from §', 'total revenue of §'];
const AUX = '(?:do|did|does|are|were|is|was|have|has|had|will)';
const WE = '(?:we|i|you|they|there)';
const WHO = '(?:which|what|who)(?: one| ones| of them)?';
const MORE = '(?:more|most|fewer|less|the most|the more)';
/** Said of how much was sold. */
const BETTER = '(?:better|worse|best)';
const OFTEN = '(?: often| frequently)?';

interface Way {
  readonly said: RegExp;
  readonly means: (parts: readonly string[], lexicon: Lexicon) => readonly string[];
}

const WAYS: readonly Way[] = [
  { said: /^how many of each §(.*)$/i, means: ([, rest = '']) => [`how many § ${rest} are there`, `how many § ${rest}`] },
  // "which is more common, _", "is _ more popular"
  {
    said: new RegExp(
      `^(?:${WHO} (?:(?:is|are|was|were) )?|is |are |was |were )(?:the |more |most |more of |§ )*(?:common|popular|frequent|often|common here)(?:ly)?(?: §( [a-z ]+)?)?(?: overall)?$`,
      'i',
    ),
    means: ([, rest = '']) => [`how many § ${rest} are there`, `how many § ${rest}`, `number of § ${rest}`],
  },
  // "which brings in more, _", "do we make more with _"
  {
    said: new RegExp(
      `^(?:${WHO} (?:brings? in|brought in|makes?|made|earns?|earned|takes?|took|raised?|cost|costs) (?:us )?${MORE}(?: money| revenue| income)? §|${AUX} (?:the )?§ (?:bring in|make|earn|raise|cost)(?: us)? ${MORE}(?: money| revenue| income)?|${AUX} ${WE} (?:make|made|earn|earned|take|get|got) more (?:money|revenue|income) (?:from|with|on|by|in|off|out of) (?:the )?§|${AUX} ${WE} (?:make|earn) more (?:from|with|on|by|off) (?:the )?§)(.*)$`,
      'i',
    ),
    means: ([, rest = '']) => [`how much money did § bring in ${rest}`, `revenue from § ${rest}`, `total revenue of § ${rest}`],
  },
  // "is _ more expensive", "which are older, _"
  {
    said: new RegExp(
      `^(?:(?:${WHO} )?(?:is|are|was|were) (?:the )?(?:(?:our|the) )?(?:§( [a-z]+)? )?|${WHO} )(?:usually )?(?:the )?(?:more |most )?(${'expensive|dear|cheap|cheaper|dearer|pricier|heavier|heavy|longer|long|older|old|younger|taller|tall|bigger|larger|smaller|cheapest|weighs more|weigh more|costs more|cost more'})(?: on average)?(?: §( [a-z]+)?)?(?: on average)?$`,
      'i',
    ),
    means: ([, before = '', adjective = '', behind = '']) =>
      (QUALITIES[adjective.toLowerCase()] ?? []).flatMap((noun) => ['of', 'in'].map((of) => `average ${noun} ${of} § ${before}${behind}`)),
  },
  { said: new RegExp(`^(?:${AUX} (?:the )?§ weigh more|${WHO} weighs? more §)$`, 'i'), means: () => ['average weight of §'] },
  // "did we take more money by _"
  {
    said: new RegExp(`^(${AUX}) (${WE})((?: [a-z]+){0,2}?) more (?:money|revenue|income) (.*§.*)$`, 'i'),
    means: ([, aux = '', us = '', did = '', rest = '']) => [
      `how much money ${aux} ${us} ${did} ${rest}`,
      ...(saysNothing(did) ? [`revenue ${rest}`] : []),
    ],
  },
  // "do we sell more _", "did we have more visitors in _", "are there more _"
  {
    said: new RegExp(`^(${AUX}) (${WE})((?: [a-z]+){0,2}?) (?:more|fewer|less)(?: of)? (.*§.*)$`, 'i'),
    means: ([, aux = '', us = '', did = '', rest = ''], lexicon) => {
      const end = us.toLowerCase() === 'there' ? `${aux} there` : `${aux} ${us} ${did}`;
      const [noun = '', where = ''] = [/^(.*?)(?= (?:in|on|from|by|at|for|with|to|of|than)(?: the)? §|§)/i.exec(rest)?.[0] ?? '', rest];
      const traded = TRADING.has(did.toLowerCase()) && noun.trim() === '';
      return traded
        ? [
            ...piecesIn(lexicon).map((pieces) => `total ${pieces} of ${rest}`),
            `how much ${rest} ${end}`,
            `number of sales of ${rest}`,
            `total sales of ${rest}`,
          ]
        : [
            ...(noun.trim() === '' ? [] : [`how many ${noun} ${end} ${rest.slice(noun.length)}`]),
            ...(noun.trim() === '' ? [] : [`how much ${noun} ${end} ${rest.slice(noun.length)}`]),
            `how many ${where} ${end}`,
            `how much ${rest} ${end}`,
            `how much ${end} ${rest}`,
            ...(saysNothing(did) ? [`number of ${rest}`] : []),
          ];
    },
  },
  // "do more people come in _", "did more children come _"
  {
    said: new RegExp(`^(${AUX}) more ([a-z]+(?: [a-z]+)?) ([a-z]+(?: (?:up|out|in))?) (.*§.*)$`, 'i'),
    means: ([, _aux = '', who = '', verb = '', rest = ''], lexicon) => [
      `how many ${who} ${verb} ${rest}`,
      ...(saysNothing(verb) ? [`number of ${who} ${rest}`] : []),
      ...deedsIn(verb, lexicon).map((deed) => `number of ${deed} ${rest}`),
    ],
  },
  {
    said: new RegExp(`^(?:${AUX}) more (.*§.*)$`, 'i'),
    means: ([, rest = '']) => [`how many ${rest}`, `number of ${rest}`, `how many ${rest} are there`],
  },
  // "which got better marks, _"
  {
    said: new RegExp(
      `^${WHO}( [a-z]+)?? (?:has|have|had|got|gets?|gave|gives?) (?:the )?(?:better|worse|higher|lower|best|highest) ([a-z]+) §$`,
      'i',
    ),
    means: ([, which = '', noun = ''], lexicon) =>
      isNamed(which, lexicon) ? [`average ${pluralize.singular(noun)} of §`, `average ${noun} of §`] : [],
  },
  // "which sold more seats, _", "who gives more milk, _", "who was at more incidents, _", "which has more bookings, _"
  {
    said: new RegExp(
      `^${WHO}( [a-z]+)?? (was |were |is |are |has |have )?([a-z]+(?: us| in| after)?) (?:${MORE}|(?<=sells? |sold )${BETTER})(?: of)?(?: (?!often|§)([a-z]+(?: [a-z]+)?))?${OFTEN} §(.*)$`,
      'i',
    ),
    means: ([, which = '', , verb = '', noun = '', rest = ''], lexicon) =>
      isNamed(which, lexicon) ? measured('§', verb, noun, rest, lexicon) : [],
  },
  // "do _ order more", "do _ give more milk", "do _ fall more often"
  {
    said: new RegExp(
      `^(?:do|does|did|have|has) (?:the )?(§(?: [a-z]+)??) ([a-z]+(?: us| in| after)?) ${MORE}(?: of)?(?: (?!often)([a-z]+(?: [a-z]+)?))?${OFTEN}( (?:this|last|in|since|on) .+)?$`,
      'i',
    ),
    means: ([, who = '', verb = '', noun = '', rest = ''], lexicon) => measured(who, verb, noun, rest, lexicon),
  },
];

/** Whether a verb may be left out of a question that counts. */
const saysNothing = (verb: string): boolean =>
  verb
    .toLowerCase()
    .split(' ')
    .every((word) => word === '' || NEUTRAL.has(word));
const NEUTRAL = new Set('have has had do did done get got make made come came take took see saw run ran hold held'.split(' '));

/** Whether what follows "which" is a name of the schema's: "which show sold more seats". */
const isNamed = (noun: string, { words }: Lexicon): boolean => noun === '' || noun === 'one' || words.has(stem(noun.toLowerCase()));

/** "how many walks does _ do", where nothing is said of what, by the rows that the verb did. */
function measured(who: string, verb: string, noun: string, rest: string, lexicon: Lexicon): string[] {
  const base = verb.toLowerCase();
  const does = baseOf(base);
  if (noun === '')
    return [
      ...(TRADING.has(does) ? [`how much did ${who} ${does} ${rest}`, `total sales of ${who} ${rest}`] : []),
      ...deedsIn(does, lexicon).flatMap((deed) => [`how many ${deed} do ${who} have ${rest}`, `number of ${deed} of ${who} ${rest}`]),
      `how many ${pluralize.plural(does)} of ${who} ${rest}`,
      ...(GIVING.has(does.split(' ')[0] ?? '') ? [`how much did ${who} ${does} ${rest}`] : []),
    ];
  return [
    `how much ${noun} did ${who} ${does} ${rest}`,
    `how many ${noun} did ${who} ${does} ${rest}`,
    `how many ${noun} does ${who} ${does} ${rest}`,
    ...(PLAIN.has(does) ? [`number of ${noun} of ${who} ${rest}`, `how many ${noun} from ${who} ${rest}`] : []),
  ];
}

const TRADING = new Set(['sell', 'sold']);
const GIVING = new Set(['give', 'pay', 'spend', 'donate', 'bring', 'earn', 'owe']);
/** Verbs that say no more than that the two belong together. */
const PLAIN = new Set('have has do get make at on in with see take handle attend need give receive play teach write'.split(' '));

/** What is kept of what a verb does: "orders" of order, "walks" of walk. */
export const deedsIn = (verb: string, { tables }: Lexicon): string[] => {
  const forms = [...formsOf(verb), verb, `${verb}ed`, `${verb}d`];
  return tables
    .filter(({ words }) => forms.some((form) => isDeedOf(form, words.at(-1) ?? '')))
    .map(({ words }) => pluralize.plural(words.join(' ')));
};

/** What the rows of what was sold count: bottles, a quantity, litres. */
const piecesIn = ({ tables }: Lexicon): string[] =>
  tables.flatMap(({ columns, table }) =>
    columns.some(({ words }) => words.includes('price'))
      ? columns.flatMap((own) => {
          const { column, reference } = own;
          const counts = column.type === 'integer' && (/[^s]s$/i.test(column.name) || /^(?:qty|quantity)$/i.test(column.name));
          const measured = ['weight', 'volume'].includes(unitIn(own)?.of ?? '') && !own.words.includes('price');
          return !reference && !table.primaryKey.includes(column.name) && (counts || measured) ? [column.name.replaceAll('_', ' ')] : [];
        })
      : [],
  );

const QUALITIES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    'price cost rent': 'expensive dear cheap cheaper dearer pricier cheapest costs-more cost-more',
    weight: 'heavier heavy weighs-more weigh-more',
    'length duration': 'longer long',
    age: 'older old younger',
    height: 'taller tall',
    size: 'bigger larger smaller',
  }).flatMap(([nouns, adjectives]) => adjectives.split(' ').map((one) => [one.replace('-', ' '), nouns.split(' ')])),
);

/** "give" of "gave", as it stands after "did". */
const baseOf = (verb: string): string => {
  const [first = '', ...more] = verb.split(' ');
  const known = PAST[first] ?? basesOf(first).find((one) => one !== first);
  return [known ?? plainOf(first), ...more].join(' ');
};

const plainOf = (verb: string): string =>
  /ied$|[^aeiou]ies$/.test(verb)
    ? verb.replace(/ie[ds]$/, 'y')
    : /(.)\1ed$/.test(verb) && !/(?:ll|ss)ed$/.test(verb)
      ? verb.replace(/.ed$/, '')
      : /ed$/.test(verb)
        ? verb.replace(/ed$/, /[aeiou][^aeiou]ed$|[cgsvz]ed$/.test(verb) && !/(?:er|en|on|or|it|el)ed$/.test(verb) ? 'e' : '')
        : /(?:[sx]|[cs]h)es$/.test(verb)
          ? verb.replace(/es$/, '')
          : /[^s]s$/.test(verb)
            ? verb.replace(/s$/, '')
            : verb;

const PAST: Readonly<Record<string, string>> = {
  has: 'have',
  did: 'do',
  does: 'do',
  had: 'have',
  got: 'get',
  gave: 'give',
  saw: 'see',
  led: 'lead',
  sold: 'sell',
  was: 'at',
};
