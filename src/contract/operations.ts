import { z } from 'zod';
import { McpCallbackReply, McpCallbackRequest } from './agent-hosts.ts';
import { AdoptReply, AdoptRequest } from './anonymous.ts';
import { Approval, DecideApprovalRequest, ListApprovals, RequestGrant } from './approvals.ts';
import { AskReply, AskRequest } from './ask.ts';
import { AuditEvent, AuditFilter } from './audit.ts';
import { ByollmReply, ClearByollmReply, SetByollmRequest } from './byollm.ts';
import { ChatMessage, ChatPage, ChatRequest, ChatTurn } from './chat.ts';
import {
  CheckReply,
  ConnectProvidersReply,
  ConnectReply,
  ConnectRequest,
  FinishConnectOAuthReply,
  FinishConnectOAuthRequest,
  PickDatabaseRequest,
  ReconnectRequest,
  StartConnectOAuthReply,
  StartConnectOAuthRequest,
} from './connect.ts';
import {
  CreateDatabaseReply,
  CreateDatabaseRequest,
  DatabaseDetails,
  DatabaseId,
  DatabaseSchemaReply,
  DatabaseSummary,
  DeleteDatabaseReply,
  SchemaPaging,
  UpdateDatabaseRequest,
} from './database.ts';
import {
  BeginDeviceReply,
  BeginDeviceRequest,
  DecideDeviceReply,
  DecideDeviceRequest,
  LookUpDeviceRequest,
  RedeemDeviceReply,
  RedeemDeviceRequest,
  WaitingDevice,
} from './device.ts';
import { code, type ErrorCode } from './errors.ts';
import { GlossaryBody, GlossaryReply } from './glossary.ts';
import { GrantRecord, GrantUsage, MintGrantRequest, RevokeGrantReply } from './grants.ts';
import { InsertReply, InsertRequest } from './insert.ts';
import { KeyRecord, KeyStatusReply, MintKeyReply, MintKeyRequest, RevokeKeyReply } from './keys.ts';
import { LIMITS } from './limits.ts';
import { RememberReply, RememberRequest } from './memory.ts';
import { ModelCatalog } from './models.ts';
import { Numbers } from './numbers.ts';
import { AddToImportReply, AddToImportRequest, CorrectImportRequest, CreateImportRequest, ImportById, ImportRecord } from './packs.ts';
import { RunReply, RunRequest } from './run.ts';
import {
  EndSessionReply,
  FinishOAuthRequest,
  LookUpSignInReply,
  RequestSignInReply,
  RequestSignInRequest,
  SignedInReply,
  SignInLinkReply,
  SignInMethodsReply,
  SignOutEverywhereReply,
  SignOutReply,
  StartOAuthReply,
  StartOAuthRequest,
  VerifySignInRequest,
  WebSession,
  WhoAmIReply,
} from './sign-in.ts';
import { Receipt, ReceiptFilter, ReceiptSummary, ReplayReply, TraceId } from './traces.ts';
import { TransactionReply, TransactionRequest } from './transaction.ts';
import { UndoReply, UndoRequest } from './undo.ts';
import { UsageFilter, UsageReply } from './usage.ts';

/**
 * Who may call. `any`: everybody; without a credential an anonymous session begins. `known`: who shows a credential, since
 * a session that begins with the call has nothing that it could be about. `account`: who is signed in, and account keys.
 * `member`: these, and keys of agents. `session`: who is signed in, and no key, so that a leaked one cannot make others. `public`: needs no session and begins none.
 */
export type OperationAccess = 'any' | 'known' | 'member' | 'account' | 'session' | 'public';

