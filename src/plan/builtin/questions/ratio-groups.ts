import type { Expr, Select } from '../../plan.ts';
import type { Outcome } from '../../planner.ts';
import { sentence } from '../composed/ask.ts';
import { plainCutsOf } from '../composed/share.ts';
import { all, divided } from '../linking/expressions.ts';

/**
 * "How does the ratio of A to B differ by G?", "the percentage of failed payments per month": both numbers for each group, read by
 * `ask` as one question or as two alike, and divided. Null when the question asks for no such thing or either is not read.
 */
export function readGroupedRatio(text: string, ask: (text: string) => Outcome): Outcome | null {
  const found = RATIO.exec(text.trim().replace(/[.?!\s]+$/, ''));
  if (found === null) return null;
  const [, kind = '', rest = '', group = ''] = found;
  const scale = /^per|%/i.test(kind) ? 100 : 1;
  const shared = cutAt(rest, /\s(?:to|out of|over|versus|vs\.?)\s/i);
  if (shared !== null) {
    const both = ask(`Show the ${measured(shared[0])} and the ${measured(shared[1])} for each ${group}`);
    const plan = both.kind === 'plan' && both.plan.kind === 'select' ? withLonely(both.plan) : null;
    return both.kind === 'plan' && plan !== null ? withQuotient(both, plan, scale) : null;
  }
  if (/^ratio$/i.test(kind)) return null;
  const noun = / /.test(rest) ? rest.slice(rest.lastIndexOf(' ') + 1) : '';
  const [narrow] = plainCutsOf(rest.split(' '));
  const [part, whole] = narrow === undefined ? [rest, noun] : [sentence([...narrow.things, ...narrow.said]), sentence(narrow.things)];
  if (whole === '') return null;
  return shareOf(ask(`How many ${part} are there for each ${group}?`), ask(`How many ${whole} are there for each ${group}?`), scale);
}

const RATIO =
  /^(?:(?:how\s+(?:does|did|do|is|many)|what(?:'s|\s+is|\s+was|\s+are|\s+were)?|show|give|find|calculate|compute|return|report|list)\s+)?(?:me\s+)?(?:the\s+)?(ratio|proportion|share|fraction|percentage|percent|per\s+cent|%)\s+of\s+(.+?)\s+(?:(?:differ|vary|change)s?\s+)?(?:by|per|for\s+each|for\s+every|in\s+each|within\s+each|across|over)\s+(?:the\s+|each\s+|different\s+)?([a-z_]+(?:\s+[a-z_]+){0,2})$/i;

function cutAt(text: string, at: RegExp): [string, string] | null {
  const cut = at.exec(text);
  return cut === null ? null : [text.slice(0, cut.index), text.slice(cut.index + cut[0].length)];
}

/** With "number of", unless it says itself what is worked out. */
function measured(part: string): string {
  const bare = part.trim().replace(/^(?:the|all)\s+/i, '');
  return /^(?:(?:total|overall)\s+)?(?:number|count|sum)\s+of\s|^(?:total|average)\s/i.test(bare) ? bare : `number of ${bare}`;
}

type Planned = Extract<Outcome, { kind: 'plan' }>;

/** The last two of the columns, divided. */
function withQuotient(outcome: Planned, plan: Select, scale: number): Planned | null {
  const [over, under] = plan.columns.slice(-2);
  const rest = plan.columns.slice(0, -2);
  if (over?.expr.kind !== 'aggregate' || under?.expr.kind !== 'aggregate' || plan.groupBy === undefined || plan.limit !== undefined)
    return null;
  if (rest.length === 0 || rest.some(({ expr }) => expr.kind === 'aggregate')) return null;
  return { ...outcome, plan: { ...plan, columns: [...rest, { expr: divided(over.expr, under.expr, scale), as: nameOf(scale) }] } };
}

/** Of the same rows in the same groups, how many are the part. */
function shareOf(part: Outcome, whole: Outcome, scale: number): Planned | null {
  if (part.kind !== 'plan' || whole.kind !== 'plan' || part.plan.kind !== 'select' || whole.plan.kind !== 'select') return null;
  const [over, under] = [part.plan, whole.plan];
  const same = (of: Select) => JSON.stringify([of.from, of.joins, of.groupBy, of.having, of.limit, of.columns]);
  const [less, more] = [conjuncts(under.where), conjuncts(over.where)];
  const known = new Set(less.map((test) => JSON.stringify(test)));
  const own = more.filter((test) => !known.has(JSON.stringify(test)));
  const count = under.columns.at(-1);
  if (same(over) !== same(under) || own.length === 0 || more.length - own.length !== less.length || under.groupBy === undefined)
    return null;
  if (count?.expr.kind !== 'aggregate' || count.expr.fn !== 'count') return null;
  const column = { expr: divided({ ...count.expr, filter: all(own) }, count.expr, scale), as: nameOf(scale) };
  const confidence = part.confidence === null || whole.confidence === null ? null : Math.min(part.confidence, whole.confidence);
  return { ...whole, confidence, plan: { ...under, columns: [...under.columns.slice(0, -1), column] } };
}

const nameOf = (scale: number) => (scale === 1 ? 'ratio' : 'percentage');

const conjuncts = (where: Expr | undefined): readonly Expr[] => (where === undefined ? [] : where.kind === 'and' ? where.args : [where]);

/**
 * Parents that have no children count as well: the groups are the parents' own, and children are counted where there are any.
 * Null where more is joined, so that some rows of what is counted may be missing.
 */
function withLonely(plan: Select): Select | null {
  const [join, ...more] = plan.joins ?? [];
  if (join === undefined) return plan;
  const { on, source } = join;
  if (more.length > 0 || plan.where !== undefined || on?.kind !== 'compare' || source.kind !== 'table' || plan.from?.kind !== 'table')
    return null;
  const child = plan.from.as;
  const key = [on.left, on.right].find((side) => side.kind === 'column' && side.table === child);
  const grouped = plan.groupBy?.every((expr) => expr.kind === 'column' && expr.table === source.as);
  if (key === undefined || grouped !== true) return null;
  const columns = plan.columns.map(({ expr, as }) => ({
    expr: expr.kind === 'aggregate' && expr.arg.kind === 'star' ? { ...expr, arg: key } : expr,
    as,
  }));
  return { ...plan, columns, joins: [{ ...join, type: 'right' }] };
}
