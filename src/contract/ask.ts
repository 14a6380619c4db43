import { z } from 'zod';
import { CreateSchema } from './create-schema.ts';
import { CreatedSchema, DatabaseId, ENGINES, EngineName } from './database.ts';
import { Egress, Privacy } from './egress.ts';
import { code } from './errors.ts';
import { LIMITS } from './limits.ts';
import { Numbers } from './numbers.ts';
import { scopeText } from './scope.ts';
import { storableText, upTo } from './text.ts';

export const MODEL_PRESETS = ['auto', 'fast', 'best'] as const;

/** A text that says "true" is no switch: what was meant to be one must not be passed over. */
const onOff = z
  .boolean('Send `true` or `false`, without quotes.')
  .optional()
  .transform((value) => value === true);
const goal = storableText()
  .check(upTo(LIMITS.goalMaxLength, code('goal_too_long')))
  .meta({ maxLength: LIMITS.goalMaxLength })
  .optional();

export const AskRequest = z.object({
  goal: goal.describe('A question, an instruction, or what to create, in plain English.'),
  ask: goal.describe('Another spelling of `goal`.'),
  sql: z
    .string()
    .check(upTo(LIMITS.sqlMaxLength, code('sql_too_long')))
    .meta({ maxLength: LIMITS.sqlMaxLength })
    .optional()
    .describe(
      'Your own reading of the goal, in PostgreSQL. It is planned as a model’s: a read runs, a write is previewed. The goal may be left out.',
    ),
  params: z.array(z.unknown()).max(LIMITS.paramsMax).optional().describe('Values for $1..$n of `sql`.'),
  readBy: z
    .object({ model: z.string().min(1).max(LIMITS.modelNameMaxLength), bytes: z.int().min(0), ms: z.number().min(0) })
    .optional()
    .describe('Of `sql` that a model of yours wrote: which one, how much it was sent, and how long it took. It is kept in `trace.egress`.'),
  db: DatabaseId.optional().describe('Pins the call to this database.'),
  dbId: DatabaseId.optional().describe('Another spelling of `db`.'),
  engine: EngineName.optional().describe('Engine for a database that this call creates.'),
  model: z
    .string(code('invalid_model'))
    .max(LIMITS.modelNameMaxLength, code('invalid_model'))
    .optional()
    .describe('`auto`, `fast`, `best`, or one of the models that GET /v1/models lists, as `<provider>/<model>`.'),
  privacy: Privacy.optional().describe('Narrows what of the database a model provider may be told for this request.'),
  confirm: onOff.describe('`true` approves the write that the same request previewed.'),
  confirmToken: z
    .string()
    .max(128)
    .optional()
    .describe('From the preview; when sent, it must match. With it the words need not be repeated.'),
  dryRun: onOff.describe('`true` previews any write, and shows the schema of a create without making it.'),
  forceQuery: onOff.describe('`true` reads the goal as a question to the pinned database, never as a create.'),
  forceCreate: onOff.describe('`true` reads the goal as a brief for a new database, never as a question to one that is there.'),
  agentId: scopeText.describe('Of an agent memory: only rows of this agent.'),
  endUserId: scopeText.describe('Of an agent memory: only rows of this end user.'),
  threadId: scopeText.describe(
    'Asks of one thread go on from each other: "and in Paris?" is read with the last answered question. Of an agent memory: only rows of this thread and of none.',
  ),
  maxRows: z.int().min(1).max(LIMITS.jsonRowsMax).optional(),
  numbers: Numbers.optional(),
});
export type AskRequest = z.infer<typeof AskRequest>;

export const Trace = z.object({
  id: z.string(),
  engine: z.enum(ENGINES),
  sql: z.string().nullable(),
  params: z.array(z.unknown()),
  ms: z.number().describe('Milliseconds from the request’s arrival to this reply.'),
  model: z.string().describe('`builtin`, `cache`, `raw`, `caller` (its own `sql`), or `<provider>/<model>`.'),
  confidence: z.number().min(0).max(1).nullable(),
  assumptions: z.array(z.string()),
  question: z.string().optional().describe('Of a follow-up: the whole question that was read.'),
  cache: z.object({ plan: z.enum(['hit', 'miss']) }),
  steps: z.array(z.object({ type: z.string(), ms: z.number() })),
  undo: z
    .object({ until: z.iso.datetime().optional(), reason: z.string().optional() })
    .optional()
    .describe('Of a write: until when POST /v1/undo reverts it, or why it cannot.'),
  egress: Egress.optional().describe('There whenever anything was sent to a model provider; says exactly what.'),
});
export type Trace = z.infer<typeof Trace>;

export const Session = z.object({
  db: z.string(),
  key: z.string().optional(),
  anonymous_token: z.string().optional().describe('Send it as `Authorization: Bearer …` to go on with this anonymous session.'),
});

export type Session = z.infer<typeof Session>;

