import pluralize from 'pluralize';
import type { Select } from '../../plan.ts';
import type { Outcome } from '../../planner.ts';
import { all, conjuncts, named } from '../linking/expressions.ts';
import type { Lexicon } from '../linking/lexicon.ts';
import { type Answer, type Ask, answered, isShort, remembered, selectOf, sentence, wordsOf } from './ask.ts';
import { beside, holdsAggregate, isNumber, joinsOf } from './merge.ts';
import { deedsIn } from './more-of.ts';

/**
 * "how many boats does Ada Voss have and what are they called", "how many jobs did we finish in May and when was the last one": a number
 * of rows, and a second question of these rows alone, which is read of all of them and narrowed as the first is. Null when there is no
 * such second question, one of them is not read, or the second is of other rows.
 */
export function readOfThose(text: string, asking: Ask, lexicon: Lexicon): Outcome | null {
  const words = wordsOf(text);
  if (!isShort(words)) return null;
  const ask = remembered(asking, SENTENCES_MAX);
  for (const [at, word] of words.entries()) {
    const start = words[at + 1] === ',' ? at + 2 : at + 1;
    if (word.toLowerCase() !== 'and' || at < 3 || start >= words.length) continue;
    const second = sentence(words.slice(start));
    const ways = WAYS.flatMap(({ said, means }) => (said.test(second) ? [means] : []));
    if (ways.length === 0) continue;
    const opening = sentence(words[at - 1] === ',' ? words.slice(0, at - 1) : words.slice(0, at));
    for (const said of [opening, ...ofDeeds(opening, lexicon)]) {
      const read = besideIts(selectOf(ask(said)), second, ways, ask, lexicon);
      if (read !== null) return read;
    }
  }
  return null;
}

const SENTENCES_MAX = 12;

/** A number of rows, and the second question of them in one of the ways that it may be said. */
function besideIts(first: Answer | null, second: string, ways: readonly Way['means'][], ask: Ask, lexicon: Lexicon): Outcome | null {
  if (first === null || !isCount(first.plan) || first.plan.from?.kind !== 'table') return null;
  const entry = lexicon.byName.get(first.plan.from.table);
  const nouns = entry === undefined ? [] : [entry.words, ...entry.called].map((own) => own.join(' '));
  for (const noun of nouns)
    for (const said of ways.flatMap((means) => means(second, noun, pluralize.plural(noun)))) {
      const read = selectOf(ask(said));
      const narrowed = read === null || !isTheirs(read.plan, first.plan.from.table, lexicon) ? null : narrowedAs(read.plan, first.plan);
      const plan = narrowed === null ? null : numberBeside(first.plan, narrowed);
      if (plan !== null && read !== null) return answered(plan, [first, read]);
    }
  return null;
}

/** Whether a sum is one of the rows themselves, or of what is of them: what one of them costs per unit, or may be had for, is none. */
function isTheirs(plan: Select, table: string, { byName, tables }: Lexicon): boolean {
  const sources = new Map(
    [plan.from, ...(plan.joins ?? []).map(({ source }) => source)].flatMap((one) => (one?.kind === 'table' ? [[one.as, one.table]] : [])),
  );
  const sums = plan.columns.flatMap(({ expr }) => (expr.kind === 'aggregate' && expr.fn === 'sum' ? [expr.arg] : []));
  return sums.every((arg) => {
    const named = [...JSON.stringify(arg).matchAll(/"table":"([^"]+)","column":"([^"]+)"/g)];
    return named.every(([, alias = '', column = '']) => {
      const own = sources.get(alias) ?? alias;
      const words = byName.get(own)?.columns.find((one) => one.column.name === column)?.words ?? [];
      const near = own === table || byName.get(own)?.table.foreignKeys.some((key) => key.table === table) === true;
      const listed = words.includes('price') && tables.some((other) => other.table.foreignKeys.some((key) => key.table === own));
      return near && (named.length > 1 || !(listed || words.some((one) => UNIT_PRICE.has(one))));
    });
  });
}
const UNIT_PRICE = new Set('per unit rate hourly daily nightly weekly monthly annual yearly'.split(' '));

/** "how many animals did we sell this year" as the number of sales, where that is what is kept of it. */
function ofDeeds(text: string, lexicon: Lexicon): string[] {
  const [, verb = '', rest = ''] = /^how many [a-z]+(?: [a-z]+)? (?:did|have|do) (?:we|i|they|people) ([a-z]+)( .*)?$/i.exec(text) ?? [];
  return verb === '' ? [] : deedsIn(verb.toLowerCase(), lexicon).map((deed) => `number of ${deed}${rest}`);
}

interface Way {
  readonly said: RegExp;
  /** The second question, said of all such things. */
  readonly means: (second: string, thing: string, things: string) => string[];
}

const ALTOGETHER = '(?: in total| in all| all together| altogether| together| combined)?';
const THEY = '(?:they|those|these|that|it|them)(?: all)?';

const ofMoney: Way['means'] = (_second, _thing, things) => [`total of ${things}`, `total amount of ${things}`, `revenue from ${things}`];

