import { z } from 'zod';
import { Session, Trace } from './ask.ts';
import { DatabaseId } from './database.ts';
import { LIMITS } from './limits.ts';
import { scopeText } from './scope.ts';

type Row = Record<string, unknown>;

const NO_ROW = 'A row is an object of values by column.';
const NO_NAME = 'No column can have this name; choose another.';
/** A reply names no more of them. */
const TOLD_ROWS_MAX = 10;
const ROW_SCHEMA = { type: 'object', additionalProperties: true } as const;

/** One row. Not a `z.record`: that one drops the key `__proto__` without a word, and copies every row. */
const OneRow = z
  .custom<Row>((row) => isPlain(row), { error: NO_ROW, abort: true })
  .refine((row) => !Object.hasOwn(row, '__proto__'), { error: NO_NAME, path: ['__proto__'] })
  .meta(ROW_SCHEMA);

/** Looked at in one pass: a schema for each of many thousand rows takes longer than all else that is done with them here. */
const manyRows = (max: number) =>
  z
    .custom<Row[]>((rows) => Array.isArray(rows), { error: 'Give rows as a list of objects, as JSON and not as text.', abort: true })
    .superRefine((rows, { addIssue }) => {
      const size = { origin: 'array', inclusive: true } as const;
      if (rows.length === 0) addIssue({ code: 'too_small', minimum: 1, ...size, message: 'Give at least one row.' });
      if (rows.length > max) {
        // Of what is too much none is looked at: a million issues take seconds.
        addIssue({ code: 'too_big', maximum: max, ...size, message: `At most ${max.toLocaleString('en-US')} rows in one call.` });
        return;
      }
      let told = 0;
      for (let index = 0; index < rows.length && told < TOLD_ROWS_MAX; index++) {
        const row = rows[index];
        if (isPlain(row) && !Object.hasOwn(row as Row, '__proto__')) continue;
        if (isPlain(row)) addIssue({ code: 'custom', path: [index, '__proto__'], message: NO_NAME });
        else addIssue({ code: 'custom', path: [index], message: NO_ROW });
        told += 1;
      }
    })
    .meta({ type: 'array', items: ROW_SCHEMA, minItems: 1, maxItems: max });

/** A number that is kept as its text is an object too, and no row. */
function isPlain(row: unknown): boolean {
  if (typeof row !== 'object' || row === null) return false;
  const prototype: unknown = Object.getPrototypeOf(row);
  return prototype === null || prototype === Object.prototype;
}

const TABLE_MAX_LENGTH = 128;

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
    .union([OneRow, manyRows(LIMITS.insertMaxRows)], {
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
