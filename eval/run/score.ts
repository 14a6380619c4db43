import type { ScoredQuestion } from '../questions.ts';
import type { Answer, Expected, Opened } from '../ways/way.ts';
import { sameContents, sameResult } from './compare.ts';
import { sameAnswer } from './ordinary-match.ts';

/** One question's result, as it is kept. */
export interface Mark {
  readonly id: string;
  readonly kind: ScoredQuestion['kind'];
  readonly db: string;
  readonly suite: string;
  readonly category: string;
  readonly status: 'right' | 'wrong' | 'declined' | 'failed';
  /** It was declined, and one of the sentences offered in its place gives the right answer. */
  readonly offered?: boolean;
  /** Something was answered, right or wrong. */
  readonly answered: boolean;
  readonly ms: number;
  readonly confidence: number | null;
  readonly tokens: number | null;
  readonly sql: string | null;
  readonly code: string | null;
  readonly reason: string | null;
}

/**
 * Asks once and judges by the strict rule of `sameResult`. A question without a gold statement is right when it is
 * declined. An outage on either side, the service's or the gold statement's, is `failed`.
 */
export async function mark(question: ScoredQuestion, { answer, expected }: Pick<Opened, 'answer' | 'expected'>): Promise<Mark> {
  const { id, kind, db, suite, category } = question;
  const startedAt = performance.now();
  const given = await answer(question);
  const about = { id, kind, db, suite, category, ms: Math.round((performance.now() - startedAt) * 100) / 100 };
  const said = { ...about, ...detailOf(given) };
  if (given.kind === 'failed') return { ...said, status: 'failed', answered: false };
  const asksBack = kind === 'unanswerable' || question.write?.expect === 'ask_back';
  if (given.kind === 'declined') {
    const offered = kind === 'read' && (await isOffered(question, given.options ?? [], { answer, expected }));
    return { ...said, ...(offered ? { offered } : {}), status: asksBack ? 'right' : 'declined', answered: false };
  }
  if (given.kind === 'error' || asksBack) return { ...said, status: 'wrong', answered: true };
  if (given.kind === 'judged') return { ...said, status: given.flaws.length === 0 ? 'right' : 'wrong', answered: true };
  const wanted = await expected(question);
  if (wanted.results.length === 0) return { ...said, status: 'failed', answered: false, code: 'gold_failed' };
  return { ...said, status: isRight(question, wanted, given.rows) ? 'right' : 'wrong', answered: true };
}

async function isOffered(
  question: ScoredQuestion,
  options: readonly string[],
  { answer, expected }: Pick<Opened, 'answer' | 'expected'>,
): Promise<boolean> {
  if (options.length === 0) return false;
  const wanted = await expected(question);
  for (const option of options) {
    const given = await answer({ ...question, question: option });
    if (given.kind === 'rows' && isRight(question, wanted, given.rows)) return true;
  }
  return false;
}

/** Whether rows are those of one of the gold statements. */
export function isRight(
  { ordered, match }: ScoredQuestion,
  { results, tied, exact }: Expected,
  rows: Extract<Answer, { kind: 'rows' }>['rows'],
): boolean {
  return results.some((result) => {
    if (exact === true) return sameContents(result, rows);
    return match === null ? sameResult(result, rows, { ordered, tied }) : sameAnswer(result, rows, { mode: match, ordered });
  });
}

function detailOf(given: Answer): Pick<Mark, 'confidence' | 'tokens' | 'sql' | 'code' | 'reason'> {
  const nothing = { confidence: null, tokens: null, sql: null, code: null, reason: null };
  if (given.kind === 'failed') return { ...nothing, code: given.code };
  const { tokens } = given;
  if (given.kind === 'judged') return { ...nothing, tokens, sql: given.made, reason: given.flaws.join(' ') || null };
  if (given.kind === 'rows') return { ...nothing, tokens, confidence: given.confidence, sql: given.sql };
  return { ...nothing, tokens, code: given.code, reason: given.reason, sql: given.kind === 'error' ? given.sql : null };
}