const WAYS: readonly Way[] = [
  {
    said: new RegExp(
      `^(?:(?:what|which) (?:are|were|is) (?:${THEY}(?: called| named)?|their names?|the names?)|which(?: ones?)?(?: (?:are|were) ${THEY})?|who (?:are|were) ${THEY})$`,
      'i',
    ),
    means: (_second, _thing, things) => [`list ${things}`],
  },
  {
    said: /^(?:when|what|which|who) (?:was|is|were|are) (?:the |our |their )?(?:very )?(?:last|latest|first|next|newest|oldest|earliest|most recent|biggest|largest|smallest|cheapest|most expensive|longest|shortest)(?: ones?)?$/i,
    means: (second, thing) => {
      const asked = second.replace(/ ones?$/i, '');
      return /^when/i.test(asked) ? [`${asked} ${thing}`] : [`${asked.replace(/^\w+ \w+ /, '')} ${thing}`];
    },
  },
  {
    said: /^(?:who|which(?: one)?|what) (?:(?:was|is) the (?:last|latest|first|newest|most recent) (?:one )?to [a-z]+|[a-z]+ (?:last|first|most recently))$/i,
    means: (second, thing) => [second.replace(/^(?:who|what|which(?: one)?)/i, `which ${thing}`)],
  },
  // "how much did they cost", "how much money was that", "what we charged for them", "whats the total"
  {
    said: new RegExp(
      `^(?:how much|what)(?: money)? (?:did|do|does|have|has|were|was|are|is|will) ${THEY}(?: (?:worth|cost|come to|came to|bring in|brought in|make|made|add up to|total))?(?: us)?${ALTOGETHER}$`,
      'i',
    ),
    means: (second, ...names) => (/^what (?:was|is|were|are) \w+$/i.test(second) ? [] : ofMoney(second, ...names)),
  },
  {
    said: new RegExp(
      `^(?:how much|what)(?: money)?(?: did| do| have)? (?:we|i|they|people|customers) (?:charged?|pay|paid|spend|spent|make|made|earn|earned|get|got|take|took|taken|collect|collected)(?: in)? (?:for|on|from|with|by) ${THEY}${ALTOGETHER}$`,
      'i',
    ),
    means: ofMoney,
  },
  {
    said: new RegExp(
      `^(?:(?:what is|what was|what were|whats|what's) )?the total(?: amount| value| cost| price)?(?: of ${THEY})?$|^how much was it$`,
      'i',
    ),
    means: ofMoney,
  },
  // "how many seats are in those", "how much labour was charged on them"
  {
    said: new RegExp(
      `^how (?:much|many) [a-z]+(?: [a-z]+)?? (?:is|are|was|were|do|did|does)(?: (?:there|used|needed|given|charged|paid))?(?: (?:in|on|of|for|with|from|by|at))? ${THEY}(?: (?:have|use|need|get|take|hold|contain|give))?${ALTOGETHER}$`,
      'i',
    ),
    means: (second, _thing, things) => {
      const [, what = '', verb] =
        /^how (?:much|many) (.+?) (?:is|are|was|were|do|did|does)(?: there)?(?: (used|needed|given|charged|paid))?\b/i.exec(second) ?? [];
      return verb === 'charged' || verb === 'paid'
        ? [`total ${what} charge of ${things}`, `total ${what} cost of ${things}`]
        : [`total ${what} of ${things}`];
    },
  },
  { said: /^(?:who|whose) .+/i, means: (second, _thing, things) => [`list ${things} and ${second}`] },
  {
    said: new RegExp(`^(?:how much|what) (?:did|do|does) ${THEY} weigh${ALTOGETHER}$`, 'i'),
    means: (_second, _thing, things) => [`total weight of ${things}`],
  },
  {
    said: new RegExp(`^how long (?:did|do|does) ${THEY} (?:take|last)${ALTOGETHER} on average$`, 'i'),
    means: (_second, _thing, things) => [`how long do ${things} take on average`],
  },
  {
    said: /^how many of (?:them|those|these) .+$/i,
    means: (second, _thing, things) => [second.replace(/^how many of (?:them|those|these)/i, `how many ${things}`)],
  },
  {
    said: /^(?:how (?:many|much)|what|who|which) .+ (?:of|in|on|for|with|from|by|at) (?:them|those|these)$/i,
    means: (second, _thing, things) => [second.replace(/(?:them|those|these)$/i, things)],
  },
];

/** A number of rows of one table, each counted once. */
const isCount = (plan: Select): boolean => {
  const [only, ...more] = plan.columns;
  return only?.expr.kind === 'aggregate' && only.expr.fn === 'count' && only.expr.distinct !== true && more.length === 0 && isNumber(plan);
};

/** A plan of rows, or of what belongs to them, for those rows alone that another one counts; null where it is of others. */
function narrowedAs(plan: Select, counted: Select): Select | null {
  const { from } = counted;
  const sources = [plan.from, ...(plan.joins ?? []).map(({ source }) => source)];
  if (from?.kind !== 'table' || !sources.some((one) => one?.kind === 'table' && one.table === from.table && one.as === from.as))
    return null;
  const joins = joinsOf(plan, counted);
  if (joins === null || plan.having !== undefined) return null;
  const own = conjuncts(plan.where);
  const where = [...own, ...conjuncts(counted.where).filter((test) => !own.some((one) => JSON.stringify(one) === JSON.stringify(test)))];
  return { ...plan, ...(joins.length > 0 ? { joins } : {}), ...(where.length > 0 ? { where: all(where) } : {}) };
}

/** How many rows there are, beside another number of theirs or the rows themselves. */
function numberBeside(count: Select, other: Select): Select | null {
  if (isNumber(other)) return beside(count, other);
  const [shown] = count.columns;
  if (shown === undefined || other.groupBy !== undefined || other.columns.some(({ expr }) => holdsAggregate(expr))) return null;
  return { ...other, columns: named([{ expr: { kind: 'scalarQuery', query: count }, as: shown.as }, ...other.columns]) };
}
