import { z } from 'zod';
import { CreateSchema } from './create-schema.ts';
import { Egress, Privacy } from './egress.ts';
import { code } from './errors.ts';
import { LIMITS } from './limits.ts';
import { storableText, upTo } from './text.ts';

export const ENGINES = ['postgres', 'clickhouse'] as const;
/** Schemas that are there to be chosen by name. */
export const SCHEMA_PRESETS = ['agent_memory_v1', 'empty'] as const;
export type SchemaPreset = (typeof SCHEMA_PRESETS)[number];
/** Those that bring tables. */
export type TablesPreset = Exclude<SchemaPreset, 'empty'>;

export const EngineName = z.enum(ENGINES, code('invalid_engine'));
export type EngineName = z.infer<typeof EngineName>;

export const DatabaseId = storableText().max(LIMITS.databaseIdMaxLength);

export const DatabaseSummary = z.object({
  dbId: z.string(),
  slug: z.string(),
  name: z.string(),
  engine: z.enum(ENGINES),
  origin: z.enum(['hosted', 'connected']),
  role: z.enum(['owner', 'grantee']),
  access: z.enum(['read', 'write']).describe('What may be done with its rows here, by who may do all that is possible.'),
  preset: z.string().nullable(),
  pkLive: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastQueriedAt: z.iso.datetime().nullable(),
});
export type DatabaseSummary = z.infer<typeof DatabaseSummary>;

export const DatabaseDetails = DatabaseSummary.extend({
  privacy: Privacy.nullable().describe('The most that a model provider is told of its stored values; null leaves it to the deployment.'),
});
export type DatabaseDetails = z.infer<typeof DatabaseDetails>;

export const UpdateDatabaseRequest = z
  .object({
    name: storableText().max(LIMITS.databaseNameMaxLength).optional(),
    privacy: Privacy.optional().describe('The most that a model provider is ever told of its stored values.'),
  })
  .refine(({ name, privacy }) => name !== undefined || privacy !== undefined, 'Send `name`, `privacy` or both.');

/** The schema as a create reply shows it. */
export const CreatedSchema = z.object({
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.object({ name: z.string(), type: z.string(), nullable: z.boolean() })),
      foreignKeys: z.array(z.object({ columns: z.array(z.string()), table: z.string(), references: z.array(z.string()) })),
    }),
  ),
});
export type CreatedSchema = z.infer<typeof CreatedSchema>;

export const CreateDatabaseRequest = z.object({
  goal: storableText({ error: (issue) => (issue.input === undefined ? 'goal_required' : undefined) })
    .check(upTo(LIMITS.goalMaxLength, code('goal_too_long')))
    .meta({ maxLength: LIMITS.goalMaxLength })
    .describe('What the database is for, in plain English.'),
  engine: EngineName.optional(),
  preset: z.string().max(64).optional().describe('A schema preset from GET /v1/models instead of a schema read from the goal.'),
  design: CreateSchema.optional().describe(
    'Its tables, in place of any that would be read from the goal: what POST /v1/ask shows with `dryRun`, as it is or changed. Not with `preset`.',
  ),
  name: storableText().max(LIMITS.databaseNameMaxLength).optional(),
  privacy: Privacy.optional().describe('The most that a model provider is ever told of its stored values.'),
});

export const CreateDatabaseReply = z.object({
  dbId: z.string(),
  slug: z.string(),
  engine: z.enum(ENGINES),
  pkLive: z.string().nullable(),
  schema: CreatedSchema,
  assumptions: z.array(z.string()).describe('What the goal left open and how it was read.'),
  egress: Egress.optional().describe('There when the goal was sent to a model provider.'),
});

/** All tables, unless a page or names are asked for: programs need the whole of most schemas, and large ones page. */
export const SchemaPaging = z.object({
  table: z
    .string()
    .min(1)
    .max(LIMITS.tableNameMaxLength)
    .optional()
    .describe('Tables alone whose names contain this, in upper or lower case; `*` stands for anything: `order*`, `*_log`.'),
  limit: z.coerce.number().int().min(1).max(LIMITS.listLimitMax).optional().describe('Tables of one page; all of them when absent.'),
  cursor: z.string().max(256).optional().describe('Of the `Link` header of the page before.'),
});

export const DatabaseSchemaReply = z.object({
  dbId: z.string(),
  engine: z.enum(ENGINES),
  fingerprint: z.string().describe('SHA-256 over every name, type and key of the schema.'),
  tables: z.array(
    z.object({
      name: z.string().describe('As questions name it: its own name, or `schema.table` where another table has that name too.'),
      schema: z.string().describe('Where it stands. SQL has to name every schema but `public`.'),
      kind: z.enum(['table', 'view']),
      comment: z.string().nullable(),
      rowEstimate: z.number().describe('The engine’s own estimate; -1 when it has none.'),
      columns: z.array(
        z.object({
          name: z.string(),
          type: z.string(),
          labels: z.array(z.string()).optional().describe('Of an enumeration: the values that it can have, in their order.'),
          baseType: z.string().optional().describe('Of a column of a domain: the type that its values are of, which results name.'),
          nullable: z.boolean(),
          hasDefault: z.boolean(),
          generated: z.boolean(),
          comment: z.string().nullable(),
        }),
      ),
      primaryKey: z.array(z.string()),
      uniques: z.array(z.array(z.string())),
      foreignKeys: z.array(
        z.object({ columns: z.array(z.string()), table: z.string(), references: z.array(z.string()), onDelete: z.string() }),
      ),
    }),
  ),
});
export type DatabaseSchemaReply = z.infer<typeof DatabaseSchemaReply>;

export const DeleteDatabaseReply = z.object({ dbId: z.string(), deleted: z.literal(true) });
