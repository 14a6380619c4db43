import { confidenceOf } from './confidence.ts';
import { CONFIDENCE_FIT } from './confidence-fit.ts';
import { expectedShape } from './expected-shape.ts';
import { RANKING_FIT } from './ranking-fit.ts';
import { firstSelect } from './shape.ts';
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
  const confidence = confidenceOf(signalsAsShown(first.evidence, expected), share);
  const lead = first.score - (more[0]?.score ?? Number.NEGATIVE_INFINITY);
  const sure =
    isPlain(first) ||
    (confidence >= ALONE.least && lead >= ALONE.lead && first.evidence.margin >= ALONE.margin && isOneWay(first.candidate, asked));
  return {
    candidates: [first.candidate, ...more.map(({ candidate }) => candidate), ...sorted.slice(LOOKED_AT)],
    confidence: Math.max(confidence, sure ? CONFIDENCE_FIT.least : 0),
    lead,
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

/** What is less likely by itself, as over several joins, is answered where nothing else comes near it, by its words or by its shape. */
const ALONE = { least: 0.78, lead: 2, margin: 0.6 };

/** Whether no two of the tables are related by several keys. */
function isOneWay({ plan }: Meant, { graph }: Asked): boolean {
  const { from, joins = [] } = firstSelect(plan);
  const tables = [from, ...joins.map(({ source }) => source)].flatMap((source) => (source?.kind === 'table' ? [source.table] : []));
  return tables.every((table) => {
    const ways = (graph.edges.get(table) ?? []).map(({ to }) => to).filter((to) => tables.includes(to));
    return new Set(ways).size === ways.length;
  });
}

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
