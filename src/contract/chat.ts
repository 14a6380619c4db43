import { z } from 'zod';
import { DatabaseId } from './database.ts';
import { code } from './errors.ts';
import { LIMITS } from './limits.ts';
import { storableText } from './text.ts';

const dbId = DatabaseId.min(1, code('dbId_required'));

export const ChatRequest = z.object({
  goal: storableText({ error: (issue) => (issue.input === undefined ? 'goal_required' : undefined) })
    .max(LIMITS.goalMaxLength, code('goal_too_long'))
    .describe('A question or an instruction, in plain English; it may go on from the message before.'),
  dbId: z.preprocess((value) => value ?? '', dbId).describe('The database that the chat is with; each has one.'),
});

/** What came of a message: rows, of which the first 50 are kept, or why there are none. */
export const ChatResult = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ok'),
    sql: z.string().nullable(),
    rows: z.array(z.record(z.string(), z.unknown())),
    rowCount: z.number(),
    truncated: z.boolean().describe('True when there are more rows than `rows` holds.'),
    answer: z.string(),
  }),
  z.object({
    kind: z.literal('error'),
    code: z.string().describe('An error code, or `requires_confirm` for a write that a chat only previews.'),
    message: z.string(),
  }),
]);
export type ChatResult = z.infer<typeof ChatResult>;

const message = { id: z.string(), dbId: z.string(), createdAt: z.iso.datetime() };
const UserMessage = z.object({ ...message, role: z.literal('user'), goal: z.string() });
const AssistantMessage = z.object({
  ...message,
  role: z.literal('assistant'),
  result: ChatResult,
  traceId: z.string().describe('Of the receipt: GET /v1/traces/:id.'),
});

export const ChatTurn = z.object({ user: UserMessage, assistant: AssistantMessage });
export type ChatTurn = z.infer<typeof ChatTurn>;

export const ChatMessage = z.discriminatedUnion('role', [UserMessage, AssistantMessage]);
export type ChatMessage = z.infer<typeof ChatMessage>;

export const ChatPage = z.object({
  dbId: z.preprocess((value) => value ?? '', dbId).describe('Whose chat.'),
  limit: z.coerce.number().int().min(1).max(LIMITS.listLimitMax).default(LIMITS.listLimitDefault),
  cursor: z.uuid('Not a cursor of this list.').optional(),
});
