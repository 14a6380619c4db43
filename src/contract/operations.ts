import { z } from 'zod';
import { AskReply, AskRequest } from './ask.ts';
import {
  CreateDatabaseReply,
  CreateDatabaseRequest,
  DatabaseId,
  DatabaseSchemaReply,
  DatabaseSummary,
  DeleteDatabaseReply,
} from './database.ts';
import type { ErrorCode } from './errors.ts';
import { InsertReply, InsertRequest } from './insert.ts';
import { LIMITS } from './limits.ts';
import { ModelCatalog } from './models.ts';
import { RunReply, RunRequest } from './run.ts';
import { Receipt, ReplayReply, TraceId } from './traces.ts';

/** Who may call. `any` mints an anonymous session when no credential comes; `public` needs and mints none. */
export type OperationAccess = 'any' | 'session' | 'account' | 'public';

export interface OperationRow {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly access: OperationAccess;
  /** True when every call writes and so needs an `Idempotency-Key`; ask and run decide per call. */
  readonly mutates: boolean | 'depends';
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  readonly response: z.ZodType;
  /** Success status. */
  readonly status?: 200 | 201;
  readonly bodyMaxBytes?: number;
  /** False: the address is known and checked for access, then answers `unconfigured`. */
  readonly built?: false;
  /** The code for a caller whose credential is of the wrong kind; `unauthorized` when absent. */
  readonly denied?: ErrorCode;
}

const operation = <const Row extends OperationRow>(row: Row): Row => row;

const ById = z.object({ id: DatabaseId });
const Paging = z.object({
  limit: z.coerce.number().int().min(1).max(LIMITS.listLimitMax).default(LIMITS.listLimitDefault),
  cursor: z.string().max(256).optional(),
});
const Unbuilt = z.never();

