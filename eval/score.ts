import { type ResultRow, sameResult } from './compare.ts';
import type { ScoredQuestion } from './questions.ts';

/** What came back for a question. `declined` carries the error code of the reply. */
export type Answer =
  | { readonly kind: 'rows'; readonly rows: readonly ResultRow[]; readonly columns: readonly string[] }
  | { readonly kind: 'declined'; readonly code: string };

/** What the expected statements give on the same data. */
interface Expected {
  /** One result for each statement that counts as right. */
  readonly results: readonly (readonly ResultRow[])[];
  /** See `CompareOptions.tied`. */
  readonly tied: readonly ResultRow[] | null;
}

export interface Ports {
  /** The one seam to what is measured: a service over HTTP, or the planner in this process. */
  answer(question: ScoredQuestion): Promise<Answer>;
  expected(question: ScoredQuestion): Promise<Expected>;
}

type Mark = 'right' | 'wrong' | 'declined';

export interface Report {
  readonly asked: number;
  readonly answered: number;
  readonly right: number;
  /** right / answered; null when nothing was answered. */
  readonly precision: number | null;
  /** answered / asked. */
  readonly coverage: number;
  /** right / asked. */
  readonly accuracy: number;
  readonly marks: readonly { readonly question: ScoredQuestion; readonly mark: Mark }[];
}

/** Asks every question in turn. A question with no expected statement is right only when it is declined. */
export async function score(questions: readonly ScoredQuestion[], ports: Ports): Promise<Report> {
  const marks: { question: ScoredQuestion; mark: Mark }[] = [];
  for (const question of questions) marks.push({ question, mark: await markOf(question, ports) });
  const right = marks.filter(({ mark }) => mark === 'right').length;
  const answered = marks.filter(({ mark }) => mark !== 'declined').length;
  return {
    asked: marks.length,
    answered,
    right,
    precision: answered === 0 ? null : right / answered,
    coverage: marks.length === 0 ? 0 : answered / marks.length,
    accuracy: marks.length === 0 ? 0 : right / marks.length,
    marks,
  };
}

/** One line for people. */
export function formatReport(name: string, { asked, answered, right, precision, coverage, accuracy }: Report): string {
  const percent = (share: number | null) => (share === null ? '-' : `${(100 * share).toFixed(1)} %`);
  return `${name}: asked ${asked}, answered ${answered}, right ${right}; precision ${percent(precision)}, coverage ${percent(coverage)}, accuracy ${percent(accuracy)}`;
}

async function markOf(question: ScoredQuestion, { answer, expected }: Ports): Promise<Mark> {
  const given = await answer(question);
  if (given.kind === 'declined') return 'declined';
  const { results, tied } = await expected(question);
  const ordered = question.order_matters && !question.order_ties;
  return results.some((rows) => sameResult(rows, given.rows, { ordered, tied })) ? 'right' : 'wrong';
}
