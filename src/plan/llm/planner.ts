import { Fault } from '../../fault.ts';
import { leavingWithin } from '../../lib/leaving.ts';
import { validateChange } from '../check-change.ts';
import { contradictionIn } from '../contradiction.ts';
import type { ParseChange } from '../parse/ddl.ts';
import type { ParsePlan } from '../parse/parse.ts';
import { isWrite } from '../plan.ts';
import type { Disclosure, Outcome, Planner, Question } from '../planner.ts';
import { validatePlan } from '../validate.ts';
import type { Message } from './chat.ts';
import { oneLine } from './fence.ts';
import { groundLiterals } from './ground-literals.ts';
import { buildPrompt, isLarge } from './prompt.ts';
import type { ModelTarget } from './providers.ts';
import { PLAN_FORMAT, type PlanReply, readPlanReply } from './reply.ts';
import { type Answered, type Route, RouteFailure } from './route.ts';

export interface ModelPlannerOptions {
  readonly name: string;
  readonly targets: readonly ModelTarget[];
  readonly route: Route;
  readonly parse: ParsePlan;
  readonly parseChange: ParseChange;
  /** Longest time for all attempts and repairs. */
  readonly timeoutMs: number;
}

/** A reply that does not fit goes back with the reason so often. */
export const REPAIRS_MAX = 2;

/**
 * The planner that asks models. What they write is parsed and validated against the caller's schema and never runs: a
 * statement that does not become a plan goes back with what is wrong. Declines, with the reason, when none becomes one.
 */
export function createModelPlanner(options: ModelPlannerOptions): Planner {
  return {
    name: options.name,
    async plan(question) {
      const { disclosure } = question;
      if (!disclosure) return declined('Nothing of this request may be told to a model.');
      return await withDeadline(question.signal, options.timeoutMs, (signal) => converse(options, question, disclosure, signal));
    },
  };
}

async function converse(
  { targets, route, ...parsers }: ModelPlannerOptions,
  question: Question,
  disclosure: Disclosure,
  signal: AbortSignal,
): Promise<Outcome> {
  const { egress } = disclosure;
  const examples = disclosure.privacy === 'samples' ? await disclosure.examples() : [];
  const told = { ...question, ...disclosure };
  const near = disclosure.nearTables && isLarge(told) ? await disclosure.nearTables(question.text, question.schema.tables) : null;
  const prompt = buildPrompt({ ...told, examples, near });
  for (const category of prompt.categories) egress.categories.add(category);
  for (const column of prompt.columns) egress.columns.add(column);
  const messages: Message[] = [...prompt.messages];
  let order = targets;
  for (let repairs = 0; ; repairs++) {
    const answered = await route(order, { messages, format: PLAN_FORMAT }, readPlanReply, { signal, egress });
    const outcome = outcomeOf(answered, question, parsers);
    if (!('wrong' in outcome)) return outcome;
    if (repairs === REPAIRS_MAX) return declined(`No statement of the model fits this database: ${outcome.wrong}`);
    egress.repairs += 1;
    messages.push(
      { role: 'assistant', content: answered.text },
      { role: 'user', content: repairText(prompt.fence.around('problem', outcome.wrong)) },
    );
    order = [answered.target, ...targets.filter((target) => target !== answered.target)];
  }
}

const repairText = (problem: string): string =>
  `This statement cannot be used:\n${problem}\nSend the whole JSON object again with a statement that can, or kind "cannot".`;

/** A model can give a statement that says what it believes itself, and no row would tell. */
const OWN_WORD = 'no table is read: what it says is the model’s own word, not the database’s';

function readsTable(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  return ('kind' in part && part.kind === 'table') || Object.values(part).some(readsTable);
}

type Parsers = Pick<ModelPlannerOptions, 'parse' | 'parseChange'>;

