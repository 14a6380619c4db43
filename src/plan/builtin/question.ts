import { contradictionIn } from '../contradiction.ts';
import type { Query } from '../plan.ts';
import type { Outcome, Planner, Question } from '../planner.ts';
import { readAboutSchema } from './about-schema.ts';
import { unaccounted } from './accounting.ts';
import { agree } from './agreement.ts';
import { offerAnyAsBoth } from './any.ts';
import { assumptionsOf } from './assumptions.ts';
import { candidatesFor } from './candidates.ts';
import { closeReadings } from './close-readings.ts';
import { CONFIDENCE_FIT } from './confidence-fit.ts';
import { withDefinitions } from './definitions.ts';
import { doubtIn } from './doubts.ts';
import { readIncluding } from './including.ts';
import { otherReadings } from './other-readings.ts';
import { withoutCourtesies } from './phrases/openings.ts';
import { phrasesOf, readPhrases } from './phrases/phrases.ts';
import { readAverageCount, readRatio } from './ratio.ts';
import { readGroupedRatio } from './ratio-groups.ts';
import { readRounded } from './rounding.ts';

/** The built-in planner for questions: deterministic, local, no model. It answers when one reading is clearly best. */
export function createQuestionPlanner(): Planner {
  return {
    name: 'builtin',
    local: true,
    plan: async (question) => planPlain({ ...question, text: withoutCourtesies(question.text) }),
  };
}

function planPlain(question: Question): Outcome {
  const aboutSchema = readAboutSchema(question);
  if (aboutSchema !== null) return { kind: 'plan', plan: aboutSchema, confidence: PHRASES, assumptions: [] };
  const planned = planQuestion(question);
  const outcome = planned === TWO_WAYS ? planned : orPhrases(question, planned);
  if (outcome.kind !== 'declined') return outcome;
  return outcome.unclear.length > 0 ? withCloseReadings(question, outcome) : withOtherReadings(question, outcome);
}

/** What the search declines may still be one of the plain forms that are read word by word. */
function orPhrases(question: Question, outcome: Outcome): Outcome {
  if (outcome.kind !== 'declined') return outcome;
  const read = readPhrases(question);
  return read === null ? outcome : { kind: 'plan', plan: read.plan, confidence: PHRASES, assumptions: read.notes };
}

/** How many of such readings were right, of those that two readers agree on as well. */
const PHRASES = 0.95;

type Declined = Extract<Outcome, { kind: 'declined' }>;

const asking = (question: Question) => (text: string) => orPhrases({ ...question, text }, planQuestion({ ...question, text }));

/** A declined question with what would be understood in its place. */
function withCloseReadings(question: Question, outcome: Declined): Outcome {
  const options = closeReadings(question, outcome.unclear, asking(question));
  return options.length === 0 ? outcome : { ...outcome, options };
}

/** A question whose every word was read, with what it may mean: each reading that says all of it, as a sentence of its own. */
function withOtherReadings(question: Question, outcome: Declined): Outcome {
  const found = candidatesFor(question);
  if (found.kind === 'none') return outcome;
  const { candidates, tokens, asked, lead } = found;
  const { lexicon, graph } = asked;
  const searched = candidates
    .slice(0, lead < APART ? LOOKED_AT_MAX : 1)
    .filter((one) => unaccounted(tokens, one, lexicon).length === 0 && doubtIn(one, tokens, lexicon, graph) === null);
  const phrased = phrasesOf(question).readings.slice(0, LOOKED_AT_MAX);
  const plans = [...phrased, ...searched].map(({ plan }) => plan);
  const options = otherReadings(plans, question.text, lexicon, asking(question));
  return options.length === 0 ? outcome : { ...outcome, options, close: options.length > 1 };
}

const LOOKED_AT_MAX = 4;
/** A reading that is this much less likely than the first is not offered beside it. */
const APART = 2;

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
  const assumptions = assumptionsOf(best, respelled);
  const alone = lead >= ALONE.lead && confidence >= ALONE.least && assumptions.length === 0;
  const sure = confidence >= CONFIDENCE_FIT.least || alone;
  const doubt = doubtIn(best, tokens, lexicon, graph);
  if (doubt !== null && sure) return declined(doubt, []);
  if (doubt === null) {
    const phrased = readPhrases(question);
    const agreed = phrased === null ? null : agree(best.plan, phrased.plan, lexicon);
    if (phrased !== null && agreed === true)
      return {
        kind: 'plan',
        plan: mayRepeat(best.plan) ? phrased.plan : best.plan,
        confidence: Math.max(confidence, PHRASES),
        assumptions,
      };
    if (agreed === false && confidence >= CONTESTED) return TWO_WAYS;
    if (sure && agreed !== false) return { kind: 'plan', plan: best.plan, confidence, assumptions };
  }
  // What cannot be true is told, rather than how sure the reading was.
  const contradiction = contradictionIn(best.plan);
  if (contradiction !== null) return declined(contradiction, []);
  return lead < TIGHT ? declined(SEVERAL_WAYS, []) : declined('The question is read with too little certainty.', []);
}

/** From here on a reading stands against another one that was read word by word. */
const CONTESTED = 0.9;

/** Enough for a reading of the schema's own words that is this much likelier than the next one, where there is a next one. */
const ALONE = { lead: 4, least: 0.85 };

/** A list over a join has a row once for each of what is joined; the plain forms ask whether there is one. */
const mayRepeat = (plan: Query): boolean =>
  plan.kind === 'select' &&
  (plan.joins ?? []).length > 0 &&
  plan.distinct !== true &&
  plan.groupBy === undefined &&
  plan.columns.every(({ expr }) => expr.kind === 'column');

const declined = (reason: string, unclear: readonly string[]): Outcome => ({ kind: 'declined', reason, unclear });

const SEVERAL_WAYS = 'The question can be read in more than one way.';
/** The search and the reader of plain forms are both sure, of different things. */
const TWO_WAYS = declined(SEVERAL_WAYS, []);
