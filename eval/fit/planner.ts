import { createHash } from 'node:crypto';
import { type Expected, expectedShape, type ShapeModel } from '../../src/plan/builtin/search/rank/expected-shape.ts';
import { shareOf } from '../../src/plan/builtin/search/rank/ranking.ts';
import type { Trait } from '../../src/plan/builtin/search/rank/shape.ts';
import { type Evidence, signalsOf } from '../../src/plan/builtin/search/rank/signals.ts';
import { type ConfidenceFit, confidenceAs, fitConfidence, type Sample } from './confidence.ts';
import { OWN_PHRASES } from './own-phrases.ts';
import { fitRanking, type RankingFit, scoreAs } from './ranking.ts';
import { fitShape } from './shape.ts';

/** A question, the traits of its expected statement, and what the built-in planner read it as. */
export interface Asked {
  readonly db: string;
  readonly words: readonly string[];
  readonly traits: ReadonlySet<Trait>;
  readonly readings: readonly {
    readonly evidence: Evidence;
    readonly right: boolean;
    /** Something speaks against it that no confidence makes good. */
    readonly doubted: boolean;
  }[];
}

export interface PlannerFit {
  readonly shape: ShapeModel;
  readonly ranking: RankingFit;
  readonly confidence: ConfidenceFit;
}

/** A best reading that nothing speaks against, with the confidence that a fit without its database gives it. */
export interface Judged {
  readonly confidence: number;
  readonly right: boolean;
}

const FOLDS = 5;
/** A database with many questions does not count in proportion: what holds there alone holds for few others. */
const TYPICAL_COUNT = 15;

/**
 * Fits the three models on each other's forecasts for databases they have not seen: the shape that a question's words
 * let expect, the order of readings, the confidence in the first. What is judged was not seen by any of them either.
 */
export function fitPlanner(asked: readonly Asked[]): { readonly fit: PlannerFit; readonly judged: readonly Judged[] } {
  const shares = sharesOf(asked);
  const parts = Array.from({ length: FOLDS }, (_, fold) => asked.flatMap(({ db }, at) => (foldOf(db) === fold ? [at] : [])));
  /** Fits on all questions but those of a fold, and applies the fit to these. */
  const forecast = <Fit, T>(fitOn: (on: readonly number[]) => Fit, apply: (fit: Fit, at: number) => T): T[] => {
    const given: T[] = [];
    for (const part of parts) {
      const inside = new Set(part);
      const fitted = fitOn(asked.flatMap((_, at) => (inside.has(at) ? [] : [at])));
      for (const at of part) given[at] = apply(fitted, at);
    }
    return given;
  };
  const all = asked.map((_, at) => at);
  const of =
    <T>(items: readonly T[]) =>
    (at: number) =>
      items.slice(at, at + 1);

  const shapes = asked.map(({ db, words, traits }, at) => ({ db, words, traits, share: shares[at] ?? 1 }));
  const shapeOn = (on: readonly number[]) => fitShape([...on.flatMap(of(shapes)), ...OWN_PHRASES]);
  const expected = forecast(shapeOn, (shape, at) => expectedShape(asked[at]?.words ?? [], shape));

  const choices = asked.map(({ readings }, at) => ({ share: shares[at] ?? 1, readings: readings.map(withSignals(expected[at] ?? [])) }));
  const rankingOn = (on: readonly number[]) => fitRanking(on.flatMap(of(choices)));
  const best = forecast(rankingOn, (ranking, at) => bestOf(choices[at], ranking));

  const sampled = (on: readonly number[]) => on.flatMap(of(best)).flatMap((one) => (one === null || one.doubted ? [] : [one]));
  const confidenceOn = (on: readonly number[]) => fitConfidence(sampled(on));
  const judged = forecast(confidenceOn, (fit, at): Judged[] =>
    sampled([at]).map((sample) => ({ confidence: confidenceAs(fit, sample), right: sample.right })),
  );
  return { fit: { shape: shapeOn(all), ranking: rankingOn(all), confidence: confidenceOn(all) }, judged: judged.flat() };
}

function sharesOf(asked: readonly Asked[]): number[] {
  const counts = new Map<string, number>();
  for (const { db, readings } of asked) if (readings.length > 0) counts.set(db, (counts.get(db) ?? 0) + 1);
  return asked.map(({ db }) => TYPICAL_COUNT / Math.max(TYPICAL_COUNT, counts.get(db) ?? 1));
}

/** All questions of a database are in one fold, in every run the same. */
const foldOf = (db: string): number => (createHash('md5').update(db).digest()[1] ?? 0) % FOLDS;

const withSignals =
  (expected: Expected) =>
  ({ evidence, right, doubted }: Asked['readings'][number]) => ({ signals: signalsOf(evidence, expected), right, doubted });

type Scored = { readonly share: number; readonly readings: readonly ReturnType<ReturnType<typeof withSignals>>[] };

function bestOf(choice: Scored | undefined, ranking: RankingFit): (Sample & { readonly doubted: boolean }) | null {
  const scored = (choice?.readings ?? []).map((reading) => ({ ...reading, score: scoreAs(ranking, reading.signals) }));
  const [first] = scored.toSorted((a, b) => b.score - a.score);
  if (first === undefined || choice === undefined) return null;
  const part = shareOf(
    first.score,
    scored.map(({ score }) => score),
  );
  return { signals: first.signals, part, right: first.right, doubted: first.doubted, share: choice.share };
}

/** The confidence from which on the wanted part is right, with the most answered. */
export function leastConfidence(judged: readonly Judged[], precision: number): number {
  let least = 1;
  let right = 0;
  for (const [at, one] of judged.toSorted((a, b) => b.confidence - a.confidence).entries()) {
    right += one.right ? 1 : 0;
    if (right / (at + 1) >= precision) least = one.confidence;
  }
  return Math.ceil(least * 100) / 100;
}

/** Precision and coverage for the threshold that was chosen and for others, as lines to read. */
export function thresholds(judged: readonly Judged[], asked: number, chosen: number): string[] {
  return [...new Set([...OTHERS, chosen])].sort().map((least) => {
    const answered = judged.filter(({ confidence }) => confidence >= least);
    const right = answered.filter((one) => one.right).length;
    const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
    const mark = least === chosen ? ' (chosen)' : '';
    return `confidence >= ${least}: precision ${percent(right, answered.length)}, right of all ${percent(right, asked)}${mark}`;
  });
}

const OTHERS = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9];
