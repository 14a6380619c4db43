import { confidenceOf } from './confidence.ts';
import { CONFIDENCE_FIT } from './confidence-fit.ts';
import { expectedShape } from './expected-shape.ts';
import { RANKING_FIT } from './ranking-fit.ts';
import { type Asked, type Evidence, evidenceOf, type Meant, SIGNALS, type Signals, signalsAsShown, signalsOf } from './signals.ts';

export interface Ranked<Candidate> {
  /** The likeliest first. */
  readonly candidates: readonly [Candidate, ...Candidate[]];
  /** Of the first: how likely it is to be what was meant. */
  readonly confidence: number;
  /** How much likelier the first is than the second, from 0. */
  readonly lead: number;
}

/** More than these are hardly ever meant; the rest stay behind in order of their cost. */
const LOOKED_AT = 10;

/** Orders what a question may mean by how likely each is, going by `words` and all other signals. */
export function rank<Candidate extends Meant>(
  sorted: readonly [Candidate, ...Candidate[]],
  words: readonly string[],
  asked: Asked,
): Ranked<Candidate> {
  const expected = expectedShape(words);
  const looked = evidenceFor(sorted, asked);
  const scored = looked.map(({ evidence, candidate }) => ({ candidate, evidence, score: scoreOf(signalsOf(evidence, expected)) }));
  const [first, ...more] = scored.toSorted((a, b) => b.score - a.score);
  if (first === undefined) return { candidates: sorted, confidence: 0, lead: 0 };
  const share = shareOf(
    first.score,
    scored.map(({ score }) => score),
  );
  return {
    candidates: [first.candidate, ...more.map(({ candidate }) => candidate), ...sorted.slice(LOOKED_AT)],
    confidence: Math.max(confidenceOf(signalsAsShown(first.evidence, expected), share), isPlain(first) ? CONFIDENCE_FIT.least : 0),
    lead: first.score - (more[0]?.score ?? Number.NEGATIVE_INFINITY),
  };
}

/**
 * Every word fits at next to no cost and nothing else comes near: that is answered. Collections have next to no such reading
 * in which they have no confidence, so that where there is one it is their words that are unlike the question's.
 */
const isPlain = ({ candidate, evidence }: { candidate: Meant; evidence: Evidence }): boolean =>
  candidate.cost < PLAIN && evidence.margin > RIVAL;

const PLAIN = 0.6;
const RIVAL = 0.55;

/** What speaks for and against each of the cheapest candidates. */
export function evidenceFor<Candidate extends Meant>(
  sorted: readonly Candidate[],
  asked: Asked,
): { readonly candidate: Candidate; readonly evidence: Evidence }[] {
  return sorted.slice(0, LOOKED_AT).map((candidate) => ({
    candidate,
    evidence: evidenceOf(
      candidate,
      sorted.filter((other) => other !== candidate),
      asked,
    ),
  }));
}

/** The part of all likelihood that a candidate of some score has among candidates of these. */
export const shareOf = (score: number, scores: readonly number[]): number =>
  1 / scores.reduce((sum, other) => sum + Math.exp(other - score), 0);

const scoreOf = (signals: Signals): number => SIGNALS.reduce((sum, name) => sum + RANKING_FIT[name] * signals[name], 0);
