import { z } from 'zod';
import { AdoptReply, AdoptRequest } from './anonymous.ts';
import { AskReply, AskRequest } from './ask.ts';
import { ChatMessage, ChatPage, ChatRequest, ChatTurn } from './chat.ts';
import {
  CreateDatabaseReply,
  CreateDatabaseRequest,
  DatabaseDetails,
  DatabaseId,
  DatabaseSchemaReply,
  DatabaseSummary,
  DeleteDatabaseReply,
  UpdateDatabaseRequest,
} from './database.ts';
import { GlossaryBody, GlossaryReply } from './glossary.ts';
import { InsertReply, InsertRequest } from './insert.ts';
import { LIMITS } from './limits.ts';
import { ModelCatalog } from './models.ts';
import { Numbers } from './numbers.ts';
import { RunReply, RunRequest } from './run.ts';
import { Receipt, ReplayReply, TraceId } from './traces.ts';
import { UndoReply, UndoRequest } from './undo.ts';

/**
 * Who may call. `any`: everybody; without a credential an anonymous session begins. `known`: who shows a credential, since
 * a session that begins with the call has nothing that it could be about. `public`: needs no session and begins none.
 */
export type OperationAccess = 'any' | 'known' | 'public';

export interface OperationRow {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';
  readonly path: string;
  readonly access: OperationAccess;
  /** True when every call writes and so needs an `Idempotency-Key`; ask and run decide per call. */
  readonly mutates: boolean | 'depends';
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** Fields of the body that are a caller's data: their numbers keep every digit. */
  readonly exact?: readonly string[];
  readonly response: z.ZodType;
  /** Success status. */
  readonly status?: 200 | 201;
  /** Where a 201 made something: a path with fields of the reply. */
  readonly location?: string;
  readonly bodyMaxBytes?: number;
}

const operation = <const Row extends OperationRow>(row: Row): Row => row;

const ById = z.object({ id: DatabaseId });
const Paging = z.object({
  limit: z.coerce.number().int().min(1).max(LIMITS.listLimitMax).default(LIMITS.listLimitDefault),
  cursor: z.string().max(256).optional(),
});
const HowNumbers = z.object({ numbers: Numbers.optional() });

/** THE table of endpoints: it feeds the routes, the OpenAPI document and the client. */
export const OPERATIONS = {
  ask: operation({
    method: 'POST',
    path: '/v1/ask',
    access: 'any',
    mutates: 'depends',
    query: HowNumbers,
    body: AskRequest,
    response: AskReply,
    summary: 'Ask in plain English: create, query, insert, update or delete.',
  }),
  run: operation({
    method: 'POST',
    path: '/v1/run',
    access: 'any',
    mutates: 'depends',
    query: HowNumbers,
    body: RunRequest,
    exact: ['params'],
    response: RunReply,
    summary: 'Run one SQL statement; no model.',
  }),
  insert: operation({
    method: 'POST',
    path: '/v1/insert',
    access: 'known',
    mutates: true,
    body: InsertRequest,
    exact: ['rows'],
    response: InsertReply,
    bodyMaxBytes: LIMITS.insertBodyMaxBytes,
    summary: 'Insert rows; unseen tables and columns are created in the same transaction.',
  }),
  undo: operation({
    method: 'POST',
    path: '/v1/undo',
    access: 'any',
    mutates: true,
    body: UndoRequest,
    response: UndoReply,
    summary: 'Revert one write of the last 24 hours, when no row that it touched has changed since.',
  }),
  createDatabase: operation({
    method: 'POST',
    path: '/v1/databases',
    access: 'any',
    mutates: true,
    body: CreateDatabaseRequest,
    response: CreateDatabaseReply,
    status: 201,
    location: '/v1/databases/:dbId',
    summary: 'Create a database from a plain-English goal.',
  }),
  listDatabases: operation({
    method: 'GET',
    path: '/v1/databases',
    access: 'any',
    mutates: false,
    query: Paging,
    response: z.array(DatabaseSummary),
    summary: 'List your databases, newest first.',
  }),
  getDatabase: operation({
    method: 'GET',
    path: '/v1/databases/:id',
    access: 'known',
    mutates: false,
    params: ById,
    response: DatabaseDetails,
    summary: 'One of your databases.',
  }),
  updateDatabase: operation({
    method: 'PATCH',
    path: '/v1/databases/:id',
    access: 'known',
    mutates: true,
    params: ById,
    body: UpdateDatabaseRequest,
    response: DatabaseDetails,
    summary: 'Rename a database, or change what models may be told of it.',
  }),
  describeDatabase: operation({
    method: 'GET',
    path: '/v1/databases/:id/schema',
    access: 'known',
    mutates: false,
    params: ById,
    response: DatabaseSchemaReply,
    summary: 'Tables, columns, types, keys and row estimates.',
  }),
  getGlossary: operation({
    method: 'GET',
    path: '/v1/databases/:id/glossary',
    access: 'any',
    mutates: false,
    params: ById,
    response: GlossaryReply,
    summary: 'What the words of your business mean in this database.',
  }),
  putGlossary: operation({
    method: 'PUT',
    path: '/v1/databases/:id/glossary',
    access: 'any',
    mutates: true,
    params: ById,
    body: GlossaryBody,
    response: GlossaryReply,
    summary: 'Say what the words of your business mean; planners and models read it.',
  }),
  deleteDatabase: operation({
    method: 'DELETE',
    path: '/v1/databases/:id',
    access: 'known',
    mutates: true,
    params: ById,
    response: DeleteDatabaseReply,
    summary: 'Delete a database and everything in it.',
  }),
  postChatMessage: operation({
    method: 'POST',
    path: '/v1/chat/messages',
    access: 'any',
    mutates: true,
    body: ChatRequest,
    response: ChatTurn,
    summary: 'Say something to a database; the turn is kept. Writes that have to be confirmed are only previewed.',
  }),
  listChatMessages: operation({
    method: 'GET',
    path: '/v1/chat/messages',
    access: 'any',
    mutates: false,
    query: ChatPage,
    response: z.array(ChatMessage),
    summary: 'The messages of your chat with a database, the newest first.',
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

  adoptAnonymous: operation({
    method: 'POST',
    path: '/v1/anon/adopt',
    access: 'known',
    mutates: true,
    body: AdoptRequest,
    response: AdoptReply,
    summary: 'Move all that an anonymous session made into the account.',
  }),
} as const satisfies Record<string, OperationRow>;

/** The same table where the differences between its rows do not matter. */
export const OPERATION_ROWS: Readonly<Record<OperationName, OperationRow>> = OPERATIONS;

type Operations = typeof OPERATIONS;
export type OperationName = keyof Operations;

type Read<Row, Field extends string> = Row extends Record<Field, infer Schema extends z.ZodType> ? z.output<Schema> : unknown;
type Written<Row, Field extends string> = Row extends Record<Field, infer Schema extends z.ZodType> ? z.input<Schema> : unknown;

/** What a handler receives: body, path and query fields in one object. */
export type Input<K extends OperationName> = Read<Operations[K], 'body'> & Read<Operations[K], 'params'> & Read<Operations[K], 'query'>;
/** What a client sends: the same before defaults and switches are read. */
export type Sent<K extends OperationName> = Written<Operations[K], 'body'> &
  Written<Operations[K], 'params'> &
  Written<Operations[K], 'query'>;
export type Output<K extends OperationName> = z.output<Operations[K]['response']>;
