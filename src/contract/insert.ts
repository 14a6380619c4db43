import { z } from 'zod';
import { Session, Trace } from './ask.ts';
import { DatabaseId } from './database.ts';
import { LIMITS } from './limits.ts';
import { scopeText } from './scope.ts';

/** One row. Not a `z.record`: that one drops the key `__proto__` without a word, and copies every row. */
const Row = z
  .custom<Record<string, unknown>>((row) => isPlain(row), {
    error: 'A row is an object of values by column.',
    abort: true,
  })
  .refine((row) => !Object.hasOwn(row, '__proto__'), { error: 'No column can have this name; choose another.', path: ['__proto__'] })
  .meta({ type: 'object', additionalProperties: true });
/** A number that is kept as its text is an object too, and no row. */
function isPlain(row: unknown): boolean {
  if (typeof row !== 'object' || row === null) return false;
  const prototype: unknown = Object.getPrototypeOf(row);
  return prototype === null || prototype === Object.prototype;
}

const TABLE_MAX_LENGTH = 128;
const LIMIT = LIMITS.insertMaxRows.toLocaleString('en-US');

export const InsertRequest = z.object({
  db: DatabaseId.optional(),
  dbId: DatabaseId.optional().describe('Another spelling of `db`.'),
  table: z
    .string({ error: ({ input }) => (input === undefined ? 'Name the table that the rows go into.' : undefined) })
    .max(TABLE_MAX_LENGTH, `A table has a name of at most 63 bytes.`)
    .describe('Made when it is not there.'),
  agentId: scopeText.describe(
    'Refused: rows that are inserted are bound to nobody. What is of one agent, end user or thread is remembered.',
  ),
  endUserId: scopeText.describe('Refused, as `agentId` is.'),
  threadId: scopeText.describe('Refused, as `agentId` is.'),
  rows: z
    .union([Row, z.array(Row).min(1, 'Give at least one row.').max(LIMITS.insertMaxRows, `At most ${LIMIT} rows in one call.`)], {
      error: 'Give one row as an object, or several in an array.',
    })
    .describe('One row or many; keys become lower_snake_case columns.'),
});
export type InsertRequest = z.infer<typeof InsertRequest>;

export const InsertReply = z.object({
  status: z.literal('ok'),
  session: Session,
  table: z.string(),
  inserted: z.number(),
  created: z.object({
    table: z.boolean().optional(),
    columns: z.array(z.string()),
    widened: z.array(z.string()).describe('Columns made by an earlier insert that took a wider type for these rows.'),
  }),
  trace: Trace,
});
export type InsertReply = z.infer<typeof InsertReply>;
