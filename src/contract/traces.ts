import { z } from 'zod';
import { ResultSet, Session, Trace } from './ask.ts';
import { ENGINES } from './database.ts';
import { Egress } from './egress.ts';
import { LIMITS } from './limits.ts';
import { MEMORY_KINDS } from './memory.ts';
import { storableText } from './text.ts';

/** What carried a request here. */
export const SURFACES = ['http', 'cli', 'mcp', 'chat'] as const;
export type Surface = (typeof SURFACES)[number];

export const TraceId = storableText().max(64);

export const RECEIPT_OPERATIONS = ['ask', 'run', 'transaction', 'insert', 'remember', 'undo', 'replay'] as const;

/** What was asked, how it was read, what ran and what came of it. */
export const Receipt = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().describe('Receipts are kept for 30 days.'),
  operation: z.enum(RECEIPT_OPERATIONS),
  surface: z.enum(SURFACES).describe('What carried the request.'),
  keyId: z.uuid().nullable().optional().describe('The key that it came with; null for who was signed in, and for anonymous sessions.'),
  dbId: z.string(),
  engine: z.enum(ENGINES).nullable(),
  asked: z
    .object({
      text: z.string().optional().describe('Of an ask; a confirm by its token alone has none.'),
      question: z.string().optional().describe('The whole question that a follow-up was read as.'),
      sql: z.string().optional().describe('Of a run, of the statements of a transaction, and of an ask that brought its own reading.'),
      table: z.string().optional().describe('Of an insert.'),
      rows: z.number().optional().describe('How many an insert brought, or a remember of several.'),
      kind: z.enum(MEMORY_KINDS).optional().describe('Of what was remembered.'),
      scope: z
        .object({ agentId: z.string().optional(), endUserId: z.string().optional(), threadId: z.string().optional() })
        .optional()
        .describe('The agent, end user and thread that the request named.'),
      traceId: z.string().optional().describe('Of a replay: the receipt that was run again; of an undo: the write that was reverted.'),
    })
    .describe('The request in its own words.'),
  plan: z.string().nullable().describe('In one sentence; null where nothing was planned.'),
  sql: z.string().nullable().describe('The statement as it ran, or as it would have.'),
  params: z.array(z.unknown()).nullable().describe('Its values; null when they are too large to keep.'),
  model: z.string().nullable(),
  confidence: z.number().nullable(),
  assumptions: z.array(z.string()),
  egress: Egress.optional(),
  steps: z.array(z.object({ type: z.string(), ms: z.number() })),
  ms: z.number(),
  outcome: z.object({
    status: z.enum(['ok', 'requires_confirm', 'error']),
    kind: z.enum(['query', 'write', 'create', 'preview', 'undo']).nullable(),
    answer: z.string().optional(),
    rowCount: z.number().optional(),
    truncated: z.boolean().optional(),
    code: z.string().optional().describe('The error’s code.'),
    message: z.string().optional(),
  }),
  maxRows: z.number().optional().describe('Where the request named the most rows it wanted.'),
  resultHash: z
    .object({ rows: z.string(), order: z.string() })
    .nullable()
    .describe('SHA-256 over the rows of a read, sorted and as they came; null for writes, failures and streamed rows.'),
});
export type Receipt = z.infer<typeof Receipt>;

/** Which receipts are listed; all of them when nothing is said. */
export const ReceiptFilter = z.object({
  keyId: z.uuid().optional().describe('Only those of requests with this key, such as an agent’s.'),
  dbId: storableText().max(LIMITS.databaseIdMaxLength).optional().describe('Only those about this database.'),
  threadId: storableText().max(LIMITS.scopeMaxLength).optional().describe('Only those of this thread.'),
});
export type ReceiptFilter = z.infer<typeof ReceiptFilter>;

/** A receipt in a list: the whole one is at its id. */
export const ReceiptSummary = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  operation: z.enum(RECEIPT_OPERATIONS),
  surface: z.enum(SURFACES),
  keyId: z.uuid().nullable(),
  dbId: z.string(),
  text: z
    .string()
    .nullable()
    .describe(
      'What was asked: the words, the SQL, the table of an insert, or the receipt that an undo or a replay is about; cut after 200 characters.',
    ),
  status: Receipt.shape.outcome.shape.status,
  kind: Receipt.shape.outcome.shape.kind,
  code: z.string().optional().describe('The error’s code.'),
  rowCount: z.number().optional(),
  ms: z.number(),
});
export type ReceiptSummary = z.infer<typeof ReceiptSummary>;

export const ReplayReply = z.object({
  status: z.literal('ok'),
  kind: z.literal('query'),
  replayOf: z.string(),
  same: z.boolean().nullable().describe('Whether the same rows came, in any order; null when the receipt has no hash of them.'),
  sameOrder: z.boolean().nullable().describe('Whether they came in the same order as well.'),
  session: Session,
  ...ResultSet.shape,
  trace: Trace,
});
export type ReplayReply = z.infer<typeof ReplayReply>;
