import { verbsOf } from '../../english/irregular.ts';

/**
 * A change that is told as news, as the order that it comes to: "Ann Lee has a new email: ann@lee.org" is "change the email of
 * Ann Lee to ann@lee.org". Null when it is no such news.
 */
export function restated(text: string): string | null {
  const told = text.trim().replace(/[.!]+$/, '');
  if (ASKS.test(told) || told.includes('?')) return null;
  for (const { news, order } of NEWS) {
    const found = news.exec(told);
    if (found === null) continue;
    const { what = '', whose = '', now = '', value = now } = found.groups ?? {};
    return order(what.toLowerCase() === 'number' ? 'phone number' : what, whose, value);
  }
  return orderAfterReason(told);
}

/**
 * An order about what was spoken of before it: "the rehearsal on 30 November is off, remove it", "we cut Tommy, delete that part". What
 * stands between says why, and nothing of which rows.
 */
function orderAfterReason(told: string): string | null {
  const { what, why, order } = ABOUT.exec(told)?.groups ?? {};
  if (what !== undefined && why !== undefined && order !== undefined && !/\d/.test(why)) {
    // "Ada doesn't want her seat any more, cancel it": what is hers, and never she.
    const isThing = IT.test(order) || (/^[a-z]+ (?:them|those)\b/i.test(order) && / (?:his|her|its) /i.test(why));
    const [, whose = '', thing] = (isThing ? THING.exec(why) : null) ?? [];
    if (thing !== undefined) return OWN.test(whose) ? order.replace(PRONOUN, `$1the ${thing} of ${what}`) : null;
    // "Ada won't teach Knots any more, take that out": Knots of Ada, and never she.
    const given = isThing ? DENIED_OF.exec(why)?.[1] : undefined;
    if (given !== undefined) return `remove ${given} from ${what}`;
    if (isThing && SOME_THING.test(why)) return null;
    return order.replace(
      PRONOUN,
      (_, before: string, noun: string | undefined) => `${before}${noun === undefined ? '' : `the ${noun} `}${what}`,
    );
  }
  const took = afterDeed(told);
  if (took !== null) return took;
  const done = DID.exec(told)?.groups;
  if (done?.what === undefined || done.order === undefined || TOWARDS.test(done.what)) return null;
  return done.order.replace(
    PRONOUN,
    (_, before: string, noun: string | undefined) => `${before}${noun === undefined ? '' : `the ${noun} `}${done.what}`,
  );
}

/** "Sunil Rao took the plot, mark him as accepted": whoever did something, before what is to become of them. */
function afterDeed(told: string): string | null {
  const { why, order } = DEED.exec(told)?.groups ?? {};
  const said = why?.split(' ') ?? [];
  const verb = said.findIndex(
    (word, at) => at > 0 && at <= WHO_MAX && /^[a-z]+$/.test(word) && !word.endsWith('s') && verbsOf(word).some((base) => base !== word),
  );
  if (why === undefined || order === undefined || verb < 0 || /^(?:we|i|they|he|she|it)$/i.test(said[0] ?? '')) return null;
  return order.replace(/^([a-z]+ )(?:him|her|them)(?=$| )/i, (_, before: string) => `${before}${said.slice(0, verb).join(' ')}`);
}

const WHO_MAX = 4;
const ORDER =
  '(?:so |and )?(?:please |can you |could you )?(?<order>(?:delete|remove|close|cancel|mark|set|make|archive|deactivate|erase|scrap|take) (?:it|him|her|them|that(?: [a-z]+)?|this(?: [a-z]+)?)(?: .*)?)$';
