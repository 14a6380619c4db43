import type { Expr, OrderItem } from '../../plan.ts';
import type { Outcome, Question } from '../../planner.ts';
import { answer, by, column, text, where } from './build.ts';
import type { Reading, Search } from './form.ts';
import { found } from './topic.ts';

/** Rows with the words, the best match first. */
export function searched(search: Search): Reading {
  const { table, topic, select, conditions, notes } = search;
  const plan = {
    ...where(select, [found(table, topic), ...conditions]),
    orderBy: [descending(rankOf(search)), by(table, 'created_at', 'desc')],
  };
  return { ...answer(plan, notes), search };
}

/**
 * The same with rows that are near in meaning, where that can be told. Both orders count by reciprocal rank fusion (Cormack, Clarke
 * and Büttcher, SIGIR 2009): a row that either has near its top comes early, without a common scale for the two.
 */
export async function withMeaning(reading: Reading, { nearest }: Question): Promise<Outcome> {
  const { search, ...outcome } = reading;
  if (search === undefined || nearest === undefined || !('plan' in outcome)) return outcome;
  const { table, topic, asked, select, conditions } = search;
  const ids = await nearest(table, asked);
  const alone = { kind: 'plan', plan: outcome.plan, confidence: null, passing: true } as const;
  if (ids === null) return { ...alone, assumptions: [...outcome.assumptions, UNANSWERED] };
  if (ids.length === 0) return { ...alone, assumptions: outcome.assumptions };
  const words = found(table, topic);
  const near: Expr = { kind: 'in', arg: column(table, 'id'), list: ids.map(uuid) };
  const plan = where(select, [{ kind: 'or', args: [words, near] }, ...conditions]);
  const byWords: Expr = { kind: 'window', fn: 'rank', args: [], orderBy: [descending(rankOf(search))] };
  const places = ids.map((id, at) => ({ when: same(column(table, 'id'), uuid(id)), value: number(1 / (K + at + 1)) }));
  const score: Expr = {
    kind: 'arithmetic',
    op: '+',
    left: {
      kind: 'case',
      whens: [
        {
          when: words,
          value: { kind: 'arithmetic', op: '/', left: number(1), right: { kind: 'arithmetic', op: '+', left: number(K), right: byWords } },
        },
      ],
      else: number(0),
    },
    right: { kind: 'case', whens: places, else: number(0) },
  };
  return {
    kind: 'plan',
    confidence: null,
    plan: { ...plan, orderBy: [descending(score), by(table, 'created_at', 'desc')] },
    assumptions: [...outcome.assumptions, `with the ${ids.length} that are nearest in meaning`],
    passing: true,
  };
}

const UNANSWERED = 'the embeddings endpoint did not answer: words alone were looked for';

/** As in the paper. */
const K = 60;

const rankOf = ({ table, topic }: Search): Expr => ({ kind: 'call', fn: 'text_rank', args: [column(table, 'content'), text(topic.words)] });
const descending = (expr: Expr): OrderItem => ({ expr, direction: 'desc', nulls: 'last' });
const same = (left: Expr, right: Expr): Expr => ({ kind: 'compare', op: '=', left, right });
const number = (value: number): Expr => ({ kind: 'literal', value, type: Number.isInteger(value) ? 'integer' : 'float' });
const uuid = (value: string): Expr => ({ kind: 'literal', value, type: 'uuid' });
