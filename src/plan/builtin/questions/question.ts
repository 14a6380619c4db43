import { contradictionIn } from '../../contradiction.ts';
import type { Expr, Plan, Query, Select } from '../../plan.ts';
import type { Outcome, Planner, Question } from '../../planner.ts';
import { unaccounted } from '../accounting/accounting.ts';
import { agree } from '../checks/agreement.ts';
import { refusalOf } from '../checks/plan-checks.ts';
import { unsaidState } from '../checks/unsaid-state.ts';
import { isShort, remembered, wordsOf } from '../composed/ask.ts';
import { readContrast } from '../composed/contrast.ts';
import { readFirstOfEach } from '../composed/each-first.ts';
import { readOfThose } from '../composed/of-those.ts';
import { readSecondQuestion } from '../composed/second-question.ts';
import { plainCutsOf, readShare } from '../composed/share.ts';
import { readSideBySide } from '../composed/side-by-side.ts';
import { readTwoParts } from '../composed/two-parts.ts';
import { doubtIn } from '../doubts/doubts.ts';
import type { Token } from '../english/tokens.ts';
import { type Lexicon, lexiconOf } from '../linking/lexicon.ts';
import { withPlainNames } from '../linking/plain-names.ts';
import { withCodes } from '../linking/value-codes.ts';
import { withOffers } from '../offers/offers.ts';
import { type Choice, withChoices } from '../phrases/choices.ts';
import { withoutCourtesies } from '../phrases/openings.ts';
import { phrasedOf, readPhrases } from '../phrases/phrases.ts';
import { withSpeltWords } from '../phrases/spelt-words.ts';
import { planPlainly } from '../plain/plain.ts';
import { candidatesFor } from '../search/candidates.ts';
import { CONFIDENCE_FIT } from '../search/rank/confidence-fit.ts';
import { readAboutSchema } from './about-schema.ts';
import { offerAnyAsBoth } from './any.ts';
import { assumptionsOf } from './assumptions.ts';
import { withoutCalledOff } from './called-off.ts';
import { completed } from './completed.ts';
import { withDefinitions } from './definitions.ts';
import { readIncluding } from './including.ts';
import { readRatio } from './ratio.ts';
import { readGroupedRatio } from './ratio-groups.ts';
import { rewordings } from './rewordings.ts';
import { readRounded } from './rounding.ts';
import { unsaidSchema } from './unsaid-schema.ts';

/** The built-in planner for questions: deterministic, local, no model. It answers when one reading is clearly best. */
export function createQuestionPlanner(): Planner {
  return {
    name: 'builtin',
    local: true,
    plan: async (question) =>
      planSpelt({
        ...question,
        text: withPlainNames(withoutCourtesies(question.text), question.schema),
        values: withCodes(question.values, question.schema),
      }),
  };
}

/** What is declined as it is typed is read once more with its misspelt words put right. */
async function planSpelt(question: Question): Promise<Outcome> {
  const outcome = await planPlain(question);
  if (outcome.kind === 'plan') return outcome;
  const spelt = withSpeltWords(question);
  if (spelt === null) return outcome;
  const read = await planPlain({ ...question, text: withoutCourtesies(spelt.text) });
  return read.kind === 'plan' ? { ...read, assumptions: [...spelt.notes, ...read.assumptions] } : outcome;
}

async function planPlain(question: Question): Promise<Outcome> {
  const aboutSchema = readAboutSchema(question);
  if (aboutSchema !== null) return { kind: 'plan', plan: aboutSchema, confidence: PHRASES, assumptions: [] };
  const plain = planPlainly(question);
  if (plain !== null) return { kind: 'plan', plan: plain, confidence: PHRASES, assumptions: [] };
  const chosen = withChoices(question.text, lexiconOf(question.schema));
  if (chosen !== null && chosen.made.length > 0) return planChosen({ ...question, text: chosen.text }, chosen.made);
  const planned = checked(question, planQuestion(question));
  const read = orComposed(question, orReworded(question, planned === TWO_WAYS ? planned : orPhrases(question, planned)));
  const outcome =
    read.kind === 'plan' && isQuery(read.plan)
      ? withoutCancelled({ ...read, plan: completed(read.plan, question.text, lexiconOf(question.schema)) }, question)
      : read;
  if (outcome.kind !== 'declined') return outcome;
  const isRefused = (query: Query) =>
    checked(question, { kind: 'plan', plan: query, confidence: PHRASES, assumptions: [] }).kind !== 'plan';
  const offered = await withOffers(question, outcome, { ask: planOffered(question), isRefused, confidence: PHRASES });
  return offered.kind === 'plan' && isQuery(offered.plan) ? withoutCancelled({ ...offered, plan: offered.plan }, question) : offered;
}

type Planned = Extract<Outcome, { kind: 'plan' }>;

