import pluralize from 'pluralize';
import type { Select } from '../../plan.ts';
import type { Outcome } from '../../planner.ts';
import { all, named } from '../expressions.ts';
import type { Lexicon } from '../lexicon.ts';
import { type Ask, answered, isShort, remembered, selectOf, sentence, wordsOf } from './ask.ts';
import { beside, conjuncts, holdsAggregate, isNumber, joinsOf } from './merge.ts';

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
    const first = selectOf(ask(sentence(words[at - 1] === ',' ? words.slice(0, at - 1) : words.slice(0, at))));
    if (first === null || !isCount(first.plan) || first.plan.from?.kind !== 'table') continue;
    const entry = lexicon.byName.get(first.plan.from.table);
    const nouns = entry === undefined ? [] : [entry.words, ...entry.called].map((own) => own.join(' '));
    for (const noun of nouns)
      for (const said of ways.flatMap((means) => means(second, noun, pluralize.plural(noun)))) {
        const read = selectOf(ask(said));
        const narrowed = read === null ? null : narrowedAs(read.plan, first.plan);
        const plan = narrowed === null ? null : numberBeside(first.plan, narrowed);
        if (plan !== null && read !== null) return answered(plan, [first, read]);
      }
  }
  return null;
}

const SENTENCES_MAX = 12;

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
  {
    said: new RegExp(
      `^(?:how much|what) (?:did|do|does|have|has|were|was|are|is) ${THEY} (?:${'worth|cost|come to|came to|bring in|brought in|make|made|add up to|total'})${ALTOGETHER}$`,
      'i',
    ),
    means: ofMoney,
  },
  {
    said: /^(?:what was the total|how much was it)$/i,
    means: ofMoney,
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
