import { contradictionIn } from '../contradiction.ts';
import type { Outcome, Planner, Question } from '../planner.ts';
import { unaccounted } from './accounting.ts';
import { offerAnyAsBoth } from './any.ts';
import { assumptionsOf } from './assumptions.ts';
import { candidatesFor } from './candidates.ts';
import { closeReadings } from './close-readings.ts';
import { CONFIDENCE_FIT } from './confidence-fit.ts';
import { withDefinitions } from './definitions.ts';
import { doubtIn } from './doubts.ts';
import { readIncluding } from './including.ts';
import { readAverageCount, readRatio } from './ratio.ts';
import { readGroupedRatio } from './ratio-groups.ts';
import { readRounded } from './rounding.ts';

/** The built-in planner for questions: deterministic, local, no model. It answers when one reading is clearly best. */
export function createQuestionPlanner(): Planner {
  return { name: 'builtin', local: true, plan: async (question) => withCloseReadings(question, planQuestion(question)) };
}

/** A declined question with what would be understood in its place. */
function withCloseReadings(question: Question, outcome: Outcome): Outcome {
  if (outcome.kind !== 'declined' || outcome.unclear.length === 0) return outcome;
  const options = closeReadings(question, outcome.unclear, (text) => planQuestion({ ...question, text }));
  return options.length === 0 ? outcome : { ...outcome, options };
}

/** A lead of less than this is told as such; the second is then near to half as likely as the first, or nearer. */
const TIGHT = 0.7;

function planQuestion(question: Question): Outcome {
  const ask = (text: string) => planQuestion({ ...question, text });
  const defined = withDefinitions(question.text);
  if (defined !== question.text) return ask(defined);
  const kept =
    readIncluding(question.text, question.schema, ask) ?? readRounded(question.text, ask) ?? readGroupedRatio(question.text, ask);
  if (kept !== null) return kept;
  const found = candidatesFor(question);
  if (found.kind === 'none')
    return (
      readAverageCount(question.text, ask) ??
      readRatio(question.text, ask) ??
      offerAnyAsBoth(question.text, ask) ??
      declined(found.reason, found.unclear)
    );
  const {
    candidates: [best],
    asked: { lexicon, graph },
    confidence,
    lead,
    respelled,
    tokens,
  } = found;
  const lost = unaccounted(tokens, best, lexicon).map(({ text }) => text);
  if (lost.length > 0) {
    const words = lost.map((word) => `"${word}"`).join(' and ');
    return (
      readAverageCount(question.text, ask) ??
      readRatio(question.text, ask) ??
      declined(`It is unclear what ${words} ${lost.length > 1 ? 'ask' : 'asks'} for.`, lost)
    );
  }
  const sure = confidence >= CONFIDENCE_FIT.least;
  const doubt = sure ? doubtIn(best, tokens, lexicon, graph) : null;
  if (doubt !== null) return declined(doubt, []);
  if (sure) return { kind: 'plan', plan: best.plan, confidence, assumptions: assumptionsOf(best, respelled) };
  // What cannot be true is told, rather than how sure the reading was.
  const contradiction = contradictionIn(best.plan);
  if (contradiction !== null) return declined(contradiction, []);
  return declined(lead < TIGHT ? 'The question can be read in more than one way.' : 'The question is read with too little certainty.', []);
}

const declined = (reason: string, unclear: readonly string[]): Outcome => ({ kind: 'declined', reason, unclear });
