import type { Expr, Select } from '../../plan.ts';
import type { Outcome } from '../../planner.ts';
import { all, divided } from '../linking/expressions.ts';

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
