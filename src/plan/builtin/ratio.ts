import pluralize from 'pluralize';
import type { Expr, Select } from '../plan.ts';
import type { Outcome } from '../planner.ts';
import { isDeed, isStateVerb } from './accounting-words.ts';
import { divided } from './composed/share.ts';
import { all } from './expressions.ts';
import { isLinkVerb, PAST_FORMS } from './phrases/deeds.ts';

/**
 * "What is the ratio of A to B?": two counts, each read as a question of its own by `ask`, and divided. Null when the question asks for no such thing or one of the counts is not read.
 */
export function readRatio(text: string, ask: (text: string) => Outcome): Outcome | null {
  for (const { above, below, scale } of partsOf(text)) {
    const [over, under] = [countOf(ask(`How many ${above}?`)), countOf(ask(`How many ${below}?`))];
    if (over === null || under === null) continue;
    const upper = share(over.plan, under.plan);
    if (upper === null) continue;
    const quotient = divided({ kind: 'scalarQuery', query: upper }, { kind: 'scalarQuery', query: under.plan }, scale);
    return {
      kind: 'plan',
      plan: { kind: 'select', columns: [{ expr: quotient, as: scale === 1 ? 'ratio' : 'percentage' }] },
      confidence: both(over.confidence, under.confidence),
      assumptions: [...over.assumptions, ...under.assumptions],
    };
  }
  return null;
}