/** A plan without what was called off, which is told. */
function withoutCancelled(read: Planned & { plan: Query }, { text, schema, values, now }: Question): Planned {
  const kept = withoutCalledOff(read.plan, text, values, lexiconOf(schema), now);
  return kept === null ? read : { ...read, plan: kept.plan, assumptions: [...read.assumptions, ...kept.notes] };
}

/** A sentence that is offered, as it is read once it is sent. */
const planOffered = (question: Question) => async (text: string) => {
  const chosen = withChoices(text, lexiconOf(question.schema));
  return chosen !== null && chosen.made.length > 0 ? planChosen({ ...question, text: chosen.text }, chosen.made) : asking(question)(text);
};

/** A question with columns that were chosen for it: each of them has to be in the plan. */
function planChosen(question: Question, choices: readonly Choice[]): Outcome {
  const read = readPhrases({ ...question, choices });
  const names = JSON.stringify(read?.plan ?? null);
  if (read === null || !choices.every(({ column }) => names.includes(`"column":${JSON.stringify(column)}`)))
    return declined('The question cannot be read with what was chosen.', []);
  return checked(question, { kind: 'plan', plan: read.plan, confidence: PHRASES, assumptions: read.notes });
}

/** What the search declines may still be one of the plain forms that are read word by word. */
function orPhrases(question: Question, outcome: Outcome): Outcome {
  if (outcome.kind !== 'declined') return outcome;
  const read = readPhrases(question);
  if (read === null) return outcome;
  const phrased: Outcome = { kind: 'plan', plan: read.plan, confidence: PHRASES, assumptions: read.notes };
  return checked(question, phrased).kind === 'plan' ? phrased : outcome;
}

/** Of a question that is put together. */
const SENTENCES_MAX = 40;

/** What is declined may be put together of questions that are read. */
function orComposed(question: Question, outcome: Outcome): Outcome {
  if (outcome.kind !== 'declined' || !isShort(wordsOf(question.text))) return outcome;
  const ask = remembered(asking(question), SENTENCES_MAX);
  const lexicon = lexiconOf(question.schema);
  const read =
    readContrast(question, ask) ??
    readSideBySide(question.text, ask) ??
    readFirstOfEach(question.text, ask, lexicon) ??
    readShare(question.text, ask);
  return read === null ? outcome : orElse(checked(question, read), outcome);
}

const orElse = (read: Outcome, outcome: Outcome): Outcome => (read.kind === 'plan' ? read : outcome);

/** What is declined may be said in other words: "monthly revenue". */
function orReworded(question: Question, outcome: Outcome): Outcome {
  if (outcome.kind !== 'declined') return outcome;
  const read = rewordings(question.text, lexiconOf(question.schema)).flatMap((text) => {
    const one = checked({ ...question, text }, asking(question)(text));
    return one.kind === 'plan' ? [{ ...one, assumptions: [...one.assumptions, `read as "${text}"`] }] : [];
  });
  const [only, ...more] = read;
  return only === undefined || more.length > 0 ? outcome : only;
}

/** The outcome, or why its plan is no answer to the question. */
function checked({ text, schema, values, now }: Question, outcome: Outcome): Outcome {
  if (outcome.kind !== 'plan' || !isQuery(outcome.plan)) return outcome;
  const lexicon = lexiconOf(schema);
  const refusal =
    refusalOf(outcome.plan, text, lexicon, now) ??
    unsaidState(outcome.plan, text, values, lexicon) ??
    unsaidSchema(outcome.plan, text, schema);
  return refusal === null ? outcome : declined(refusal, []);
}

const isQuery = (plan: Plan): plan is Query => plan.kind === 'select' || plan.kind === 'set';

/** How many of such readings were right, of those that two readers agree on as well. */
const PHRASES = 0.95;

const asking = (question: Question) => (text: string) => orPhrases({ ...question, text }, planQuestion({ ...question, text }));

/** A lead of less than this is told as such; the second is then near to half as likely as the first, or nearer. */
const TIGHT = 0.7;

function planQuestion(question: Question): Outcome {
  const ask = (text: string) => planQuestion({ ...question, text });
  const defined = withDefinitions(question.text);
  if (defined !== question.text) return ask(defined);
  const kept =
    readTwoParts(question.text, asking(question)) ??
    readSecondQuestion(question.text, asking(question)) ??
    readOfThose(question.text, asking(question), lexiconOf(question.schema)) ??
    readIncluding(question.text, question.schema, ask) ??
    readRounded(question.text, ask) ??
    readGroupedRatio(question.text, ask);
  if (kept !== null) return kept;
  const outcome = planSearched(question);
  if (outcome.kind !== 'declined' || outcome === TWO_WAYS) return outcome;
  return readRatio(question.text, ask) ?? readShare(question.text, ask, plainCutsOf) ?? offerAnyAsBoth(question.text, ask) ?? outcome;
}

