import { z } from 'zod';
import { ResultSet, Session, Trace } from './ask.ts';
import { DatabaseId } from './database.ts';
import { code } from './errors.ts';
import { LIMITS } from './limits.ts';
import { Numbers } from './numbers.ts';
import { scopeText } from './scope.ts';
import { upTo } from './text.ts';

export const RunRequest = z.object({
  db: DatabaseId.optional(),
  dbId: DatabaseId.optional().describe('Another spelling of `db`.'),
  sql: z
    .string({ error: (issue) => (issue.input === undefined ? 'sql_required' : undefined) })
    .check(upTo(LIMITS.sqlMaxLength, code('sql_too_long')))
    .meta({ maxLength: LIMITS.sqlMaxLength })
    .describe('One SELECT, INSERT, UPDATE, DELETE, WITH, EXPLAIN or SHOW.'),
  params: z.array(z.unknown()).max(LIMITS.paramsMax).optional().describe('Values for $1..$n.'),
  agentId: scopeText.describe('Of an agent memory: only rows of this agent are seen and written.'),
  endUserId: scopeText.describe('Of an agent memory: only rows of this end user.'),
  threadId: scopeText.describe('Of an agent memory: only rows of this thread and of none.'),
  maxRows: z.int().min(1).max(LIMITS.jsonRowsMax).optional(),
  numbers: Numbers.optional(),
});
export type RunRequest = z.infer<typeof RunRequest>;

export const RunReply = z.object({
  status: z.literal('ok'),
  kind: z.enum(['query', 'write']),
  session: Session,
  ...ResultSet.shape,
  trace: Trace,
});
export type RunReply = z.infer<typeof RunReply>;
