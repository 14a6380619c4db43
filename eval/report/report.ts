import type { Options } from '../options.ts';
import type { ScoredQuestion } from '../questions.ts';
import type { Ran } from '../run/run.ts';
import type { Mark } from '../run/score.ts';
import { type Comparison, compareRuns, sayComparison } from './comparison.ts';
import { coverageAt, precisionCoverage, TARGET_PRECISION } from './curve.ts';
import { type Parsing, parsingOf } from './parsing.ts';
import { type Summary, summarise } from './summary.ts';
import { categoryTable, databaseTable } from './table.ts';

interface Run {
  readonly ran: Ran;
  readonly questions: readonly ScoredQuestion[];
  readonly last: readonly Mark[] | null;
  /** Databases of which totals alone are shown. */
  readonly heldOut: ReadonlySet<string>;
  readonly planner: Options['planner'];
  readonly engine: Options['engine'];
}

/** The JSON file. */
interface Figures extends Summary, Partial<Parsing> {
  readonly planner: string;
  readonly engine: string;
  /** Questions of the file, put or not. */
  readonly questions: number;
  /** False when the run was broken off or met an outage. */
  readonly complete: boolean;
  /** Area under precision over coverage. */
  readonly auc: number | null;
  readonly comparison: Comparison | null;
}

interface Report {
  readonly text: string;
  readonly figures: Figures;
  /** One JSON object a line, for each question with its result. */
  readonly detail: string;
  draw(folder: string): Promise<string[]>;
}

const PLANNER_NAMES = { builtin: 'Built-in planner', llm: 'Model planner', gold: 'Gold SQL through the plan' } as const;
const ENGINE_NAMES = { postgres: 'PostgreSQL', clickhouse: 'ClickHouse' } as const;
const LISTED_MAX = 10;
const CAUSES_MAX = 3;

export function report({ ran: whole, questions, last, heldOut, planner, engine }: Run): Report {
  const unseen = whole.marks.filter(({ db }) => heldOut.has(db));
  const ran: Ran = { ...whole, marks: whole.marks.filter(({ db }) => !heldOut.has(db)) };
  const { marks, ended } = ran;
  const summary = summarise(marks);
  const curve = precisionCoverage(marks);
  const comparison = last === null ? null : compareRuns(last, marks);
  const parsing = planner === 'gold' ? parsingOf(marks) : null;
  const complete = ended === 'complete' && summary.failed === 0;
  const texts = new Map(questions.map(({ id, question }) => [id, question]));
  const { points } = curve;
  const figures: Figures = {
    ...{ planner, engine, questions: questions.length, complete },
    ...summary,
    ...parsing,
    auc: points.length === 0 ? null : curve.auc,
    comparison,
  };
  const atTarget = coverageAt(curve, TARGET_PRECISION);
  const sentences = [
    categoryTable(summary),
    ...(Object.keys(summary.databases).length > 1 ? [databaseTable(summary.databases)] : []),
    ...(unseen.length === 0 ? [] : [`Held out:\n${databaseTable(summarise(unseen).databases)}`]),
    headline(figures),
    ...(points.length === 0
      ? []
      : [
          `Area under precision over coverage: ${curve.auc.toFixed(3)}. ${
            atTarget === null
              ? `No confidence gives a precision of ${TARGET_PRECISION}.`
              : `Answers of confidence ${atTarget.confidence.toFixed(2)} and more: precision ${atTarget.precision.toFixed(3)} at coverage ${atTarget.coverage.toFixed(3)}.`
          }`,
        ]),
    ...(parsing ? sayParsing(parsing) : []),
    ...(comparison === null ? [] : [sayComparison(comparison), ...listed('No longer right', comparison.newlyWrong, texts)]),
    ...sayEnd(figures, ran),
  ];
  return {
    text: sentences.join('\n'),
    figures,
    detail: marks.map((mark) => `${JSON.stringify(detailOf(mark, texts, comparison))}\n`).join(''),
    async draw(folder) {
      // The charts take longer to load than a run's other parts together.
      const { drawPictures } = await import('./pictures.ts');
      return await drawPictures(folder, summary, curve, `${PLANNER_NAMES[planner]} on ${ENGINE_NAMES[engine]}`);
    },
  };
}

function headline({
  asked,
  answered,
  right,
  declined,
  offered,
  precision,
  coverage,
  accuracy,
  p50Ms,
  p99Ms,
  writes,
  unanswerable,
  tokens,
}: Summary) {
  const figures = `${asked} asked, ${answered} answered, ${right} right, ${declined} declined, of these ${offered} with the right reading among the sentences offered instead: precision ${precision?.toFixed(3) ?? '–'}, coverage ${coverage.toFixed(3)}, accuracy ${accuracy.toFixed(3)}; p50 ${p50Ms} ms, p99 ${p99Ms} ms.`;
  return [
    figures,
    ...(unanswerable ? [`Unanswerable: ${unanswerable.declined} of ${unanswerable.asked} declined.`] : []),
    ...(writes ? [`Writes: ${writes.right} right, ${writes.wrong} wrong, ${writes.declined} declined.`] : []),
    ...(tokens ? [`Tokens a question: ${tokens.mean} on average, p50 ${tokens.p50}, p99 ${tokens.p99}.`] : []),
  ].join(' ');
}

function sayParsing({ parsed, unsupported }: Parsing): string[] {
  const constructs = Object.entries(unsupported).slice(0, LISTED_MAX);
  return [
    `${parsed} gold statements became a plan.`,
    ...(constructs.length === 0 ? [] : [`Not supported: ${constructs.map(([name, times]) => `${name} (${times})`).join('; ')}.`]),
  ];
}

function listed(title: string, ids: readonly string[], texts: ReadonlyMap<string, string>): string[] {
  if (ids.length === 0) return [];
  const more = ids.length > LISTED_MAX ? [`  … and ${ids.length - LISTED_MAX} more; --detail has them`] : [];
  return [`${title}:`, ...ids.slice(0, LISTED_MAX).map((id) => `  ${id}: ${texts.get(id) ?? ''}`), ...more];
}

function sayEnd({ failed, questions, asked }: Figures, { ended, marks }: Ran): string[] {
  const open = questions - asked;
  const rest = `${open} of ${questions} questions have no result; --resume puts those alone.`;
  if (ended === 'interrupted') return [`Broken off: ${rest}`];
  if (failed === 0) return [];
  const met = new Set(marks.flatMap(({ status, code, reason }) => (status === 'failed' ? [reason ?? code ?? ''] : [])));
  const causes = [...met].slice(0, CAUSES_MAX).join('; ');
  return ended === 'outage'
    ? [`OUTAGE: nobody answered, question after question (${causes}), and the run was given up. ${rest}`]
    : [`OUTAGE: ${failed} questions met one (${causes}) and count as neither right nor wrong. ${rest}`];
}

function detailOf(mark: Mark, texts: ReadonlyMap<string, string>, comparison: Comparison | null): object {
  const change = comparison?.newlyRight.includes(mark.id) ? 'newly right' : comparison?.newlyWrong.includes(mark.id) ? 'newly wrong' : null;
  return { ...mark, question: texts.get(mark.id) ?? '', change };
}