const OPENED =
  /^(?:(?:please|can you|could you)\s+)?(?:(?:what(?:'?s| is| was)?|show|give|find|calculate|compute|return|tell|report)\s+)(?:me\s+)?(?:the\s+)?/i;
/**
 * "average number of comments per ticket", "how many tickets does an agent handle on average": how many of the one belong to
 * any of the other, divided by how many of the other there are. Null when the question asks for no such thing, or one of its
 * parts is not read.
 */
export function readAverageCount(text: string, ask: (text: string) => Outcome): Outcome | null {
  const plain = text
    .trim()
    .replace(/[.?!\s]+$/, '')
    .replace(OPENED, '')
    .replace(/^(?:(.*?),? )?on average,? (.*)$/i, (_all, before: string | undefined, after: string) =>
      [before, after, 'on average'].filter((part) => part !== undefined).join(' '),
    );
  const [when = ''] = WHEN.exec(plain) ?? [];
  const timeless = plain.slice(0, plain.length - when.length);
  const [, counted, below, verb] = AVERAGES.map((pattern) => pattern.exec(timeless)).find((found) => found !== null) ?? [];
  if (counted === undefined || below === undefined || (when !== '' && MONEY_TIMED.test(counted))) return null;
  const above = `${verb === undefined ? '' : stateIn(verb)} ${counted}${when}`.trim();
  const many = pluralize.plural(/s$/.test(below) && verb !== undefined ? pluralize.singular(below) : below);
  const things = countOf(ask(`How many ${many} are there?`));
  const [thing] = things?.plan.columns ?? [];
  // Of one month, or one status, there is no row to count.
  if (things === null || thing?.expr.kind !== 'aggregate' || thing.expr.distinct === true) return null;
  // Who brewed this year may be more than those who are brewers.
  if (when !== '' && things.plan.where !== undefined) return null;
  const related = countOfAll(above, below, ask) ?? (PIECES.has(above) ? null : countOf(ask(`How many ${above} of ${many} are there?`)));
  if (related === null) return null;
  const quotient = divided({ kind: 'scalarQuery', query: related.plan }, { kind: 'scalarQuery', query: things.plan }, 1);
  return {
    kind: 'plan',
    plan: { kind: 'select', columns: [{ expr: quotient, as: 'average' }] },
    confidence: both(related.confidence, things.confidence),
    assumptions: [...related.assumptions, ...things.assumptions, `The average is over all ${many}, those with none among them.`],
  };
}

/** How many there are that belong to any of the groups. The lines of an order may be kept as order lines; its items are pieces, of which a line may have several. */
function countOfAll(above: string, below: string, ask: (text: string) => Outcome): Answer | null {
  const grouped = (above.includes(' ') || PIECES.has(above) ? [above] : [above, `${below} ${above}`]).map((counted) =>
    ask(`number of ${counted} per ${below}`),
  );
  for (const outcome of grouped) {
    if (outcome.kind !== 'plan' || outcome.plan.kind !== 'select' || outcome.plan.groupBy === undefined) continue;
    const { from, joins, where, columns, having, limit } = outcome.plan;
    const [count, ...more] = columns.filter(({ expr }) => expr.kind === 'aggregate' && expr.fn === 'count');
    if (count === undefined || more.length > 0 || having !== undefined || limit !== undefined) return null;
    return { ...outcome, plan: { kind: 'select', columns: [count], from, joins, where } };
  }
  return null;
}

/** A time at the end, which is that of what is counted. */
const WHEN =
  / (?:(?:in|during|since) (?:19|20)\d\d|(?:in|during|since) (?:january|february|march|april|may|june|july|august|september|october|november|december)(?: (?:19|20)\d\d)?|(?:this|last) (?:year|month|week|quarter))$/i;
const MONEY_TIMED = / (?:this|last|in) /i;

const PIECES = new Set(['items', 'units', 'pieces', 'things', 'goods', 'articles']);

/** "how many faults does a guide close": closed ones. What only says that the two belong together is nothing. */
function stateIn(verb: string): string {
  const plain = isLinkVerb(verb) && (isDeed(verb) || !isStateVerb(verb));
  if (plain) return '';
  return (
    PAST_FORMS.get(verb)?.[0] ??
    verb
      .replace(/([^aeiou])y$/, '$1i')
      .replace(/e$/, '')
      .concat('ed')
  );
}

const MONEY = '(?:payment|expense|donation|refund|fee|fine|cost|bill|invoice|sale|tip|salarie|wage)s';

const AVERAGES = [
  /^(?:average|avg|mean) number of ([\w ]+?) (?:per|for each|for every|of each|of an?) ([\w ]+)$/i,
  // "average payments per member" may as well be what they come to.
  new RegExp(`^(?:average|avg|mean) (?!(?:\\w+ )*${MONEY} )([\\w ]+[^s]s) (?:per|for each|for every) ([\\w ]+)$`, 'i'),
  new RegExp(`^(?!(?:\\w+ )*${MONEY} )([\\w ]+[^s]s) (?:per|for each|for every) ([\\w ]+) on average$`, 'i'),
  /^how many ([\w ]+?) (?:does|do) (?:an?|each|every|the average|one of (?:our|the)|one) ([\w ]+?) ([a-z]+)(?: (?:in|for|up|on|out))? on average$/i,
  /^how many ([\w ]+?) (?:are|is|are there|do we have|do we get|go|come|came|turn out|turn up|show up|take part|sign up|work)? ?(?:on|in|per|for|to|at) (?:an?|each|every|the average|one of (?:our|the)|one) ([\w ]+?) on average$/i,
  /^how many ([\w ]+?) per ([\w ]+?) on average$/i,
];

const KINDS = /^(ratio|proportion|share|fraction|percentage|percent|%)\s+of\s+/i;

/** Each is read as two questions. */
const CUTS_MAX = 4;

/** The two things that are counted, in every way that the words may be cut. */
function partsOf(text: string): { above: string; below: string; scale: number }[] {
  const opened = text
    .trim()
    .replace(/[.?!\s]+$/, '')
    .replace(OPENED, '');
  const kind = KINDS.exec(opened);
  if (kind === null) return [];
  const rest = opened.slice(kind[0].length);
  const scale = /^(?:percent|%)/i.test(kind[1] ?? '') ? 100 : 1;
  // "the percentage of orders that were shipped to Rome" is no "A to B".
  const cuts = rest.matchAll(scale === 1 ? /\s(?:to|out of|over|versus|vs\.?)\s/gi : /\sout of\s/gi);
  return [...cuts]
    .slice(0, CUTS_MAX)
    .map((cut) => ({ above: bare(rest.slice(0, cut.index)), below: bare(rest.slice(cut.index + cut[0].length)), scale }));
}

/** Without "the number of", which "how many" says already. */
const bare = (part: string): string =>
  part
    .trim()
    .replace(/^(?:the\s+)?(?:(?:total|overall)\s+)?(?:number|count)\s+of\s+/i, '')
    .replace(/^(?:the|all)\s+/i, '');

/** The two are read alike, so that what is wrong with one is wrong with the other. */
const both = (one: number | null, two: number | null): number | null => (one === null || two === null ? null : Math.min(one, two));

type Answer = { plan: Select; confidence: number | null; assumptions: readonly string[] };

/** A plan that gives one count and nothing else. */
function countOf(outcome: Outcome): Answer | null {
  if (outcome.kind !== 'plan' || outcome.plan.kind !== 'select') return null;
  const { plan, confidence, assumptions } = outcome;
  const [only, ...more] = plan.columns;
  const counts = only?.expr.kind === 'aggregate' && only.expr.fn === 'count' && more.length === 0;
  return counts && plan.groupBy === undefined && plan.limit === undefined ? { plan, confidence, assumptions } : null;
}

/** "Italian restaurants out of all restaurants in Rome": what narrows the second narrows the first as well, unless it is what tells them apart. */
function share(over: Select, under: Select): Select | null {
  const own = conjuncts(over.where);
  const missing = conjuncts(under.where).filter((test) => !own.some((other) => columnsOf(other) === columnsOf(test)));
  if (missing.length === 0) return over;
  const same = JSON.stringify([over.from, over.joins]) === JSON.stringify([under.from, under.joins]);
  return same && over.from?.kind === 'table' ? { ...over, where: all([...own, ...missing]) } : null;
}

const conjuncts = (where: Expr | undefined): Expr[] => (where === undefined ? [] : where.kind === 'and' ? where.args : [where]);

/** The columns that a test looks at, as one text. */
function columnsOf(test: Expr): string {
  const found = new Set<string>();
  JSON.stringify(test, (_key, value: unknown) => {
    if (typeof value === 'object' && value !== null && 'column' in value && 'table' in value) found.add(`${value.table}.${value.column}`);
    return value;
  });
  return [...found].sort().join();
}
