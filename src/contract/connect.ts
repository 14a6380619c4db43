import { z } from 'zod';
import { ENGINES, EngineName } from './database.ts';
import { LIMITS } from './limits.ts';
import { storableText } from './text.ts';

export const ConnectRequest = z.object({
  connectionUrl: z
    .string()
    .max(LIMITS.connectionUrlMaxLength)
    .optional()
    .describe(
      'postgres://user:password@host:port/database?sslmode=require, with special characters percent-encoded. It is sealed, and never shown again.',
    ),
  connection_url: z.string().max(LIMITS.connectionUrlMaxLength).optional().describe('The same as `connectionUrl`.'),
  engine: EngineName.optional().describe('What the URL has to be of; read from the URL when absent.'),
  name: storableText().max(LIMITS.databaseNameMaxLength).optional().describe('The name of its database when absent.'),
  access: z.enum(['read', 'write']).default('read').describe('Connected databases are read; `write` is refused.'),
});

export const ConnectionWarning = z.object({
  code: z.enum(['credential_can_write', 'certificate_not_checked', 'not_encrypted', 'nothing_to_read']),
  message: z.string(),
  sql: z.string().optional().describe('What the owner of that database could run against it.'),
});

export type ConnectionWarning = z.infer<typeof ConnectionWarning>;

const inspected = {
  schemaPreview: z.string().describe('The tables, one a line; cut at 4,000 characters. GET /v1/databases/:id/schema has all.'),
  warnings: z.array(ConnectionWarning),
};

export const ConnectReply = z.object({
  dbId: z.string(),
  slug: z.string(),
  engine: z.enum(ENGINES),
  pkLive: z.string().nullable(),
  ...inspected,
});

export const CheckReply = z.object({ dbId: z.string(), engine: z.enum(ENGINES), ...inspected });
