import { isPlural, pluralName, snakeCase } from '../english/inflect.ts';
import { readClause } from './clause.ts';
import { isEntity, isSome } from './entity.ts';
import { marked } from './marked.ts';
import { happens } from './nouns.ts';
import { plainItems } from './plain-items.ts';

/**
 * A brief in the words that people write, said as the rest of the reader has it: lists after "with" and ":", clauses of two
 * things, sentences apart. Each rule is of a class of sentences and leaves all others as they are.
 */
export function plainProse(text: string): Plain {
  const context: string[] = [];
  const told: string[] = [];
  const sentences = sentencesIn(retell(marked(text)));
  let last = '';
  for (const [at, sentence] of sentences.entries()) {
    const plain = withSubject(plainSentence(sentence, context, at < sentences.length - 1), last);
    for (const whole of sentencesIn(plain)) {
      if (WANTED.test(whole)) continue;
      const { text: said, more, was } = plainItems(whole, last);
      if (was !== '') context.push(was);
      last = subjectOf(said) ?? last;
      told.push(said, ...more);
    }
  }
  return { text: told.filter((sentence) => sentence !== '').join('. '), context: context.join(' ') };
}

const sentencesIn = (text: string): string[] =>
  text
    .split(SENTENCE_END)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

/** What a sentence is about: "Runners sign up with …", "each bake has a date". */
function subjectOf(sentence: string): string | null {
  const [, subject] =
    /^(?:each |every |an? |the |all )?([a-z][\w-]*(?: [a-z][\w-]*)?)(?:(?: (?:with|has|have|belongs?|can|may|is|are|gets?)\b)|:| \()/i.exec(
      sentence,
    ) ?? [];
  return subject === undefined ? null : plural(subject);
}

/** "They have a name", "we also record the finish time": said of what the sentence before is about. */
function withSubject(sentence: string, last: string): string {
  if (last === '') return sentence;
  return sentence
    .replace(
      /^(?:they|it|each(?: one| of them)?|these|those|he|she)(?: (?:all|also|each))? (?=(?:has|have|can|may|must|is|are|belongs?|gets?|needs?)\b)/i,
      `${last} `,
    )
    .replace(NOTED, (all: string, list: string) =>
      isSome(list.split(/,| and | with | \(/)[0] ?? '', true) ? all : `${last} with ${list}`,
    );
}

/** A wish of which nothing is left. */
const WANTED =
  /^(?:and )?(?:i|we)(?: also)? (?:want|need|would like|'d like) to (?:note|know|record|see|track|store|remember|keep)(?: track of)?$/i;
/** "After the race we record the finish time" */
const NOTED =
  /^(?:(?:after|before|when|once|during|for) [^,]*?,? ?)?(?:(?:i|we|they)(?:'d| would)?(?: also)? (?:(?:want|need|like) to )?)?(?:also )?(?:record|note|write down|log|store|save|track|keep|enter|know|see|remember|add)(?: down)? (?!when\b|who\b|how (?:much|many)\b|what\b|which\b)((?:the |a |an |his |her |their |its )?[a-z].*)$/i;

interface Plain {
  readonly text: string;
  /** What was said of who asks: "I coach a kids soccer team". */
  readonly context: string;
}

/** Rules on single sentences, in order; each says what it makes of an example. */
function plainSentence(sentence: string, context: string[], more: boolean): string {
  let rest = sentence.trim();
  if (more && CONTEXT.test(rest)) {
    context.push(rest);
    return '';
  }
  const often = OFTEN.exec(rest)?.[1];
  if (often !== undefined) return isEntity(often) ? often : '';
  for (const { read } of RULES) {
    const before = rest;
    rest = read(rest);
    if (before !== rest && before.endsWith(rest)) context.push(before.slice(0, before.length - rest.length));
  }
  return rest;
}

/** "Donors can give many times" says no more than that each time is kept. */
const OFTEN =
  /^(?:an? )?([a-z]+) (?:can |may )?[a-z]+(?: [a-z]+)? (?:(?:many|several|multiple) times|more than once|(?:every|each) (?:day|week|month|year))$/i;
/** A sentence about who asks: "We are a nonprofit", "I teach piano". */
const CONTEXT =
  /^(?:i|we)(?:'m| am|'re| are)? (?!(?:also |just |really )?(?:want|need|would|like|have|keep|track|store|record|lend|rent|loan|hire)\b)(?!.* (?:with|and) )(?:also )?[a-z]+(?: [\w'-]+){0,8}$/i;

interface Rule {
  readonly example: readonly [string, string];
  readonly read: (sentence: string) => string;
}

const swap = (pattern: RegExp, to: string | ((...found: string[]) => string)): Rule['read'] =>
  typeof to === 'string' ? (sentence) => sentence.replace(pattern, to) : (sentence) => sentence.replace(pattern, to as never);

export const RULES: readonly Rule[] = [
  {
    example: [
      'each object in an exhibition has a value and return date',
      'a table between exhibitions and objects with a value and return date',
    ],
    read: swap(
      /^(?:each|every|an?) ([a-z]+) (?:in|of|on|at|for) (?:an?|the|each) ([a-z]+) (?:has|have) (?=[a-z])/i,
      (_, one = '', whole = '') => `a table between ${plural(whole)} and ${plural(one)} with `,
    ),
  },
  {
    example: ['small hotel, rooms with a number, guests', 'rooms with a number, guests'],
    read: swap(/^(?:an? )?(?:small|little|tiny|local|family|boutique|private) [a-z]+(?: [a-z]+)?, (?=[a-z]+s\b)/i, ''),
  },
  {
    example: ['We run a veterinary clinic with two locations', 'locations'],
    read: swap(
      /^(?:i|we) (?:run|own|manage|operate|have) [^,;:]{1,60}? with (?:two|three|four|five|several|multiple|many|\d+) ([a-z]+s)$/i,
      '$1',
    ),
  },
  {
    example: ['I coach a kids soccer team and want players with birthday', 'players with birthday'],
    read: swap(
      /^(?:i|we)(?:'m| am|'re| are)? (?!(?:want|need|would|have to|keep|track)\b)(?:also )?[a-z]+ [^.;:]{1,70}?(?:,? and|,? so|,)(?: (?:i|we))?(?:'d like| would like| want| need| like)(?: to (?:keep (?:track|a record) of|track|store|record|manage|log|save|have|organi[sz]e))? (?!to\b)(?=[^.])/i,
      '',
    ),
  },
  {
    example: ['I lend tools to my neighbours and want to know who has what', 'neighbours borrow tools'],
    read: swap(
      /^(?:i|we) (lend|loan|rent|hire|sell)(?: out)? ([a-z]+(?: [a-z]+)?s) to (?:my |our |the |other )?([a-z]+(?: [a-z]+)?|people)(?:(?:,| and| so).{0,60}\b(?:know|see|track|remember|forget)\b.*)?$/i,
      (_, verb = '', things = '', people = '') => `${people} ${LENDS[verb.toLowerCase()] ?? 'borrow'} ${things}`,
    ),
  },
  {
    example: ['For owners we need the full name and address', 'owners with the full name and address'],
    read: swap(
      /^(?:for|of|about|on|per)(?: (?:each|every|all|the|an?|any|my|our))*(?: of (?:the|my|our))? ([a-z][\w-]*(?: [a-z][\w-]*)?)(?:,|:)? (?:(?:i|we|you)(?:'d| would| also)? (?:want|need|like|store|keep|record|track|have|save|know|collect|note|log)s?|there (?:is|are|should be))(?: to (?:know|store|record|keep|track|save|see|note|log|have|remember)(?: track of)?)?:? /i,
      (_, thing = '') => `${plural(thing)} with `,
    ),
  },
  {
    example: ['During a visit several treatments can be given, each with a name', 'treatments belong to a visit with a name'],
    read: swap(
      /^(?:during|in|at|on|for|within|per) (?:an?|each|every|one) ([a-z]+(?: (?!several|many|multiple|some|one|there)[a-z]+)?),? (?:there (?:can be|may be|are) )?(?:several|many|multiple|some|one or more)? ?([a-z]+(?: [a-z]+)?s)(?: (?:can|may|could|might|will|are|get)(?: be)?(?: [a-z]+(?:ed|en|n|t))?)?(?:,? each)?(?= with | \(|$)/i,
      '$2 belong to a $1',
    ),
  },
  {
    example: ['tenants pay rent', 'payments belong to tenants'],
    read: swap(/^([a-z]+s) (?:can |may |must )?pay (?:the |their |a )?(?:rent|fees?|dues|money|bills?)$/i, 'payments belong to $1'),
  },
  {
    example: ['Products have a name, and belong to a category', 'Products have a name; Products belong to a category'],
    read: swap(
      /^((?:an?|each|every|the|all)? ?[a-z]+(?: [a-z]+)?) (has|have|with) ([^;]+?),? and (?:(?:it|they|each) )?(?=(?:(?:can |may |must |should )?belongs? to|(?:can|may) have|(?:is|are) (?:in|at|on|from|part of|made|written|assigned|linked|taught|led|owned|placed|sold|supplied)|works? (?:in|at|for)|lives? (?:in|at))\b)/i,
      '$1 $2 $3; $1 ',
    ),
  },
  {
    example: ['orders come from customers and contain items', 'orders come from customers; orders contain items'],
    read: swap(
      /^((?:an?|each|every|the)? ?[a-z]+(?: [a-z]+)?) ((?:can |may )?(?:is|are|was|were|comes?|belongs?|goes|go|has|have|contains?|includes?|takes?|uses?|gets?) [^;,]+?),? and (?=(?:(?:can |may |must )?(?:contains?|comes? from|belongs? to|uses?|includes?|has|have|is|are|was|were|consists? of|gets?|takes?) )|(?:[a-z]+ed|sold|sent|given|shot|kept|held|taken|written|made) (?:by|to|in|on|at|from|with|for) )/i,
      (_, subject = '', rest = '') => `${subject} ${rest}; ${subject} `,
    ),
  },
  {
    example: ['Users can follow each other', 'Users can follow other Users'],
    read: swap(/^((?:[a-z]+ )?[a-z]+s) ((?:can |may |could )?[a-z]+) (?:each other|one another)$/i, '$1 $2 other $1'),
  },
  {
    example: ['Patients have appointments with doctors', 'appointments belong to Patients and doctors'],
    read: (sentence) => {
      const [, one = '', many = '', other = ''] =
        /^([a-z]+(?: [a-z]+)?) (?:can |may )?(?:have|schedule|make|get) ([a-z]+s) with ([a-z]+s)$/i.exec(sentence) ?? [];
      return many !== '' && happens(snakeCase(many)) && isEntity(other) ? `${many} belong to ${one} and ${other}` : sentence;
    },
  },
  {
    example: ['Each appointment may result in prescriptions', 'prescriptions belong to an appointment'],
    read: swap(
      /^(?:an?|each|every|one) ([a-z]+) (?:can |may |could |might )?(?:results? in|leads? to|generates?|produces?) (?:several |many |multiple |one or more )?([a-z]+s)$/i,
      '$2 belong to an $1',
    ),
  },
  {
    example: ['tickets, agents answer them', 'tickets, agents answer tickets'],
    read: swap(/\b([a-z]+s)((?: [a-z]+)?, (?:and )?[a-z]+s (?:can |may )?[a-z]+) them\b/gi, '$1$2 $1'),
  },
  {
    example: ['members book courts by the hour', 'members book courts'],
    read: swap(
      / (?:by the (?:hour|day|week|month)|monthly|weekly|yearly|annually|regularly|online|regularly|over time|so far|somehow|easily|too|as well|right now)(?=[.;,]|$)/gi,
      '',
    ),
  },
  {
    example: ['projects and the hours I work on each project', 'projects; time entries of projects with date and hours'],
    read: swap(
      /,?(?: and)? (?:the )?(?:hours|time) (?:that )?(?:i|we|they) (?:work|spend|worked|spent|put)(?: on| in| into| for) (?:each|every|a|the) ([a-z]+)/i,
      (_, one = '') => `; time entries of ${plural(one)} with date and hours`,
    ),
  },
  {
    example: ['inventory for a bike shop with suppliers', 'products (name, sku, quantity, price), suppliers'],
    read: swap(
      /^(?:an? |the |my |our )?(?:simple |small )?(?:inventory|stock)(?: (?:tracker|tracking|system|management|database|app|list))* (?:for|of|at|in) (?:an?|my|our|the) [^,:;.]+? with (?=[a-z]+s\b)(?!.*\b(?:products?|items?|parts?|goods|materials?|ingredients?|equipment)\b)/i,
      'products (name, sku, quantity, price), ',
    ),
  },
  {
    example: ['rooms are in buildings', 'rooms belong to buildings'],
    read: swap(
      /^((?:an?|each|every|the|all)? ?[a-z]+(?: [a-z]+)?) (?:is|are) (?:in|on|at|inside|from|of|part of) (?=(?:an?|the|one|exactly one) [a-z]+|[a-z]+s\b)(?!.*\b(?:status|stock|use|sale|list)\b)/i,
      '$1 belong to ',
    ),
  },
  {
    example: ['Jobs are done on cars by mechanics', 'Jobs belong to cars and mechanics'],
    read: swap(
      /^([a-z]+s) are [a-z]+(?:ed|en|t|ne|wn|de|ld) (?:on|at|in|for|to|with|from) (?:the |our )?([a-z]+s) (?:by|with) (?:the |our )?([a-z]+s)$/i,
      '$1 belong to $2 and $3',
    ),
  },
  {
    example: ['Each runner gets a bib number', 'Each runner has a bib number'],
    read: swap(/^((?:each|every|an?|all|the) [a-z]+(?: [a-z]+)?) (?:gets?|receives?|needs?|shows?|carries|wears?) (?=an? )/i, '$1 has '),
  },
  {
    example: ['students enroll in courses and get a grade', 'students enroll in courses with a grade'],
    read: swap(
      /^([a-z]+s (?:can )?(?:enroll|enrol|register|sign up|take|join|attend)[^,;]*?) and (?:get|receive|earn) (?=an? )/i,
      '$1 with ',
    ),
  },
  {
    example: ['employees report to other employees', 'employees have a manager'],
    read: swap(
      /^(?:an?|each|every|some)? ?([a-z]+(?: [a-z]+)?) (?:can |may )?reports? to (?:an?|one|other|another|their|the)? ?(?:\1s?|managers?|supervisors?|boss|bosses)$/i,
      '$1 have a manager',
    ),
  },
  { example: ['it should have books and members', 'books and members'], read: swap(LEAD(), '') },
];

function LEAD(): RegExp {
  return /^(?:(?:some )?(?:info|information|details|data) (?:about|on|of) |(?:it|the (?:app|system|database|db|site|tool)|there|this) (?:(?:should|must|will|needs? to|has to|would|can)(?: be able to)? )?(?:be |have |has |store |stores |track |tracks |keep track of |include |includes |contain |contains |manage |manages |hold |holds |record |are |is |handle |handles |need |needs )|(?:also|plus|additionally|furthermore|finally|then|next|in addition),? )+(?:also )?(?=[a-z])/i;
}

const LENDS: Readonly<Record<string, string>> = { lend: 'borrow', loan: 'borrow', rent: 'rent', hire: 'hire', sell: 'buy' };

/** "training" is one of the trainings here, though elsewhere it is no plural. */
const plural = (thing: string): string => {
  const name = pluralName(snakeCase(thing)).replaceAll('_', ' ');
  return name.endsWith('ing') ? `${name}s` : name;
};

/** Clauses about a thing inside a list, told after it: "customers who place orders for cakes" → "customers. customers place orders for cakes". */
function retell(text: string): string {
  const told: string[] = [];
  const rest = text.replaceAll(RELATIVE, (whole: string, before: string, things: string, clause: string, each: string | undefined) => {
    const subject = things.replace(/^.*\b(?:with|of|the|my|our|have|has|need|want|track|and|for|are) /i, '');
    const clean = clause.trim();
    const many = isPlural(subject.split(' ').at(-1) ?? '');
    if (!many || readClause(`${subject} ${clean}`) === null) return whole;
    told.push(`${subject} ${clean}`);
    if (each !== undefined) told.push(`${subject} belong to ${each}`);
    return `${before}${things}`;
  });
  return [rest, ...told].join('. ');
}

const RELATIVE =
  /(^|[\s,:;(])([a-z]+(?: [a-z]+)?) (?:who|that|which) (?!(?:i|we|you|is|are|was|were|has|have|had|must|should|can't|cannot)\b)((?:can |may |could )?[a-z]+(?: (?!each\b)[a-z]+){1,6}?)(?:, each (?:in|at|on|from|of|under|with) (an? [a-z]+))?(?=[,.;:)]|$| and (?:each|every|we|i)\b)/gi;
const SENTENCE_END = /\.\s+|;\s*|\n+/;