function outcomeOf(
  { reply, target }: Answered<PlanReply>,
  question: Question,
  { parse, parseChange }: Parsers,
): Outcome | { wrong: string } {
  const { kind, sql, assumptions, alternatives } = reply;
  switch (kind) {
    case 'cannot':
      return declined(assumptions[0] ?? 'The tables of this database do not answer this.');
    case 'create':
      return {
        kind: 'clarify',
        options: [{ label: 'Create a new database', goal: `Create a database for: ${question.text}`, dropPin: true }],
      };
    case 'clarify':
      if (alternatives.length < 2) return { wrong: 'kind "clarify" needs two or more alternatives' };
      return { kind: 'clarify', options: alternatives.map(({ label, goal }) => ({ label, goal })) };
    default:
  }
  const told = [...assumptions, ...alternatives.map(({ goal }) => `Could also mean: ${goal}`)];
  const model = `${target.provider.id}/${target.model}`;
  try {
    if (/^\s*(?:alter|create|drop)\b/i.test(sql)) {
      if (kind !== 'write') return { wrong: `kind is "${kind}", but the statement changes tables` };
      const written = parseChange(sql, question.schema);
      const change = validateChange(written.change, question.schema);
      return { kind: 'change', change, confidence: null, assumptions: [...told, ...written.assumptions], model };
    }
    const plan = validatePlan(parse(sql, question.schema), question.schema);
    if (isWrite(plan) !== (kind === 'write'))
      return { wrong: `kind is "${kind}", but the statement ${isWrite(plan) ? 'changes rows' : 'only reads'}` };
    const contradiction = contradictionIn(plan);
    if (contradiction !== null) return { wrong: contradiction };
    const grounded = groundLiterals(plan, question.values);
    const own = isWrite(plan) || readsTable(plan) ? [] : [OWN_WORD];
    return {
      kind: 'plan',
      plan: grounded.plan,
      confidence: null,
      assumptions: [...own, ...assumptions, ...grounded.assumptions, ...told.slice(assumptions.length)],
      model,
    };
  } catch (problem) {
    if (problem instanceof Fault && problem.code !== 'internal_error') return { wrong: wrongOf(problem) };
    throw problem;
  }
}

const NAMES_MAX = 40;

/** A fault as a model can use it: what was wrong, what exists, what is nearest. */
function wrongOf({ code, params = {} }: Fault): string {
  const list = (value: unknown): string => (Array.isArray(value) ? value.slice(0, NAMES_MAX).map(String).join(', ') : '');
  const { reason, table, column, known, nearest } = params;
  const name = [table, column].filter((part) => part !== undefined).join('.');
  return [
    code === 'schema_mismatch' && name !== '' ? `${name} does not exist.` : '',
    reason === undefined ? '' : oneLine(String(reason), 500),
    list(nearest) === '' ? '' : `Nearest: ${list(nearest)}.`,
    list(known) === '' ? '' : `Existing: ${list(known)}.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** Failures of the models are declined; the caller's leaving is not. @throws Fault query_cancelled */
export async function withDeadline<T>(
  caller: AbortSignal,
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | Extract<Outcome, { kind: 'declined' }>> {
  let isOver = false;
  try {
    return await leavingWithin(caller, timeoutMs, async (leave) => {
      try {
        return await work(leave.signal);
      } finally {
        isOver = leave.aborted;
      }
    });
  } catch (error) {
    if (caller.aborted) throw new Fault('query_cancelled', { cause: error });
    if (isOver) return declined('No model answered in time.');
    if (error instanceof RouteFailure) {
      const seconds = Math.ceil(error.retryAfterMs / 1_000);
      return seconds > 0 ? { ...declined(sayFailure(error)), retryAfterSeconds: seconds } : declined(sayFailure(error));
    }
    throw error;
  }
}

function sayFailure({ kinds, retryAfterMs }: RouteFailure): string {
  const said = [...new Set(kinds)].map((kind) => SAID[kind]);
  const pause = retryAfterMs > 0 ? ` It is asked again in ${Math.ceil(retryAfterMs / 1_000)} s.` : '';
  return `No model gave a usable answer: ${said.join('; ') || 'none is configured'}.${pause}`;
}

const SAID: Readonly<Record<RouteFailure['kinds'][number], string>> = {
  rate_limited: 'the provider limits requests',
  unauthorized: 'the provider refused the key',
  rejected: 'the provider refused the request',
  server_error: 'the provider failed',
  unreachable: 'the provider cannot be reached',
  unreadable: 'the reply could not be read',
  refused: 'the model refused',
  timeout: 'the provider did not answer in time',
  paused: 'the provider rests after failures',
  aborted: 'the request was given up',
};

const declined = (reason: string): Extract<Outcome, { kind: 'declined' }> => ({ kind: 'declined', reason, unclear: [] });
