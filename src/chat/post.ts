import { type Call, type Handler, Stored } from '../call.ts';
import type { AskReply } from '../contract/ask.ts';
import type { ChatResult, ChatTurn } from '../contract/chat.ts';
import { ERRORS, type ErrorCode } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { Fault, filled, messageOf } from '../fault.ts';
import type { GrantAccess } from '../grants/access.ts';
import { newId } from '../lib/id.ts';
import { readJson } from '../lib/read-json.ts';
import { Verbatim } from '../lib/verbatim.ts';
import { type Once, requireIdempotencyKey } from '../once.ts';
import { readableDatabase } from '../rights.ts';
import type { ChatMessages } from '../store/chat.ts';
import type { Databases } from '../store/databases.ts';

interface Dependencies {
  readonly ask: Handler<'ask'>;
  readonly databases: Databases;
  readonly grants: GrantAccess;
  readonly messages: ChatMessages;
  readonly once: Once;
}

/** The thread that a chat is; each caller has one with each database. */
const CHAT_THREAD = 'svc:chat';

/** One turn of a chat: an ask of the chat's own thread, kept with what came of it. A write that has to be confirmed is only previewed. */
export function createPostChatMessage({ ask, databases, grants, messages, once }: Dependencies): Handler<'postChatMessage'> {
  return async ({ goal, dbId }, call) => {
    if (goal.trim() === '') throw new Fault('goal_required');
    await readableDatabase({ databases, grants }, call.caller, dbId);
    return await once.control(call, 200, async () => {
      const userId = newId();
      const askedAt = new Date().toISOString();
      const { result, traceId } = await answer({ goal, dbId }, call, ask);
      const turn: ChatTurn = {
        user: { id: userId, role: 'user', dbId, createdAt: askedAt, goal },
        assistant: { id: newId(), role: 'assistant', dbId, createdAt: new Date().toISOString(), result, traceId },
      };
      return { body: turn, finish: { alongside: (transaction) => messages.append(transaction, call.caller.ownerId, turn) }, audit: null };
    });
  };
}

async function answer(
  { goal, dbId }: { goal: string; dbId: string },
  call: Call,
  ask: Handler<'ask'>,
): Promise<{ result: ChatResult; traceId: string }> {
  // A write that the words ask for has a key of its own, derived, so that a turn which is begun again finds it.
  const key = `${requireIdempotencyKey(call)}/chat`;
  const asking = Object.create(call, {
    idempotencyKey: { value: key, enumerable: true },
    format: { value: 'json', enumerable: true },
    surface: { value: 'chat', enumerable: true },
    fingerprint: { value: () => `chat ${call.fingerprint()}`, enumerable: true },
  }) as Call;
  try {
    const reply = await ask(
      { goal, db: dbId, threadId: CHAT_THREAD, confirm: false, dryRun: false, forceQuery: false, forceCreate: false },
      asking,
    );
    const body = (reply instanceof Stored ? readJson(reply.text, (literal) => new Verbatim(literal)) : reply) as AskReply;
    return { result: resultOf(body, goal, dbId), traceId: body.trace.id };
  } catch (error) {
    if (!(error instanceof Fault) || NOT_OF_THE_CHAT.has(error.code)) throw error;
    return { result: { kind: 'error', code: error.code, message: said(error) }, traceId: call.requestId };
  }
}

/** These are about the call and not about what was said: nothing of it is kept, and it may be sent again. */
const NOT_OF_THE_CHAT: ReadonlySet<ErrorCode> = new Set([
  'goal_required',
  'db_not_found',
  'db_unreachable',
  'auth_required',
  'idempotency_conflict',
  'idempotency_in_progress',
  'query_cancelled',
  'internal_error',
  'overloaded',
  'rate_limited',
]);

function resultOf(reply: AskReply, goal: string, dbId: string): ChatResult {
  if (reply.kind === 'preview') {
    return {
      kind: 'error',
      code: 'requires_confirm',
      message: `${reply.diff.summary} A chat confirms no write: within five minutes, send POST /v1/ask ${JSON.stringify({ goal, db: dbId, confirm: true })}.`,
    };
  }
  if (reply.kind === 'create') return { kind: 'ok', sql: null, rows: [], rowCount: 0, truncated: false, answer: reply.answer };
  const rows = reply.data.slice(0, LIMITS.chatRowsKept);
  return {
    kind: 'ok',
    sql: reply.trace.sql,
    rows,
    rowCount: reply.rowCount,
    truncated: reply.truncated || reply.data.length > rows.length,
    answer: reply.answer,
  };
}

/** For a person: what happened, and what is known of why, or what to do next. */
function said(fault: Fault): string {
  const sayable = sentencesIn(fault);
  if (sayable.length > 0) return `${messageOf(fault)} Say ${sayable.map((goal) => JSON.stringify(goal)).join(' or ')}.`;
  return typeof fault.params?.reason === 'string'
    ? messageOf(fault)
    : `${messageOf(fault)} ${filled(ERRORS[fault.code].action, fault.params)}`;
}

/** The close readings that the chat can be told: `params`, which has them all, is not part of a message. */
function sentencesIn({ params }: Fault): string[] {
  const options = Array.isArray(params?.options) ? (params.options as Record<string, unknown>[]) : [];
  return options
    .flatMap(({ goal, label: _, ...more }) => (typeof goal === 'string' && Object.keys(more).length === 0 ? [goal] : []))
    .slice(0, SAID_MAX);
}

const SAID_MAX = 5;