export const ResultSet = z.object({
  data: z.array(z.record(z.string(), z.unknown())),
  columns: z.array(
    z.object({
      name: z.string(),
      type: z
        .string()
        .describe(
          'What the values are of. Of a domain it is the type under it, as in PostgreSQL’s own protocol; the schema listing names both.',
        ),
    }),
  ),
  rowCount: z.number().describe('Rows in `data` for a read; rows changed for a write.'),
  truncated: z.boolean().describe('True when more rows exist than `data` holds.'),
});
export type ResultSet = z.infer<typeof ResultSet>;

export const SelectedDb = z.object({
  id: z.string(),
  slug: z.string(),
  confidence: z.number(),
  reason: z.enum(['only_database', 'name_match', 'recent_table', 'model']),
});
export type SelectedDb = z.infer<typeof SelectedDb>;

export const AskResult = z.object({
  status: z.literal('ok'),
  kind: z.enum(['query', 'write']),
  session: Session,
  answer: z.string(),
  ...ResultSet.shape,
  selected_db: SelectedDb.optional(),
  trace: Trace,
});

export const AskCreated = z.object({
  status: z.literal('ok'),
  kind: z.literal('create'),
  session: Session,
  dbId: z.string(),
  slug: z.string(),
  engine: z.enum(ENGINES),
  pkLive: z.string().nullable(),
  answer: z.string(),
  schema: CreatedSchema,
  assumptions: z.array(z.string()).describe('What the goal left open and how it was read.'),
  trace: Trace,
});

/** A create with `dryRun`: nothing is made. The same request without it makes the database; so does POST /v1/databases with `design`, as it is or changed. */
export const AskDesigned = z.object({
  status: z.literal('requires_confirm'),
  kind: z.literal('create'),
  session: Session.partial({ db: true }),
  requires_confirm: z.literal(true),
  engine: z.enum(ENGINES),
  answer: z.string(),
  schema: CreatedSchema,
  design: CreateSchema.describe('The same with all of its rules. POST /v1/databases takes it in `design`, as it is or changed.'),
  assumptions: z.array(z.string()),
  trace: Trace,
});
export type AskDesigned = z.infer<typeof AskDesigned>;

const ColumnShape = z.object({ name: z.string(), type: z.string(), nullable: z.boolean() });

export const Diff = z.object({
  verb: z.enum(['insert', 'update', 'delete', 'alter']).describe('`alter` changes tables and columns.'),
  table: z.string(),
  affectedRows: z.number(),
  cascades: z
    .array(
      z.object({
        table: z.string(),
        rows: z.number(),
        change: z
          .enum(['deleted', 'set null', 'set default', 'updated'])
          .optional()
          .describe('What becomes of these rows: a key of theirs points at a row that is written.'),
      }),
    )
    .describe('Rows of other tables, and further rows of this one, that change because keys point at the rows that are written.'),
  sets: z.array(z.string()).optional().describe('The columns that an update gives new values.'),
  triggers: z
    .array(z.object({ table: z.string(), name: z.string() }))
    .optional()
    .describe(
      'Triggers that fire. The preview executes the write, so what they do to these rows is in `sample`; absent when there are none.',
    ),
  changes: z
    .array(
      z.object({
        change: z.enum([
          'addColumn',
          'dropColumn',
          'renameColumn',
          'changeType',
          'setNullable',
          'setUnique',
          'addReference',
          'addTable',
          'dropTable',
          'renameTable',
        ]),
        table: z.string(),
        renamedTo: z.string().optional().describe('Of `renameTable`.'),
        before: z.array(ColumnShape).describe('The columns that it is about, as they are.'),
        after: z.array(ColumnShape).describe('The same as they would be.'),
      }),
    )
    .optional()
    .describe('Of `alter`: each change, in order.'),
  drops: z
    .array(z.object({ kind: z.enum(['index', 'constraint', 'foreign key', 'trigger', 'default']), table: z.string(), name: z.string() }))
    .optional()
    .describe('Of `alter`: what goes with a dropped column or table; absent when nothing does.'),
  overwrites: z.number().optional().describe('Of an insert: its rows that are there already, and are written over; absent when none is.'),
  sequences: z.array(z.string()).optional().describe('Sequences that an insert counts on; the preview leaves gaps in them.'),
  sample: z.array(z.object({ before: z.record(z.string(), z.unknown()).nullable(), after: z.record(z.string(), z.unknown()).nullable() })),
  summary: z.string(),
});
export type Diff = z.infer<typeof Diff>;

export const AskPreview = z.object({
  status: z.literal('requires_confirm'),
  kind: z.literal('preview'),
  session: Session,
  requires_confirm: z.literal(true),
  confirmToken: z.string(),
  expiresAt: z.iso.datetime(),
  approval: z
    .object({
      id: z.uuid(),
      url: z.string().describe('Where the owner of the account, signed in, approves or refuses it.'),
      required: z.boolean().describe('Whether the owner has to: the agent’s own confirm is `approval_required` until then.'),
    })
    .optional()
    .describe('Of an agent’s preview.'),
  diff: Diff,
  selected_db: SelectedDb.optional(),
  trace: Trace,
});

export type AskPreview = z.infer<typeof AskPreview>;

export const AskReply = z.union([AskResult, AskCreated, AskDesigned, AskPreview]);
export type AskReply = z.infer<typeof AskReply>;
