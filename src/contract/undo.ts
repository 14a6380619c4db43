import { z } from 'zod';
import { Session, Trace } from './ask.ts';
import { DatabaseId } from './database.ts';
import { storableText } from './text.ts';

export const UndoRequest = z.object({
  db: DatabaseId.optional(),
  dbId: DatabaseId.optional().describe('Another spelling of `db`.'),
  traceId: storableText().min(1).max(128).describe('`trace.id` of the write.'),
});
export type UndoRequest = z.infer<typeof UndoRequest>;

export const UndoReply = z.object({
  status: z.literal('ok'),
  kind: z.literal('undo'),
  session: Session,
  undone: z.string().describe('`trace.id` of the write that was reverted.'),
  verb: z
    .enum(['insert', 'update', 'delete', 'upsert', 'alter', 'transaction'])
    .describe('What the write was; `alter` changed tables and columns, `transaction` is of several statements.'),
  alreadyUndone: z.boolean().describe('True when an earlier call reverted it; `tables` says what that call did.'),
  answer: z.string(),
  tables: z
    .array(z.object({ table: z.string(), deleted: z.number(), updated: z.number(), inserted: z.number() }))
    .describe(
      'Rows taken out, put back as they were, and inserted again; empty for `alter`; of a `transaction`, for each statement, the last one first. Tables and columns that the write made stay.',
    ),
  trace: Trace,
});
export type UndoReply = z.infer<typeof UndoReply>;