export interface OperationRow {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';
  readonly path: string;
  readonly access: OperationAccess;
  /** Open to publishable keys, which a page shows to everybody: reads of their one database. */
  readonly publishable?: true;
  /** Open to the key of a device that somebody signed in, too, for what belongs to that device. */
  readonly ofDevice?: true;
  /** True when every call writes and so needs an `Idempotency-Key`; ask and run decide per call. */
  readonly mutates: boolean | 'depends';
  /** What those are told who are not admitted, where that is a code of its own. */
  readonly refusal?: ErrorCode;
  /** Opens or ends the session of a browser, by its cookie: pages of this service alone may call it. */
  readonly signsIn?: true;
  /** Of OAuth: a body may be a form, and who sends one gets errors in the shape of RFC 6749, 5.2. */
  readonly form?: true;
  /** Sends mail to whomever the caller names: after a few from one address a human check is asked for. */
  readonly sendsMail?: true;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** Fields of the body that are a caller's data: their numbers keep every digit. */
  readonly exact?: readonly string[];
  /** One of these that holds rows. In a long body the handler may be given them unread, as `AlikeRows`. */
  readonly rows?: string;
  readonly response: z.ZodType;
  /** Success status. */
  readonly status?: 200 | 201 | 204;
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
const GrantById = z.object({ id: z.uuid(code('grant_not_found')) });
const ApprovalById = z.object({ id: z.uuid(code('approval_not_found')) });
const HowNumbers = z.object({ numbers: Numbers.optional() });

/** THE table of endpoints: it feeds the routes, the OpenAPI document and the client. */
export const OPERATIONS = {
  ask: operation({
    method: 'POST',
    path: '/v1/ask',
    access: 'any',
    publishable: true,
    mutates: 'depends',
    query: HowNumbers,
    body: AskRequest,
    exact: ['params'],
    response: AskReply,
    summary: 'Ask in plain English: create, query, insert, update or delete.',
  }),
  run: operation({
    method: 'POST',
    path: '/v1/run',
    access: 'any',
    publishable: true,
    mutates: 'depends',
    query: HowNumbers,
    body: RunRequest,
    exact: ['params'],
    response: RunReply,
    summary: 'Run one SQL statement; no model.',
  }),
  transaction: operation({
    method: 'POST',
    path: '/v1/transaction',
    access: 'known',
    mutates: true,
    body: TransactionRequest,
    exact: ['statements'],
    response: TransactionReply,
    summary: 'Run several SQL statements in one transaction: all of them are done, or none; no model.',
  }),
  insert: operation({
    method: 'POST',
    path: '/v1/insert',
    access: 'known',
    mutates: true,
    body: InsertRequest,
    exact: ['rows'],
    rows: 'rows',
    response: InsertReply,
    bodyMaxBytes: LIMITS.insertBodyMaxBytes,
    summary: 'Insert rows; unseen tables and columns are created in the same transaction.',
  }),
  remember: operation({
    method: 'POST',
    path: '/v1/memory/remember',
    access: 'known',
    mutates: true,
    body: RememberRequest,
    exact: ['payload', 'properties', 'items'],
    response: RememberReply,
    bodyMaxBytes: LIMITS.insertBodyMaxBytes,
    summary: 'Remember facts, episodes and entities in a database of the preset agent_memory_v1; no model.',
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
  connectDatabase: operation({
    method: 'POST',
    path: '/v1/db/connect',
    access: 'session',
    refusal: 'connect_requires_account',
    mutates: true,
    body: ConnectRequest,
    response: ConnectReply,
    status: 201,
    location: '/v1/databases/:dbId',
    summary: 'Connect a Postgres database that is there already, by its URL, for reading or also for writing.',
  }),
  connectProviders: operation({
    method: 'GET',
    path: '/v1/db/connect/oauth',
    access: 'session',
    refusal: 'connect_requires_account',
    mutates: false,
    response: ConnectProvidersReply,
    summary: 'Providers at which you can choose a database to connect.',
  }),
  startConnectOAuth: operation({
    method: 'POST',
    path: '/v1/db/connect/oauth',
    access: 'session',
    refusal: 'connect_requires_account',
    mutates: false,
    body: StartConnectOAuthRequest,
    response: StartConnectOAuthReply,
    summary: 'Begin to connect a database of a provider, by its consent page.',
  }),
  finishConnectOAuth: operation({
    method: 'POST',
    path: '/v1/db/connect/oauth/finish',
    access: 'session',
    refusal: 'connect_requires_account',
    mutates: false,
    body: FinishConnectOAuthRequest,
    response: FinishConnectOAuthReply,
    summary: 'List the databases of the provider, by what it led back with, in the browser that began.',
  }),
  pickDatabase: operation({
    method: 'POST',
    path: '/v1/db/connect/oauth/pick',
    access: 'session',
    refusal: 'connect_requires_account',
    mutates: true,
    body: PickDatabaseRequest,
    response: ConnectReply,
    status: 201,
    location: '/v1/databases/:dbId',
    summary: 'Connect one of the databases that the provider listed, within ten minutes.',
  }),
  reconnectDatabase: operation({
    method: 'PUT',
    path: '/v1/databases/:id/connection',
    access: 'session',
    refusal: 'connect_requires_account',
    mutates: true,
    params: ById,
    body: ReconnectRequest,
    response: CheckReply,
    summary: 'Change the URL that a database is connected by, such as for a new password.',
  }),
  checkDatabase: operation({
    method: 'POST',
    path: '/v1/databases/:id/check',
    access: 'known',
    mutates: false,
    params: ById,
    response: CheckReply,
    summary: 'Look whether a database can be read now, and what is to know about its connection.',
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
    query: SchemaPaging,
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
    summary: 'Delete a database and everything in it; a connected one is only forgotten.',
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
  listTraces: operation({
    method: 'GET',
    path: '/v1/traces',
    access: 'account',
    mutates: false,
    query: Paging.extend({ limit: z.coerce.number().int().min(1).max(LIMITS.tracesListMax).default(20) }).extend(ReceiptFilter.shape),
    response: z.array(ReceiptSummary),
    summary: 'List the receipts of your account, the newest first: what was asked, by whom, and what came of it.',
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
  createImport: operation({
    method: 'POST',
    path: '/v1/packs/imports',
    access: 'any',
    mutates: true,
    body: CreateImportRequest,
    response: ImportRecord,
    status: 201,
    location: '/v1/packs/imports/:id',
    bodyMaxBytes: LIMITS.importBodyMaxBytes,
    summary: 'Begin an import of files, text or a URL.',
  }),
  addToImport: operation({
    method: 'POST',
    path: '/v1/packs/imports/:id/source',
    access: 'known',
    mutates: true,
    params: ImportById,
    body: AddToImportRequest,
    response: AddToImportReply,
    bodyMaxBytes: LIMITS.importBodyMaxBytes,
    summary: 'Send the next part of a file that was announced with its `bytes`.',
  }),
  getImport: operation({
    method: 'GET',
    path: '/v1/packs/imports/:id',
    access: 'public',
    mutates: false,
    params: ImportById,
    response: ImportRecord,
    summary: 'How an import goes on, for everybody who has its id.',
  }),
  correctImport: operation({
    method: 'PATCH',
    path: '/v1/packs/imports/:id',
    access: 'member',
    mutates: true,
    params: ImportById,
    body: CorrectImportRequest,
    response: ImportRecord,
    summary:
      'Correct types, keys and relations that were found in an import, before its rows are written: with `auto: false` it waits there.',
  }),
  advanceImport: operation({
    method: 'POST',
    path: '/v1/packs/imports/:id/advance',
    access: 'member',
    mutates: true,
    params: ImportById,
    response: ImportRecord,
    summary: 'Go on with an import where it stopped, to the end of its phase. One that was begun anonymously becomes the account’s.',
  }),
  retryImport: operation({
    method: 'POST',
    path: '/v1/packs/imports/:id/retry',
    access: 'member',
    mutates: true,
    params: ImportById,
    response: ImportRecord,
    summary: 'Try the phase again at which an import failed.',
  }),
  deleteImport: operation({
    method: 'DELETE',
    path: '/v1/packs/imports/:id',
    access: 'member',
    mutates: true,
    params: ImportById,
    response: z.null(),
    status: 204,
    summary: 'Forget an import and its source. What it has written stays.',
  }),
  listModels: operation({
    method: 'GET',
    path: '/v1/models',
    access: 'public',
    mutates: false,
    response: ModelCatalog,
    summary: 'Model presets, providers and schema presets.',
  }),
  mintKey: operation({
    method: 'POST',
    path: '/v1/keys',
    access: 'session',
    ofDevice: true,
    mutates: true,
    body: MintKeyRequest,
    response: MintKeyReply,
    status: 201,
    summary:
      'Make a key. Its text is in this reply alone. The key of a device (`svc login`) makes those of agent hosts on it, which end with it.',
  }),
  listKeys: operation({
    method: 'GET',
    path: '/v1/keys',
    access: 'account',
    mutates: false,
    query: Paging,
    response: z.array(KeyRecord),
    summary: 'List your keys: active ones first, the newest of each first.',
  }),
  revokeKey: operation({
    method: 'DELETE',
    path: '/v1/keys/:id',
    access: 'account',
    mutates: true,
    params: z.object({ id: z.uuid(code('key_not_found')) }),
    response: RevokeKeyReply,
    summary: 'Revoke a key at once and for good; what runs with it is ended, and so are the keys of agent hosts that it made.',
  }),
  keyStatus: operation({
    method: 'GET',
    path: '/v1/keys/:hash/status',
    access: 'session',
    mutates: false,
    params: z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/, code('key_not_found')) }),
    response: KeyStatusReply,
    summary: 'Whether one of your keys is revoked, by the HMAC-SHA256 that the service stores of it.',
  }),
  setByollm: operation({
    method: 'POST',
    path: '/v1/keys/byollm',
    access: 'session',
    mutates: true,
    body: SetByollmRequest,
    response: ByollmReply,
    summary: 'Store the key of a model provider: your own asks are then planned with it.',
  }),
  byollmStatus: operation({
    method: 'GET',
    path: '/v1/keys/byollm',
    access: 'session',
    mutates: false,
    response: ByollmReply,
    summary: 'Which provider key is stored. The key itself is never shown.',
  }),
  clearByollm: operation({
    method: 'DELETE',
    path: '/v1/keys/byollm',
    access: 'session',
    mutates: true,
    response: ClearByollmReply,
    summary: 'Forget the stored provider key.',
  }),
  listApprovals: operation({
    method: 'GET',
    path: '/v1/approvals',
    access: 'session',
    mutates: false,
    query: ListApprovals,
    response: z.array(Approval),
    summary: 'What agents ask you for, the newest 100: writes that they were shown, and grants.',
  }),
  requestGrant: operation({
    method: 'POST',
    path: '/v1/approvals',
    access: 'known',
    mutates: true,
    body: RequestGrant,
    response: Approval,
    status: 201,
    location: '/v1/approvals/:id',
    summary: 'Ask for a grant, as agents do: it is made when the owner of the account approves it.',
  }),
  getApproval: operation({
    method: 'GET',
    path: '/v1/approvals/:id',
    access: 'known',
    mutates: false,
    params: ApprovalById,
    response: Approval,
    summary: 'What an agent asked for, and what came of it: for its owner, and for that agent.',
  }),
  decideApproval: operation({
    method: 'POST',
    path: '/v1/approvals/:id/decide',
    access: 'session',
    mutates: true,
    params: ApprovalById,
    body: DecideApprovalRequest,
    response: Approval,
    summary: 'Approve what an agent asked for, which does exactly what was shown, or refuse it.',
  }),
  mintGrant: operation({
    method: 'POST',
    path: '/v1/grants',
    access: 'session',
    mutates: true,
    body: MintGrantRequest,
    response: GrantRecord,
    status: 201,
    summary: 'Let another account read some tables of one of your databases.',
  }),
  listGrants: operation({
    method: 'GET',
    path: '/v1/grants',
    access: 'session',
    mutates: false,
    query: Paging,
    response: z.array(GrantRecord),
    summary: 'List the grants that you gave and those that you hold: active ones first, the newest of each first.',
  }),
  grantUsage: operation({
    method: 'GET',
    path: '/v1/grants/:id/usage',
    access: 'session',
    mutates: false,
    params: GrantById,
    response: GrantUsage,
    summary: 'How often a grant was used, and how many rows it gave; for its owner and its grantee alike.',
  }),
  revokeGrant: operation({
    method: 'DELETE',
    path: '/v1/grants/:id',
    access: 'session',
    mutates: true,
    params: GrantById,
    response: RevokeGrantReply,
    summary: 'Revoke a grant that you gave, at once and for good; what runs with it is ended.',
  }),
  usage: operation({
    method: 'GET',
    path: '/v1/usage',
    access: 'account',
    mutates: false,
    query: UsageFilter,
    response: UsageReply,
    summary: 'How many calls your account made, by day and by key, and how much it has of what is limited.',
  }),
  listAudit: operation({
    method: 'GET',
    path: '/v1/audit',
    access: 'account',
    mutates: false,
    query: Paging.extend(AuditFilter.shape),
    response: z.array(AuditEvent),
    summary: 'What was done in your account: by whom, to what, when and from where. Newest first.',
  }),
  adoptAnonymous: operation({
    method: 'POST',
    path: '/v1/anon/adopt',
    access: 'account',
    mutates: true,
    body: AdoptRequest,
    response: AdoptReply,
    summary: 'Move all that an anonymous session made into the account.',
  }),
  signInMethods: operation({
    method: 'GET',
    path: '/v1/auth/methods',
    access: 'public',
    mutates: false,
    response: SignInMethodsReply,
    summary: 'The ways to sign in here.',
  }),
  requestSignIn: operation({
    method: 'POST',
    path: '/v1/auth/email',
    access: 'public',
    mutates: false,
    signsIn: true,
    sendsMail: true,
    body: RequestSignInRequest,
    response: RequestSignInReply,
    summary: 'Send a link to sign in with to an e-mail address.',
  }),
  verifySignIn: operation({
    method: 'POST',
    path: '/v1/auth/email/verify',
    access: 'public',
    mutates: false,
    signsIn: true,
    body: VerifySignInRequest,
    response: SignedInReply,
    summary: 'Sign in with the token of a link, which counts once; the session comes as a cookie.',
  }),
  lookUpSignIn: operation({
    method: 'POST',
    path: '/v1/auth/email/look-up',
    access: 'public',
    mutates: false,
    signsIn: true,
    body: VerifySignInRequest,
    response: LookUpSignInReply,
    summary: 'Whom the token of a link would sign in; it goes on to count.',
  }),
  startOAuth: operation({
    method: 'POST',
    path: '/v1/auth/oauth/start',
    access: 'public',
    mutates: false,
    signsIn: true,
    body: StartOAuthRequest,
    response: StartOAuthReply,
    summary: 'Begin to sign in with an account at GitHub or Google.',
  }),
  finishOAuth: operation({
    method: 'POST',
    path: '/v1/auth/oauth/finish',
    access: 'public',
    mutates: false,
    signsIn: true,
    body: FinishOAuthRequest,
    response: SignedInReply,
    summary: 'Sign in with what the provider led back with, in the browser that began; the session comes as a cookie.',
  }),
  makeSignInLink: operation({
    method: 'POST',
    path: '/v1/auth/link',
    access: 'session',
    mutates: false,
    response: SignInLinkReply,
    summary: 'As the owner of this machine: a link that signs a browser in as yourself.',
  }),
  beginDevice: operation({
    method: 'POST',
    path: '/v1/auth/device',
    access: 'public',
    mutates: false,
    form: true,
    body: BeginDeviceRequest,
    response: BeginDeviceReply,
    summary: 'As a device: codes to sign in with, one to keep and one that a person types (RFC 8628).',
  }),
  redeemDevice: operation({
    method: 'POST',
    path: '/v1/auth/device/token',
    access: 'public',
    mutates: false,
    form: true,
    body: RedeemDeviceRequest,
    response: RedeemDeviceReply,
    summary: 'As a device: ask for the key, which comes once, when somebody has approved it (RFC 8628).',
  }),
  lookUpDevice: operation({
    method: 'POST',
    path: '/v1/auth/device/look-up',
    access: 'session',
    mutates: false,
    body: LookUpDeviceRequest,
    response: WaitingDevice,
    summary: 'The device that waits with a code.',
  }),
  decideDevice: operation({
    method: 'POST',
    path: '/v1/auth/device/decide',
    access: 'session',
    mutates: true,
    body: DecideDeviceRequest,
    response: DecideDeviceReply,
    summary: 'Approve a device, which then gets a key of your account, or refuse it.',
  }),
  mcpCallback: operation({
    method: 'POST',
    path: '/v1/oauth/mcp-callback',
    access: 'session',
    mutates: false,
    body: McpCallbackRequest,
    response: McpCallbackReply,
    summary: 'Let an agent host in that asked for it by OAuth: a code that the OAuth server makes its key of, once.',
  }),
  whoAmI: operation({
    method: 'GET',
    path: '/v1/auth/session',
    access: 'known',
    mutates: false,
    response: WhoAmIReply,
    summary: 'Whose your credential is.',
  }),
  listSessions: operation({
    method: 'GET',
    path: '/v1/auth/sessions',
    access: 'session',
    mutates: false,
    query: Paging,
    response: z.array(WebSession),
    summary: 'The browsers that are signed in to your account, the newest first.',
  }),
  endSession: operation({
    method: 'DELETE',
    path: '/v1/auth/sessions/:id',
    access: 'session',
    mutates: true,
    params: z.object({ id: z.uuid(code('session_not_found')) }),
    response: EndSessionReply,
    summary: 'Sign one browser out, at once.',
  }),
  signOut: operation({
    method: 'POST',
    path: '/v1/auth/sign-out',
    access: 'public',
    mutates: false,
    signsIn: true,
    response: SignOutReply,
    summary: 'Sign this browser out: its session ends and its cookie goes.',
  }),
  signOutEverywhere: operation({
    method: 'POST',
    path: '/v1/auth/sign-out-everywhere',
    access: 'session',
    mutates: true,
    signsIn: true,
    response: SignOutEverywhereReply,
    summary: 'Sign every browser out, this one too. Keys stay.',
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
