import { z } from 'zod';
import { ResultSet, Session, Trace } from './ask.ts';
import { DatabaseId } from './database.ts';
import { code } from './errors.ts';
import { LIMITS } from './limits.ts';
import { Numbers } from './numbers.ts';
import { scopeText } from './scope.ts';
import { upTo } from './text.ts';

const TransactionStatement = z.object({
  sql: z
    .string({ error: (issue) => (issue.input === undefined ? 'sql_required' : undefined) })
    .check(upTo(LIMITS.sqlMaxLength, code('sql_too_long')))
    .meta({ maxLength: LIMITS.sqlMaxLength })
    .describe('One statement, as in `POST /v1/run`.'),
  params: z.array(z.unknown()).max(LIMITS.paramsMax).optional().describe('Values for its $1..$n.'),
});

export const TransactionRequest = z.object({
  db: DatabaseId.optional(),
  dbId: DatabaseId.optional().describe('Another spelling of `db`.'),
  statements: z
    .array(TransactionStatement)
    .min(1)
    .max(LIMITS.transactionStatementsMax)
    .describe(
      'Run one after the other; one of them at least writes. Characters, bound values and time of all together are bounded as those of one `POST /v1/run`.',
    ),
  agentId: scopeText.describe('Of an agent memory: only rows of this agent are seen and written.'),
  endUserId: scopeText.describe('Of an agent memory: only rows of this end user.'),
  threadId: scopeText.describe('Of an agent memory: only rows of this thread and of none.'),
  maxRows: z.int().min(1).max(LIMITS.jsonRowsMax).optional().describe('Of all results together.'),
  numbers: Numbers.optional(),
});
export type TransactionRequest = z.infer<typeof TransactionRequest>;

const TransactionResult = z.object({
  kind: z.enum(['query', 'write']).describe('`write` where the statement may change rows; its `rowCount` is of those that it changed.'),
  ...ResultSet.shape,
});
export type TransactionResult = z.infer<typeof TransactionResult>;

export const TransactionReply = z.object({
  status: z.literal('ok'),
  kind: z.literal('write'),
  session: Session,
  results: z.array(TransactionResult).describe('Of each statement, in their order.'),
  rowCount: z.number().describe('Rows that were changed by all of them.'),
  trace: Trace.describe('Its `sql` holds all statements, and `params` one array for each.'),
});
export type TransactionReply = z.infer<typeof TransactionReply>;