/** The best reading of the search, where every word is in it and nothing speaks against it. */
function planSearched(question: Question): Outcome {
  const found = candidatesFor(question);
  if (found.kind === 'none') return declined(found.reason, found.unclear);
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
    return declined(`It is unclear what ${words} ${lost.length > 1 ? 'ask' : 'asks'} for.`, lost);
  }
  const refusal = refusalOf(best.plan, asSpelt(question.text, tokens), lexicon, question.now);
  if (refusal !== null) return declined(refusal, []);
  const assumptions = assumptionsOf(best, respelled);
  const alone = lead >= ALONE.lead && confidence >= ALONE.least && assumptions.length === 0;
  const sure = confidence >= CONFIDENCE_FIT.least || alone;
  const doubt = doubtIn(best, tokens, lexicon, graph);
  if (doubt !== null && sure) return declined(doubt, []);
  if (doubt === null) {
    const { read: phrased, rivals } = phrasedOf(question);
    // Both say the same of the same tables or it is open what is asked about: "active members", of those who left and of a plan that is called so.
    const own = tablesIn(best.plan);
    if (rivals.some((one) => agree(best.plan, one, lexicon) === true) && rivals.some((one) => tablesIn(one) !== own)) return TWO_WAYS;
    const agreed = phrased === null ? null : agree(best.plan, phrased.plan, lexicon);
    if (phrased !== null && agreed === true)
      return {
        kind: 'plan',
        plan: mayRepeat(best.plan) ? phrased.plan : best.plan,
        confidence: Math.max(confidence, PHRASES),
        assumptions,
      };
    // Of one that is put together of several queries it is not known whether they say the same; what was read word by word is surer.
    if (phrased !== null && agreed === null && best.plan.kind === 'set' && phrased.plan.kind === 'select')
      return { kind: 'plan', plan: phrased.plan, confidence: PHRASES, assumptions: phrased.notes };
    if (agreed === false && confidence >= CONTESTED) return TWO_WAYS;
    if (sure && agreed !== false) return { kind: 'plan', plan: withoutNothing(best.plan, lexicon), confidence, assumptions };
  }
  // What cannot be true is told, rather than how sure the reading was.
  const contradiction = contradictionIn(best.plan);
  if (contradiction !== null) return declined(contradiction, []);
  return lead < TIGHT ? declined(SEVERAL_WAYS, []) : declined('The question is read with too little certainty.', []);
}

/** The text with the words that were put right; tokens know where they stood in it. */
const asSpelt = (text: string, tokens: readonly Token[]): string =>
  tokens.reduceRight(
    (left, token) =>
      token.kind === 'word' && text.slice(token.start, token.end).toLowerCase() !== token.lower
        ? `${left.slice(0, token.start)}${token.text}${left.slice(token.end)}`
        : left,
    text,
  );

const tablesIn = (plan: Query): string =>
  [...new Set([...JSON.stringify(plan).matchAll(/"kind":"table","table":("[^"]*")/g)].map(([, name]) => name))].sort().join();

/** "what allergies do guests have" lists allergies, and that somebody has none is not one of them. */
function withoutNothing(plan: Query, lexicon: Lexicon): Query {
  if (plan.kind === 'select' && plan.groupBy !== undefined && plan.limit !== undefined) return withKnownGroups(plan, lexicon);
  if (plan.kind !== 'select' || plan.distinct !== true || plan.columns.length !== 1 || plan.groupBy !== undefined) return plan;
  const [shown] = plan.columns;
  if (shown?.expr.kind !== 'column' || plan.joins !== undefined) return plan;
  const { expr } = shown;
  const table = plan.from?.kind === 'table' ? lexicon.byName.get(plan.from.table) : undefined;
  if (table?.columns.some(({ column }) => column.name === expr.column && column.nullable) !== true) return plan;
  const present: Expr = { kind: 'not', arg: { kind: 'isNull', arg: expr } };
  return { ...plan, where: plan.where === undefined ? present : { kind: 'and', args: [plan.where, present] } };
}

/** "which mechanic did the most repairs": those that nobody did are of no mechanic. */
function withKnownGroups(plan: Select, lexicon: Lexicon): Query {
  const { from } = plan;
  const entry = from?.kind === 'table' ? lexicon.byName.get(from.table) : undefined;
  const keys = (plan.groupBy ?? []).filter((key) => key.kind === 'column' && from?.kind === 'table' && key.table === from.as);
  // A row is one of them, whatever it is called.
  if (keys.some((key) => key.kind === 'column' && entry?.table.primaryKey.includes(key.column) === true)) return plan;
  const present = keys.flatMap((key): Expr[] => {
    const nullable =
      key.kind === 'column' &&
      entry?.columns.some(({ column, reference }) => column.name === key.column && column.nullable && !reference) === true;
    return nullable ? [{ kind: 'not', arg: { kind: 'isNull', arg: key } }] : [];
  });
  if (present.length === 0) return plan;
  return { ...plan, where: { kind: 'and', args: [...(plan.where === undefined ? [] : [plan.where]), ...present] } };
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
