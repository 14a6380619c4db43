import type { Mark } from '../run/score.ts';

/** The precision that a release is held to. */
export const TARGET_PRECISION = 0.9;

export interface CurvePoint {
  /** Answers of at least this confidence are kept. */
  readonly confidence: number;
  readonly coverage: number;
  readonly precision: number;
}

export interface Curve {
  /** From the most confident answers to all of them; empty when no answer tells its confidence. */
  readonly points: readonly CurvePoint[];
  /** Area under precision over coverage from 0 to 1: what no threshold reaches counts as nothing. */
  readonly auc: number;
}

/** Precision and coverage at each confidence that a caller could demand. */
export function precisionCoverage(marks: readonly Mark[]): Curve {
  const asked = marks.filter(({ status }) => status !== 'failed').length;
  const answers = marks
    .flatMap(({ answered, confidence, status }) => (answered && confidence !== null ? [{ confidence, right: status === 'right' }] : []))
    .sort((a, b) => b.confidence - a.confidence);
  const points: CurvePoint[] = [];
  let right = 0;
  for (const [at, one] of answers.entries()) {
    if (one.right) right += 1;
    // Answers of one confidence are kept or dropped together.
    if (answers[at + 1]?.confidence === one.confidence) continue;
    points.push({ confidence: one.confidence, coverage: (at + 1) / asked, precision: right / (at + 1) });
  }
  let auc = 0;
  let from = 0;
  let before: number | null = null;
  for (const { coverage, precision } of points) {
    auc += ((before ?? precision) + precision) * 0.5 * (coverage - from);
    from = coverage;
    before = precision;
  }
  return { points, auc: Math.round(auc * 1_000) / 1_000 };
}

/** The largest coverage with at least this precision; null when no threshold gives it. */
export function coverageAt({ points }: Curve, precision: number): CurvePoint | null {
  return points.filter((point) => point.precision >= precision).at(-1) ?? null;
}