const ABOUT = new RegExp(
  `^(?<what>[^,;]+?(?:, [^,; ]+)*(?: and [^,; ]+)?) (?<why>(?:wants?|wanted|asked|is|are|isn['’]?t|aren['’]?t|was|has|hasn['’]?t|have|does|doesn['’]?t|do|don['’]?t|did|didn['’]?t|won['’]?t|can['’]?t|no longer|left|stopped) [^,;]+)[,;.]? ${ORDER}`,
  'i',
);
/** What somebody wants no more, or gave back: none that something is ("is a mistake"). */
const THING =
  /^(?:wants?|wanted|asked for|has|hasn['’]?t|have|haven['’]?t|does|doesn['’]?t|do|don['’]?t|did|didn['’]?t|won['’]?t|can['’]?t|no longer|left)\b.*? (his|her|their|its|the|an?|that|this) ([a-z]+(?: [a-z]+)??)(?: (?:any ?more|any longer|now|after all|back|today|gone|removed|deleted|cancelled|taken (?:off|out|down)))?$/i;
const DENIED_OF =
  /^(?:doesn['’]?t|does not|don['’]?t|won['’]?t|will not|can['’]?t|no longer) [a-z]+ (?!(?:any|here|there|now|us|it|that|this|them|him|her|for|with|at|in|on|to)\b)(.+?)(?: (?:any ?more|any longer|now|from now on))?$/i;
const SOME_THING = /^(?!(?:is|are|was|isn['’]?t|aren['’]?t)\b).* (?:his|her|their|its|the|an?) [a-z]/i;
const IT = /^[a-z]+ (?:it|this|that)(?=$| )/i;
const OWN = /^(?:his|her|their|its)$/i;
const DEED = new RegExp(`^(?<why>[^,;\\d]+)[,;] ${ORDER.replace('it|him|her|them|', 'him|her|them|')}`, 'i');
const DID = new RegExp(`^(?:we|i|they)(?: have| just|['’]ve)? [a-z]+ (?<what>[^,;]+)[,;] ${ORDER}`, 'i');
/** "we moved Ada to Bremen": of two things that stand there, "it" may be either. */
const TOWARDS = /\s(?:to|from|into|with|at|in|on|by|for|and)\s/i;
/** "it", "that part" after the verb. */
const PRONOUN = /^([a-z]+ )(?:it|him|her|them|(?:that|this)(?: (?!as\b|to\b|for\b)([a-z]+))?)(?=$| )/i;

const ASKS =
  /^(?:how|what|which|who|whose|when|where|why|show|list|find|is|are|did|does|do|give|tell|add|insert|create|make|set|change|update|delete|remove)\b/i;

const change = (what: string, whose: string, value: string): string => `change the ${what} of ${whose} to ${value}`;

const NEWS: readonly { readonly news: RegExp; readonly order: typeof change }[] = [
  { news: /^(?<whose>[^:,]+?) (?:has|have|got|has got) a new (?<what>[a-z]+(?: [a-z]+)?): (?<value>\S.*)$/i, order: change },
  {
    news: /^(?<whose>[^:,]+?) (?:has|have|got|has got|gets) a new (?<what>[a-z]+)(?:,| called| named) (?<value>\p{Lu}[^,]*)$/u,
    order: (what, whose, value) => `the ${what} of ${whose} is ${value} now`,
  },
  { news: /^(?<whose>[^:,]+?)(?:['’]s?)? new (?<what>[a-z]+(?: [a-z]+)?) is (?:now )?(?<value>\S.*)$/i, order: change },
  { news: /^the new (?<what>[a-z]+(?: [a-z]+)?) (?:at|of|for) (?<whose>[^:,]+?) is (?:now )?(?<value>\S.*)$/i, order: change },
  { news: /^(?<whose>[^:,]+?)['’]s (?<what>[a-z]+(?: [a-z]+)?) is (?:now )?(?<value>\S.*)$/i, order: change },
  // "the ticket price of the gala is now 12", "the rent for unit 4 goes up to 650", "put the price of a trim up to 15"
  {
    news: /^the (?<what>[a-z]+(?: [a-z]+)?) (?:at|of|for) (?<whose>[^:,]+?) (?:is now|(?:goes|went|has gone) (?:up|down) to) (?<value>\S.*)$/i,
    order: change,
  },
  { news: /^(?<whose>[^:,]+?)['’]s (?<what>[a-z]+(?: [a-z]+)?) (?:goes|went|has gone) (?:up|down) to (?<value>\S.*)$/i, order: change },
  {
    news: /^put (?:up |down )?the (?<what>[a-z]+(?: [a-z]+)?) (?:of|for) (?<whose>[^:,]+?) (?:up |down )?to (?<value>\S.*)$/i,
    order: change,
  },
  {
    news: /^put (?:up )?the (?<what>[a-z]+(?: [a-z]+)?) (?:of|for) (?<whose>[^:,]+?) (?:up )?by (?<value>\S.*)$/i,
    order: (what, whose, value) => `raise the ${what} of ${whose} by ${value}`,
  },
  // "mark the tandem down to 320"
  {
    news: /^(?:please )?mark (?<whose>[^:,]+?) (?:down|up) to (?<value>[$€£]?\d\S*(?: [a-z]+)?)$/i,
    order: (_, whose, value) => change('price', whose, value),
  },
  // "the deposit for R204 came in today"
  {
    news: /^(?:the|our) (?<what>deposit|balance|rent|fee|payment|money) (?:for|of|from) (?<whose>[^:,]+?) (?:has )?(?:came|come) in (?<value>today|yesterday|this morning)$/i,
    order: (what, whose, value) => `the ${what} for ${whose} was paid ${value}`,
  },
  // "3% raise for everybody in sales", "20% off all the classes"
  {
    news: /^(?:an? )?(?<value>[$€£]?\d[\d.,]*(?:%| (?:percent|dollars?|euros?|pounds?|cents|pence))?) (?:raise|rise|increase) for (?<whose>[^:,]+)$/i,
    order: (_, whose, value) => `give ${whose} a ${value} raise`,
  },
  {
    news: /^(?<value>[$€£]?\d[\d.,]*(?:%| (?:percent|dollars?|euros?|pounds?|cents|pence))?) off (?<whose>(?:all|every|each|everything) [^:,]+)$/i,
    order: (_, whose, value) => `take ${value} off ${whose}`,
  },
  {
    news: /^(?<whose>[^:,]+?) (?:gets?|will get|are|is) (?<value>\d[\d.,]*(?:%| percent)) off(?: from now on| from today| now)?$/i,
    order: (_, whose, value) => `give ${whose} ${value} off`,
  },
  {
    news: /^(?<whose>[^:,]+?) is (?:now )?the (?:new )?(?<what>[a-z]+(?: [a-z]+)?) (?:of|for) (?<value>[^:,]+?)(?: now| from now on)$/i,
    order: (what, whose, value) => `make ${whose} the ${what} of ${value}`,
  },
  // "tick off the October bills as paid"
  {
    news: /^(?:please )?(?:tick|check|cross) (?:off )?(?<whose>[^:,]+?) (?:off )?as (?<value>[^:,]+)$/i,
    order: (_, whose, value) => `mark ${whose} as ${value}`,
  },
  // "clear out the cancelled holds"
  { news: /^(?:clear|clean|weed|sort) out (?<whose>(?:the|all|all the|my|our) [^:,]+)$/i, order: (_, whose) => `delete ${whose}` },
  // "the drafts we turned down can be deleted"
  { news: /^(?<whose>[^:,]+?) can (?:be (?:deleted|removed|erased)|be thrown out|go) ?(?:now)?$/i, order: (_, whose) => `delete ${whose}` },
  // "we used 4 hinges, take them off the stock"
  {
    news: /^(?<whose>(?:(?:we|i|they) )?(?:just )?(?:used(?: up)?|sold|lost) \d[^:,]*), (?:so )?(?:please )?(?:take|deduct|subtract|remove) (?:them|it|those|that) (?:off|from|out of) (?:the )?(?:stock|inventory|shelf)$/i,
    order: (_, whose) => whose,
  },
  { news: /^(?<whose>[^:,]+?) now has the (?<what>[a-z]+(?: number)?) (?<value>\S.*)$/i, order: change },
  {
    news: /^(?<whose>[^:,]+?) (?:now weighs (?<value>\d\S*(?: [a-z]+)?)|weighs (?<now>\d\S*(?: [a-z]+)?) now)$/i,
    order: (_, whose, value) => change('weight', whose, value),
  },
];
