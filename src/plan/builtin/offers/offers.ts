import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Plan, Query } from '../../plan.ts';
import type { Outcome, Question } from '../../planner.ts';
import { unaccounted } from '../accounting/accounting.ts';
import { agree } from '../checks/agreement.ts';
import { doubtIn } from '../doubts/doubts.ts';
import { lexiconOf } from '../linking/lexicon.ts';
import { nearReadings } from '../near/near-readings.ts';
import { sayChoice } from '../phrases/choices.ts';
import { type Phrases, phrasesOf } from '../phrases/phrases.ts';
import type { CloseReading } from '../plain/offered.ts';
import { candidatesFor } from '../search/candidates.ts';
import { type Ask, closeReadings } from './close-readings.ts';
import { otherReadings } from './other-readings.ts';
import { vagueRanks } from './vague-ranks.ts';

type Declined = Extract<Outcome, { kind: 'declined' }>;

/**
 * What may be asked in place of a question that was declined, each a sentence that means one thing: it has been read. First what
 * the question itself may mean, by a column that it leaves open or as a whole; where nothing does, what is near to its words.
 */
export async function withOffers(question: Question, outcome: Declined, { ask, isRefused, confidence }: Offering): Promise<Outcome> {
  const inTurn: Ask = async (text) => {
    await pauseFor(question);
    return ask(text);
  };
  await pauseFor(question);
  const phrases = phrasesOf(question);
  const chosen = await byChoice(question, phrases, inTurn);
  const whole = await wholly(question, outcome, phrases, inTurn);
  const read = [...chosen, ...whole];
  const meant = read.length > 0 ? read : await ranked(question, inTurn);
  if (meant.length > 0) {
    const agreed = whole.length === 0 ? await agreedWith(chosen, question, inTurn) : null;
    if (agreed !== null && !isRefused(agreed.plan)) return { kind: 'plan', ...agreed, confidence };
    return { ...outcome, options: meant.slice(0, OFFERED_MAX), close: meant.length > 1 };
  }
  const surely = await closeReadings(question, outcome.unclear, inTurn, true);
  const plain = surely.length > 0 ? [] : nearReadings(question);
  const near = [surely, plain].find(({ length }) => length > 0) ?? (await closeReadings(question, outcome.unclear, inTurn));
  const [first, ...more] = near;
  const plan = first?.sure?.plan;
  // A plain sentence that is sure has no other one about as near; beside a word of the same family there may be another word.
  const isOnly = near === plain || (plan !== undefined && isRead(plan) && more.every((one) => isSame(one, plan, question)));
  if (first?.sure !== undefined && plan !== undefined && isRead(plan) && isOnly && !isRefused(plan))
    return { kind: 'plan', plan, confidence, assumptions: first.sure.notes };
  const options = near.map(({ label, goal }) => ({ label, goal }));
  return options.length === 0 ? outcome : { ...outcome, options };
}

/** The column that a question leaves open, where what is near to the question has one as well, and is sure of it. */
async function agreedWith(
  chosen: readonly CloseReading[],
  question: Question,
  ask: Ask,
): Promise<{ plan: Query; assumptions: readonly string[] } | null> {
  const [first] = nearReadings(question);
  const plan = first?.sure?.plan;
  if (first?.sure === undefined || plan === undefined || !isRead(plan)) return null;
  for (const { goal } of chosen.slice(0, OFFERED_MAX)) {
    const read = await ask(goal);
    if (read.kind === 'plan' && isRead(read.plan) && agree(read.plan, plan, lexiconOf(question.schema)) === true)
      return { plan, assumptions: first.sure.notes };
  }
  return null;
}

/** How what is offered is read, what speaks against a plan that may be given as the answer, and how likely such a one is right. */
interface Offering {
  readonly ask: Ask;
  readonly isRefused: (plan: Query) => boolean;
  readonly confidence: number;
}

const OFFERED_MAX = 3;

const isRead = (plan: Plan): plan is Query => plan.kind === 'select' || plan.kind === 'set';

const isSame = ({ sure }: CloseReading, plan: Query, { schema }: Question): boolean =>
  sure !== undefined && isRead(sure.plan) && agree(sure.plan, plan, lexiconOf(schema)) === true;

/** Each sentence in a turn of the event loop of its own: in a wide schema one may take half a second. Who has left is not read for. */
async function pauseFor({ signal }: Question): Promise<void> {
  await nextTurn();
  signal.throwIfAborted();
}

/** The question with each of the columns that it leaves open. */
async function byChoice({ text }: Question, { open }: Phrases, ask: Ask): Promise<CloseReading[]> {
  const found: CloseReading[] = [];
  for (const choice of open
    .filter(({ length }) => length <= OPEN_MAX)
    .slice(0, OPENED_MAX)
    .flat()) {
    const goal = `${text.replace(/[\s.?!]+$/, '')}${sayChoice(choice)}`;
    if ((await ask(goal)).kind === 'plan') found.push({ label: goal, goal });
  }
  return found;
}

/** What the best of something are, by each of what may make them so. */
async function ranked({ text, schema }: Question, ask: Ask): Promise<CloseReading[]> {
  const found: CloseReading[] = [];
  for (const goal of vagueRanks(text, lexiconOf(schema))) if ((await ask(goal)).kind === 'plan') found.push({ label: goal, goal });
  return found;
}

const OPENED_MAX = 3;
const OPEN_MAX = 3;

/** Each reading that says all of the question, as a sentence of its own. */
async function wholly(question: Question, { unclear }: Declined, phrases: Phrases, ask: Ask): Promise<CloseReading[]> {
  const lexicon = lexiconOf(question.schema);
  const phrased = phrases.readings.slice(0, LOOKED_AT_MAX);
  const searched = unclear.length > 0 ? [] : searchedIn(question);
  const plans = [...phrased.map(({ plan }) => plan), ...searched];
  return await otherReadings(plans, question.text, lexicon, ask);
}

function searchedIn(question: Question): Query[] {
  const found = candidatesFor(question);
  if (found.kind === 'none') return [];
  const { candidates, tokens, asked, lead } = found;
  const { lexicon, graph } = asked;
  return candidates
    .slice(0, lead < APART ? LOOKED_AT_MAX : 1)
    .filter((one) => unaccounted(tokens, one, lexicon).length === 0 && doubtIn(one, tokens, lexicon, graph) === null)
    .map(({ plan }) => plan);
}

const LOOKED_AT_MAX = 4;
/** A reading that is this much less likely than the first is not offered beside it. */
const APART = 2;
