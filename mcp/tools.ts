import { z } from 'zod';
import { SCHEMA_PRESETS } from '../src/contract/database.ts';
import { code } from '../src/contract/errors.ts';
import { LIMITS } from '../src/contract/limits.ts';
import { MEMORY_KINDS } from '../src/contract/memory.ts';
import { OPERATIONS, type OperationName } from '../src/contract/operations.ts';

/** Rows of a reply that does not say how many it wants: what a model reads at once. */
export const ROWS_DEFAULT = 50;

/** One tool: which operations stand behind it, and how it is shown. Execution is in `execute.ts`. */
interface ToolRow {
  readonly operations: readonly OperationName[];
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** False for a tool that never changes anything, so that hosts may call it unasked. */
  readonly writes: boolean;
  /** True where what it does may take something away. */
  readonly destructive: boolean;
  /** True for one that makes databases. */
  readonly makes: boolean;
}

const { goal, threadId, endUserId, maxRows } = OPERATIONS.ask.body.shape;
const run = OPERATIONS.run.body.shape;
const insert = OPERATIONS.insert.body.shape;
const create = OPERATIONS.createDatabase.body.shape;
const grant = OPERATIONS.requestGrant.body.shape;
const memory = OPERATIONS.remember.body.shape;

const text = z.string().optional();
/** One row is a list of one: several forms of an argument are more than some hosts can check. */
const listed = (rows: unknown): unknown => (typeof rows === 'object' && rows !== null && !Array.isArray(rows) ? [rows] : rows);
const listedName = (names: unknown): unknown => (typeof names === 'string' ? [names] : names);
const db = run.db.unwrap().describe('Id or slug');
const rowsMax = maxRows.describe(`Default ${ROWS_DEFAULT}`);
const ofUser = endUserId.describe('Agent memory: rows of this user alone');