/** THE table of endpoints: it feeds the routes, the OpenAPI document and the client. */
export const OPERATIONS = {
  ask: operation({
    method: 'POST',
    path: '/v1/ask',
    access: 'any',
    mutates: 'depends',
    body: AskRequest,
    response: AskReply,
    summary: 'Ask in plain English: create, query, insert, update or delete.',
  }),
  run: operation({
    method: 'POST',
    path: '/v1/run',
    access: 'any',
    mutates: 'depends',
    body: RunRequest,
    response: RunReply,
    summary: 'Run one SQL statement; no model.',
  }),
  insert: operation({
    method: 'POST',
    path: '/v1/insert',
    access: 'any',
    mutates: true,
    body: InsertRequest,
    response: InsertReply,
    bodyMaxBytes: LIMITS.insertBodyMaxBytes,
    summary: 'Insert rows; unseen tables and columns are created in the same transaction.',
  }),
  createDatabase: operation({
    method: 'POST',
    path: '/v1/databases',
    access: 'any',
    mutates: true,
    body: CreateDatabaseRequest,
    response: CreateDatabaseReply,
    status: 201,
    summary: 'Create a database from a plain-English goal.',
  }),
  listDatabases: operation({
    method: 'GET',
    path: '/v1/databases',
    access: 'any',
    mutates: false,
    query: Paging,
    response: z.array(DatabaseSummary),
    summary: 'List your databases.',
  }),
  describeDatabase: operation({
    method: 'GET',
    path: '/v1/databases/:id/schema',
    access: 'any',
    mutates: false,
    params: ById,
    response: DatabaseSchemaReply,
    summary: 'Tables, columns, types, keys and row estimates.',
  }),
  deleteDatabase: operation({
    method: 'DELETE',
    path: '/v1/databases/:id',
    access: 'any',
    mutates: true,
    params: ById,
    response: DeleteDatabaseReply,
    summary: 'Delete a database and everything in it.',
  }),
  getTrace: operation({
    method: 'GET',
    path: '/v1/traces/:id',
    access: 'any',
    mutates: false,
    params: z.object({ id: TraceId }),
    response: Receipt,
    summary: 'The receipt of one of your requests: what was asked, how it was read, what ran and what came of it.',
  }),
  replayTrace: operation({
    method: 'POST',
    path: '/v1/traces/:id/replay',
    access: 'any',
    mutates: false,
    params: z.object({ id: TraceId }),
    response: ReplayReply,
    summary: 'Run the read of a receipt again, and see whether the result is the same.',
  }),
  listModels: operation({
    method: 'GET',
    path: '/v1/models',
    access: 'public',
    mutates: false,
    response: ModelCatalog,
    summary: 'Model presets, providers and schema presets.',
  }),

  connectDatabase: operation({
    method: 'POST',
    path: '/v1/db/connect',
    access: 'session',
    denied: 'connect_requires_account',
    mutates: true,
    response: Unbuilt,
    built: false,
    summary: 'Connect an existing database by URL.',
  }),
  mintKey: operation({
    method: 'POST',
    path: '/v1/keys',
    access: 'session',
    mutates: true,
    response: Unbuilt,
    built: false,
    summary: 'Mint a key.',
  }),
  listKeys: operation({
    method: 'GET',
    path: '/v1/keys',
    access: 'account',
    denied: 'account_required',
    mutates: false,
    response: Unbuilt,
    built: false,
    summary: 'List your keys.',
  }),
  revokeKey: operation({
    method: 'DELETE',
    path: '/v1/keys/:id',
    access: 'account',
    denied: 'account_required',
    mutates: true,
    response: Unbuilt,
    built: false,
    summary: 'Revoke a key.',
  }),
  keyStatus: operation({
    method: 'GET',
    path: '/v1/keys/:hash/status',
    access: 'session',
    mutates: false,
    response: Unbuilt,
    built: false,
    summary: 'Whether a key is revoked.',
  }),
  mintGrant: operation({
    method: 'POST',
    path: '/v1/grants',
    access: 'session',
    mutates: true,
    response: Unbuilt,
    built: false,
    summary: 'Grant read access to tables of a database.',
  }),
  revokeGrant: operation({
    method: 'DELETE',
    path: '/v1/grants/:id',
    access: 'session',
    mutates: true,
    response: Unbuilt,
    built: false,
    summary: 'Revoke a grant.',
  }),
  remember: operation({
    method: 'POST',
    path: '/v1/memory/remember',
    access: 'any',
    mutates: true,
    response: Unbuilt,
    built: false,
    summary: 'Write one agent memory row.',
  }),
  postChatMessage: operation({
    method: 'POST',
    path: '/v1/chat/messages',
    access: 'session',
    mutates: true,
    response: Unbuilt,
    built: false,
    summary: 'Add a turn to a chat.',
  }),
  mcpCallback: operation({
    method: 'POST',
    path: '/v1/oauth/mcp-callback',
    access: 'session',
    mutates: true,
    response: Unbuilt,
    built: false,
    summary: 'Hand an agent host its one-shot code.',
  }),
  startDevice: operation({
    method: 'POST',
    path: '/v1/auth/device',
    access: 'public',
    mutates: false,
    response: Unbuilt,
    built: false,
    summary: 'Start a device authorization.',
  }),
  pollDevice: operation({
    method: 'POST',
    path: '/v1/auth/device/token',
    access: 'public',
    mutates: false,
    response: Unbuilt,
    built: false,
    summary: 'Poll a device authorization.',
  }),
} as const satisfies Record<string, OperationRow>;

/** The same table where the differences between its rows do not matter. */
export const OPERATION_ROWS: Readonly<Record<OperationName, OperationRow>> = OPERATIONS;

type Operations = typeof OPERATIONS;
export type OperationName = keyof Operations;
export type BuiltOperation = { [K in OperationName]: Operations[K] extends { built: false } ? never : K }[OperationName];

type Read<Row, Field extends string> = Row extends Record<Field, infer Schema extends z.ZodType> ? z.output<Schema> : unknown;
type Written<Row, Field extends string> = Row extends Record<Field, infer Schema extends z.ZodType> ? z.input<Schema> : unknown;

/** What a handler receives: body, path and query fields in one object. */
export type Input<K extends OperationName> = Read<Operations[K], 'body'> & Read<Operations[K], 'params'> & Read<Operations[K], 'query'>;
/** What a client sends: the same before defaults and switches are read. */
export type Sent<K extends OperationName> = Written<Operations[K], 'body'> &
  Written<Operations[K], 'params'> &
  Written<Operations[K], 'query'>;
export type Output<K extends OperationName> = z.output<Operations[K]['response']>;
