import type { Expr, Select } from '../../plan.ts';
import type { Outcome } from '../../planner.ts';
import type { Ask } from './ask.ts';

/**
 * "how many dogs do we have and how many of them are neutered", "how many bookings did we have this year and how much were they worth":
 * two numbers, each read as a question of its own, side by side. Null when it is no such question or one of them is not read.
 */
export function readTwoParts(text: string, ask: Ask): Outcome | null {
  const plain = text.trim().replace(/[\s?.!]+$/, '');
  const [, first = '', second = ''] = /^(how (?:many|much) .+?),? and (how (?:many|much) .+|what .+)$/i.exec(plain) ?? [];
  if (first === '' || / and how (?:many|much) /i.test(second)) return null;
  const meant = meantBy(first, second);
  if (meant === null) return null;
  const parts = [first, meant].map((part) => numberOf(ask(part)));
  const [one, two] = parts;
  if (one == null || two == null) return null;
  const as = two.as === one.as ? `${two.as}_2` : two.as;
  return {
    kind: 'plan',
    plan: { kind: 'select', columns: [one, { ...two, as }].map((part) => ({ expr: part.expr, as: part.as })) },
    confidence: Math.min(one.confidence, two.confidence),
    assumptions: [...new Set([...one.assumptions, ...two.assumptions])],
  };
}

/** The second question with what "them" stands for; null where that, or the time of the first, is open. */
function meantBy(first: string, second: string): string | null {
  const [, things = '', when = ''] = COUNTED.exec(first) ?? [];
  const [, are = '', what = ''] = OF_THEM.exec(second) ?? [];
  if (are !== '') return things === '' ? null : `how many ${things}${when} ${are} ${what}`;
  if (WORTH.test(second)) return things === '' ? null : `total of ${things}${when}`;
  if (THEM.test(second) || !AUXILIARY.test(first)) return null;
  // A time that is said once may be that of both.
  return TIME.test(second) && !TIME.test(first) ? null : second;
}

const COUNTED =
  /^how many ([a-z ]+?) (?:do we have|do i have|have we got|have we had|did we have|did we get|did we do|are there|were there|have we done)( .+)?$/i;
const OF_THEM = /^how many of (?:them|those|these) (are|were|have|had|do|did|has|came|got) (.+)$/i;
const WORTH =
  /^(?:(?:how much|what) (?:were|are|was|is) (?:they|it|those|that|these) worth|(?:how much|what) (?:did|do|have) (?:they|it|those|that|these) (?:come to|bring in|brought in|make|made|cost|add up to)|what was the total|how much was it)(?: in total| altogether| all together)?$/i;
const THEM = /\b(?:they|them|their|those|these|it|its|each|he|she|his|her)\b/i;
const AUXILIARY = /\b(?:do|did|does|have|has|are|were|is|was)\b/i;
const TIME =
  /\b(?:today|yesterday|tomorrow|this|last|next|since|in (?:\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|during|ago|summer|winter|autumn|spring)/i;

interface NumberRead {
  readonly expr: Expr;
  readonly as: string;
  readonly confidence: number;
  readonly assumptions: readonly string[];
}

/** A plan that gives one number. */
function numberOf(outcome: Outcome): NumberRead | null {
  if (outcome.kind !== 'plan' || outcome.plan.kind !== 'select' || outcome.confidence === null) return null;
  const { plan, confidence, assumptions } = outcome;
  const [only, ...more] = plan.columns;
  if (only === undefined || more.length > 0 || !isOne(plan, only.expr)) return null;
  return { expr: { kind: 'scalarQuery', query: plan }, as: only.as, confidence, assumptions };
}

const isOne = ({ groupBy, limit, distinct, from }: Select, expr: Expr): boolean =>
  groupBy === undefined && limit === undefined && distinct !== true && (from === undefined || expr.kind === 'aggregate');