/** THE table of tools: fields and limits are the operations' own. */
export const TOOLS = {
  ask: {
    operations: ['ask', 'getDatabase'],
    title: 'Ask a database',
    description:
      'Plain English in; answer, rows and the SQL out. Changes nothing: a write ("mark order 7 as paid", "add a phone to customers") comes back as a preview, executed and rolled back, with a token for confirm. ' +
      'If it is declined, send the same goal with sql, your own reading.',
    input: z
      .strictObject({
        goal: goal.describe('One question or instruction'),
        db: db.optional().describe('Id or slug; needed only when you have several'),
        sql: run.sql.optional().describe('Your reading of the goal, in PostgreSQL'),
        threadId: threadId.describe('Any text: asks with the same one go on from each other ("and in Paris?")'),
        endUserId: ofUser,
        forceQuery: z.boolean().optional().describe('Only as a reply offered it'),
        maxRows: rowsMax,
      })
      .refine(({ goal, sql }) => goal || sql, { ...code('goal_required'), path: ['goal'] }),
    writes: false,
    destructive: false,
    makes: false,
  },
  run: {
    operations: ['run', 'ask'],
    title: 'Run SQL',
    description:
      'One SQL statement, PostgreSQL unless databases names another dialect: SELECT, WITH, EXPLAIN, SHOW. Changes nothing: INSERT, UPDATE, DELETE and CREATE/ALTER/DROP TABLE come back as a preview with a token for confirm.',
    input: z.strictObject({
      db,
      sql: run.sql,
      params: run.params.describe('Values of $1..$n'),
      maxRows: rowsMax,
      offset: z.int().min(0).max(LIMITS.jsonRowsMax).optional().describe('Rows to skip'),
      endUserId: ofUser,
      threadId: run.threadId.describe('Agent memory: rows of this thread and of none'),
    }),
    writes: false,
    destructive: false,
    makes: false,
  },
  confirm: {
    operations: ['ask'],
    title: 'Confirm a preview',
    description: 'Does exactly what a preview showed, once. First show the user its diff; only with their consent.',
    input: z.strictObject({
      token: z.string().min(1).max(128).describe('From the preview, in time'),
      endUserId: endUserId.describe('As in the call that was previewed'),
      threadId: threadId.describe('The same'),
    }),
    writes: true,
    destructive: true,
    makes: false,
  },
  insert: {
    operations: ['insert'],
    title: 'Insert rows',
    description: 'Adds rows given as JSON, at once. A table or columns that are not there are made.',
    input: z.strictObject({
      db,
      table: insert.table.describe('Made when not there'),
      rows: z.preprocess(listed, insert.rows.options[1]).describe('Objects by column'),
    }),
    writes: true,
    destructive: false,
    makes: false,
  },
  remember: {
    operations: ['remember'],
    title: 'Remember',
    description:
      'Keeps a fact, an episode (a message) or an entity in a database of preset agent_memory_v1. A fact replaces the one of the same subject and type. Recall with ask or run.',
    input: z
      .strictObject({
        db,
        kind: z.enum(MEMORY_KINDS).optional().describe('Default fact'),
        content: text.describe('The fact or message; of an entity, its name'),
        type: text.describe('Category of a fact, type of an entity'),
        subject: text.describe('Of a fact: whom or what it is about'),
        tags: z.array(z.string()).optional(),
        role: text.describe('Of an episode: who spoke'),
        properties: z.record(z.string(), z.unknown()).optional().describe('Of an entity'),
        ttl: text.describe('7d, 24h or 30m'),
        endUserId: memory.endUserId.describe('Whose it is'),
        threadId: memory.threadId.describe('Its conversation'),
        recalledFrom: text.describe('Id of the row, where the text was recalled: it is not kept twice'),
        items: z
          .array(z.record(z.string(), z.unknown()))
          .max(LIMITS.memoryItemsMax)
          .optional()
          .describe('Several at once, each with the fields above'),
      })
      .refine(({ content, items }) => (content === undefined) !== (items === undefined), { error: 'Send content, or items.' }),
    writes: true,
    destructive: false,
    makes: false,
  },
  grant: {
    operations: ['requestGrant', 'getApproval'],
    title: 'Share tables',
    description:
      'Prepares that another account may read tables; the owner approves it on a page. Call again with the approval of the reply for the outcome.',
    input: z
      .strictObject({
        db: db.optional(),
        tables: grant.scope.optional(),
        to: text.describe('E-mail address or account id'),
        rows: grant.rows.describe('By table, a condition in SQL: only rows that meet it'),
        mask: grant.mask.describe('By table, columns that stay hidden'),
        approval: text.describe('Alone: asks what came of it'),
      })
      .refine(({ approval, db, tables, to }) => approval || (db && tables && to), { error: 'Send db, tables and to, or approval.' }),
    writes: true,
    destructive: false,
    makes: false,
  },
  databases: {
    operations: ['listDatabases', 'describeDatabase'],
    title: 'Databases',
    description: 'Without arguments lists your databases; with db describes its tables: columns, types, keys.',
    input: z
      .strictObject({
        db: db.optional(),
        tables: z
          .preprocess(listedName, z.array(z.string().max(128)).min(1).max(100).optional())
          .describe('Only these; order* is a pattern'),
      })
      .refine(({ db, tables }) => db || !tables, { ...code('db_required'), path: ['db'] }),
    writes: false,
    destructive: false,
    makes: false,
  },
  create_database: {
    operations: ['createDatabase'],
    title: 'Create a database',
    description:
      'Makes a database from what it is for: "track customers with name and city; orders with total; customers have many orders".',
    input: z.strictObject({
      goal: create.goal.describe('Things to keep, and what of each'),
      name: create.name,
      engine: create.engine,
      preset: z.enum(SCHEMA_PRESETS).optional().describe('Its tables in place of any of the goal'),
    }),
    writes: true,
    destructive: false,
    makes: true,
  },
} as const satisfies Record<string, ToolRow>;

export type ToolName = keyof typeof TOOLS;
export type ToolInput<Name extends ToolName> = z.output<(typeof TOOLS)[Name]['input']>;

export const isToolName = (name: string): name is ToolName => Object.hasOwn(TOOLS, name);

/** Databases of one list. */
export const LIST_MAX = LIMITS.listLimitDefault;
