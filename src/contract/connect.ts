import { z } from 'zod';
import { ENGINES, EngineName } from './database.ts';
import { code } from './errors.ts';
import { LIMITS } from './limits.ts';
import { storableText } from './text.ts';

export const ConnectRequest = z.object({
  connectionUrl: z
    .string()
    .max(LIMITS.connectionUrlMaxLength)
    .optional()
    .describe(
      'postgres://user:password@host:port/database?sslmode=require, or https://user:password@host:8443/database of ClickHouse, with special characters percent-encoded. It is sealed, and never shown again.',
    ),
  connection_url: z.string().max(LIMITS.connectionUrlMaxLength).optional().describe('The same as `connectionUrl`.'),
  engine: EngineName.optional().describe('What the URL has to be of; read from the URL when absent.'),
  name: storableText().max(LIMITS.databaseNameMaxLength).optional().describe('The name of its database when absent.'),
  access: z
    .enum(['read', 'write'])
    .default('read')
    .describe(
      '`write` also lets rows be inserted, updated and deleted, where the login may: previewed and confirmed as everywhere, without undo. Tables are never changed.',
    ),
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
  access: z.enum(['read', 'write']),
  ...inspected,
});

export const CheckReply = z.object({ dbId: z.string(), engine: z.enum(ENGINES), access: z.enum(['read', 'write']), ...inspected });

/** In place of the URL that a database was connected by: a changed password, or another login. */
export const ReconnectRequest = z.object({
  connectionUrl: z.string().max(LIMITS.connectionUrlMaxLength).describe('Of the same database. It is sealed, and never shown again.'),
  access: z.enum(['read', 'write']).optional().describe('As it was when absent.'),
});

export const CONNECT_PROVIDERS = ['neon', 'supabase', 'clickhouse_cloud'] as const;
export type ConnectProviderName = (typeof CONNECT_PROVIDERS)[number];

const Provider = z.enum(CONNECT_PROVIDERS);
const Answered = z.string(code('sign_in_lost')).max(LIMITS.oauthAnswerMaxLength, code('sign_in_lost'));

export const ConnectProvidersReply = z.object({ providers: z.array(Provider).describe('Those that are set up here.') });

export const StartConnectOAuthRequest = z.object({ provider: Provider });
export const StartConnectOAuthReply = z.object({
  url: z.string().describe('The provider’s consent page. The browser goes on there, with the cookie of this reply.'),
});

export const FinishConnectOAuthRequest = z.object({
  provider: Provider,
  code: Answered.describe('As the provider gave it to the page that it led back to.'),
  state: Answered,
});

export const FinishConnectOAuthReply = z.object({
  pick: z.string().describe('Stands for what was agreed to, until `expiresAt`; for whoever agreed alone.'),
  expiresAt: z.iso.datetime(),
  leaves: z.string().nullable().describe('What connecting one of them makes there; null for nothing.'),
  databases: z.array(z.object({ id: z.string(), name: z.string() })),
});

export const PickDatabaseRequest = z.object({
  pick: z.string().max(LIMITS.signInTokenMaxLength),
  database: z.string().max(LIMITS.connectChoiceMaxLength).describe('The id of one of the databases that were listed.'),
  name: storableText().max(LIMITS.databaseNameMaxLength).optional(),
  access: z.enum(['read', 'write']).default('read'),
});
