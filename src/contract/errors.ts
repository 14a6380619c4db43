/**
 * THE table of error codes: HTTP status, whether a retry can help, what happened and what to do next,
 * written for a person. `message` and `action` may name `{param}` from the fault's params.
 */
interface ErrorRow {
  readonly http: number;
  readonly retryable: boolean;
  readonly message: string;
  readonly action: string;
}

const row = (http: number, message: string, action: string): ErrorRow => ({ http, retryable: false, message, action });
const retry = (http: number, message: string, action: string): ErrorRow => ({ http, retryable: true, message, action });

export const ERRORS = {
  // Databases and their engines
  db_not_found: row(
    404,
    'No database with this id is visible to you.',
    'List your databases with GET /v1/databases and use one of those ids, or create one with POST /v1/databases.',
  ),
  db_required: row(400, 'This call needs a database.', 'Send the database id in `db`. GET /v1/databases lists yours.'),
  dbId_required: row(400, 'This call needs a database id.', 'Send the database id in `dbId`. GET /v1/databases lists yours.'),
  db_misconfigured: row(
    502,
    'The service cannot open this database as it is configured.',
    'See `params.reason`. A connected database is given its URL anew with PUT /v1/databases/:id/connection; with one that the service hosts, contact whoever runs this deployment with the request id, or remove it with DELETE /v1/databases/:id.',
  ),
  db_unreachable: retry(
    502,
    'The database engine does not answer.',
    'Try again in a few seconds; a write with the same `Idempotency-Key`: it is then written once, whether or not it was before.',
  ),
  overloaded: retry(
    503,
    'The service has no room for this call right now; nothing was done.',
    'Wait for the seconds in the `Retry-After` header, then send the same request again.',
  ),
  schema_unavailable: retry(422, 'The schema of this database is not ready yet.', 'Try again in a moment.'),
  schema_mismatch: row(
    409,
    'The request names something that this database does not have.',
    'Use one of the names listed in `params`, or create it first.',
  ),
  introspection_failed: retry(
    502,
    'The connected database could not be read.',
    'Check that the database is up and that its user may read the schema, then try again.',
  ),
  provision_failed: retry(
    502,
    'The database could not be created.',
    'Try again; where a reason is given, first do what it says. `params.rolled_back` says whether anything remained.',
  ),
  ambiguous_db: row(
    409,
    'It is not clear which of your databases this request is for.',
    'Repeat the request with `db` set to one of `candidate_dbs`.',
  ),
  clarify_required: row(
    409,
    'This request can be read in more than one way.',
    'Resend one of the goals in `params.options`, or reword the request.',
  ),

  // SQL
  sql_required: row(400, 'This call needs SQL text.', 'Send the statement in `sql`.'),
  sql_too_long: row(
    400,
    'The SQL text is longer than {maxLength} characters.',
    'Send a shorter statement; move long values into `params`.',
  ),
  sql_rejected: row(
    400,
    'This SQL cannot run here.',
    'See `params.reason`. SELECT, INSERT, UPDATE, DELETE, WITH, EXPLAIN and SHOW are accepted, one statement at a time.',
  ),
  query_timeout: row(
    408,
    'The statement ran longer than {limitMs} ms and was stopped.',
    'Narrow the question: add a filter or a LIMIT, or aggregate.',
  ),
  query_cancelled: row(499, 'The statement was cancelled.', 'Send the request again if you still need the result.'),
  query_too_expensive: row(
    422,
    'The statement needs more work, memory or disk than one statement may use.',
    'Narrow the question: add a filter or a join condition, or aggregate before sorting or joining. The reply gives the limit and the planner’s estimate, where that may be told; if that was not the reason, it says what ran out.',
  ),
  storage_full: row(
    507,
    'The disk of the service is nearly full, so nothing more is stored; nothing was written.',
    'Reading goes on, and deleting rows and databases makes room. Whoever runs the service can free the disk, or set SVC_FREE_MIN_MB.',
  ),
  quota_exceeded: row(
    409,
    'This account or anonymous session has all the {what} that it may have: {used} of {limit}. Nothing was written.',
    'Delete rows or databases that are no longer needed. Whoever runs the service can raise the limit, for all (SVC_ANON_DATABASES, SVC_ANON_MB, SVC_ACCOUNT_DATABASES, SVC_ACCOUNT_MB) or for one (`svc admin limits`).',
  ),
  result_too_large: row(413, 'The result is larger than one reply may be.', 'Select fewer columns or rows, or shorten large values.'),
  invalid_value: row(
    409,
    'A value does not fit its column or operation.',
    'See `params.reason` and send a value of the right type and range.',
  ),
  write_constraint: row(
    409,
    'The write breaks a rule of the table; nothing was written.',
    'See `params`: it names the constraint. Correct the values and try again.',
  ),
  write_conflict: retry(
    409,
    'Another write holds the same rows; nothing was written.',
    'Try again in a moment: the same request, with the same `Idempotency-Key`.',
  ),
  schema_change_refused: row(
    409,
    'The tables cannot be changed like this; nothing was changed.',
    'See `params.reason`. The tables and columns that are there are listed by GET /v1/databases/:id/schema.',
  ),
  undo_unavailable: row(
    409,
    'This write cannot be undone; nothing was changed.',
    'See `params.reason`. What it wrote can still be changed back by a write of your own.',
  ),
  write_no_rows: row(409, 'No row matches, so there is nothing to write.', 'Check the condition: ask for the matching rows first.'),
  confirm_expired: row(
    409,
    'There is no live preview for this request; nothing was written.',
    'Send the request without `confirm` to get a fresh preview, then confirm it within five minutes.',
  ),

  trace_not_found: row(
    404,
    'No receipt with this id is visible to you.',
    'Use `trace.id` of a reply, or `requestId` of an error, of yours; receipts are kept for 30 days and go with their database.',
  ),
  replay_unavailable: row(
    409,
    'This receipt cannot be run again.',
    'See `params.reason`. Only reads are run again; send the request itself once more, through ask, run or insert, if that is what you want.',
  ),

  // Asking
  goal_required: row(400, 'The request says nothing to do.', 'Send a question or an instruction in `goal`, in plain English.'),
  goal_too_long: row(400, 'The goal is longer than {maxLength} characters.', 'Shorten the request; send data with POST /v1/insert.'),
  not_understood: row(
    422,
    'This was not understood: {reason}',
    'Reword the request with the names in `params.known`, or send one of the sentences in `params.options`, if there are any, or use POST /v1/run with SQL. A model understands more: OPENAI_API_KEY or SVC_LLM_PROVIDERS on the server.',
  ),
  llm_failed: retry(
    502,
    'No plan could be made for this request.',
    'See `params.reason`. Reword the request with the names of your tables and columns, use POST /v1/run with SQL, or have a model added: OPENAI_API_KEY or SVC_LLM_PROVIDERS on the server.',
  ),
  infer_failed: row(
    422,
    'No database was made from this goal: {detail}',
    'Name the things to keep and what to know of each: "track coffee beans with roaster, price and rating".',
  ),
  compile_failed: row(
    422,
    'The plan could not become a valid schema.',
    'Reword the goal, or correct `design`: name each table once and give its columns.',
  ),
  ddl_invalid: row(
    500,
    'The service produced a schema that it would not run.',
    'Reword the goal; if it happens again, report the request id.',
  ),
  embed_failed: retry(
    502,
    'The database was created, but the embeddings endpoint gave nothing for the names of its tables.',
    'Use the database in `params.dbId`; what is missing is made when it is needed. The same request with the same Idempotency-Key gives the reply of the create.',
  ),
  invalid_engine: row(400, 'This engine is not known.', 'Use one of `params.allowed`.'),
  invalid_model: row(400, 'This model preset is not known.', 'Use one of `params.allowed`.'),
  model_unavailable: row(
    409,
    'The preset `best` needs your own provider key or a paid plan.',
    'Use `auto` or `fast`. Whoever runs the service opens `best` to all with SVC_MODEL_BEST_FOR_ALL.',
  ),
  invalid_scope: row(
    400,
    '`agentId`, `endUserId` and `threadId` must be strings of at most 256 characters.',
    'Send such strings, or leave them out.',
  ),
  invalid_preset: row(400, 'This schema preset does not exist.', 'Use one of `params.allowed`, or leave `preset` out.'),
  preset_disabled: row(400, 'This schema preset is not enabled on this deployment.', 'Use one of `params.allowed`, or leave `preset` out.'),
  preset_engine_conflict: row(
    400,
    'This schema preset does not run on the requested engine.',
    'Leave `engine` out, or use the one in `params.engine`.',
  ),

  // Request shape
  invalid_json: row(400, 'The body is not valid JSON.', 'Send a JSON object with `Content-Type: application/json`.'),
  invalid_body: row(
    400,
    'The request does not have the expected shape.',
    'See `params.issues`: each names a field and what is wrong with it.',
  ),
  invalid_request: row(400, 'The request is malformed.', 'See `params.reason`.'),
  request_timeout: retry(
    408,
    'The request took too long to arrive; nothing was done.',
    'Send it again, on a connection that is faster, or less in one call.',
  ),
  headers_too_large: row(
    431,
    'The headers are larger than {maxBytes} bytes.',
    'Send fewer or shorter ones; in a browser, remove the cookies of this site.',
  ),
  invalid_email: row(400, 'The e-mail address is malformed.', 'Send an address such as ada@example.com.'),
  not_found: row(404, 'There is nothing at this address.', 'The endpoints are listed at /docs and in /openapi.json.'),
  method_not_allowed: row(405, 'This address does not accept this method.', 'Use one of `params.allowed`.'),
  unsupported_media_type: row(
    415,
    'The body is of a type, or encoded in a way, that is not accepted here.',
    'Send JSON with `Content-Type: application/json` and without `Content-Encoding`; `params.allowed` lists what is accepted.',
  ),
  payload_too_large: row(413, 'The body is larger than {maxBytes} bytes.', 'Send less in one call; split large inserts.'),
  idempotency_required: row(
    400,
    'A write needs an `Idempotency-Key` header, so that a retry never writes twice.',
    'Add the header with a fresh random value, and repeat the same value when you retry. `params.curl` shows the call.',
  ),
  idempotency_conflict: row(
    422,
    'This `Idempotency-Key` was used before with another request.',
    'Use a fresh key for a new request; repeat a key only with the same body.',
  ),
  idempotency_in_progress: retry(
    409,
    'A request with this `Idempotency-Key` is still running.',
    'Wait a moment and retry with the same key.',
  ),
  outcome_unknown: row(
    409,
    'Whether this write was done cannot be told any more, and it is not run again.',
    'Look whether its rows are there. If they are not, send the write with a fresh `Idempotency-Key`.',
  ),

  // Who is asking
  unauthorized: row(401, 'The credential is missing, invalid or expired.', 'Send a valid credential in `Authorization: Bearer …`.'),
  auth_unavailable: retry(503, 'Credentials cannot be checked right now.', 'Try again in a few seconds; your credential stays as it is.'),
  auth_required: row(
    401,
    'The free budget of this anonymous session ({cap} calls) is used up.',
    'Sign in, and send this token to POST /v1/anon/adopt: its databases, and this request, are then of your account, which has no such budget. Until the session ends it keeps them, and listing and deleting them still work. Whoever runs the service can raise SVC_ANON_BUDGET.',
  ),
  account_blocked: row(
    403,
    'Whoever runs this service has blocked this account or session.',
    'See `params.reason` where there is one, and ask whoever runs the service. Nothing of it is lost while it is blocked.',
  ),
  forbidden: row(403, 'This is not allowed.', 'See `params.reason`: it says what is not, and what would be.'),
  account_required: row(403, 'This call needs an account key, not a publishable key.', 'Call it from your server with an account key.'),
  connect_requires_account: row(
    403,
    'Connecting a database needs somebody who is signed in; anonymous callers and keys are not.',
    'Sign in, and connect it in that session. The owner of a service on this machine is signed in.',
  ),
  invalid_bearer: row(
    400,
    'The Authorization header is not a usable bearer credential.',
    'Send `Authorization: Bearer <credential>`, or leave the header out to work anonymously.',
  ),
  invalid_token: row(
    400,
    'No anonymous session is open under this token: it has ended, was taken over by an account, or was never one of this service.',
    'A session ends 72 hours after its last use, and 30 days after its beginning at the latest. Check that the token is whole and the service the right one; without a token the next call starts a new session, which does not have the databases of another.',
  ),
  sign_in_expired: row(
    410,
    'This sign-in is over: its link was used, or has expired, or was never one of this service.',
    'Ask for a new link. Each counts once, for 15 minutes.',
  ),
  sign_in_lost: row(
    410,
    'This sign-in is over: it was begun in another browser, has been used, or took longer than ten minutes.',
    'Begin anew on the sign-in page, and stay in that browser.',
  ),
  sign_in_failed: row(502, '{provider} did not say who you are.', 'Begin anew on the sign-in page. `params.reason` says what went wrong.'),
  email_unverified: row(
    403,
    'At {provider} no e-mail address was shown to be yours.',
    'Have one verified there, or sign in with a link that is sent by mail.',
  ),
  authorization_pending: row(
    400,
    'Nobody has approved this device yet.',
    'Ask again after `interval` seconds, until it is approved or refused or its codes expire.',
  ),
  slow_down: row(
    400,
    'This device asks too often, and is not approved yet.',
    'Wait five seconds longer between two requests from now on (RFC 8628, 3.5).',
  ),
  access_denied: row(400, 'This device was refused.', 'If that was a mistake, let the device ask for new codes.'),
  expired_token: row(400, 'The codes of this device have expired.', 'Let the device ask for new codes, and approve it within 15 minutes.'),
  invalid_grant: row(
    400,
    'This device code was used, or was never one of this service.',
    'Each gives one key, once. Let the device ask for new codes.',
  ),
  unsupported_grant_type: row(
    400,
    'This kind of grant is not given here.',
    'Send `urn:ietf:params:oauth:grant-type:device_code` in `grant_type`.',
  ),
  user_code_unknown: row(
    404,
    'No device waits with this code: it was mistyped, was used, or has expired.',
    'Compare it with what the device shows. A code counts for 15 minutes; the device shows a new one when it begins anew.',
  ),
  session_not_found: row(
    404,
    'None of your sessions has this id.',
    'List them with GET /v1/auth/sessions; a session that has ended is gone.',
  ),
  token_taken: row(409, 'This anonymous session already belongs to another account.', 'Use the credential of that account.'),
  adopt_failed: row(500, 'The anonymous work could not be moved into the account.', 'Try again; nothing was lost.'),
  challenge_required: row(
    428,
    'A human check is needed: many {what}.',
    'Solve the challenge in `params` and repeat the request with what solves it in the header `x-svc-challenge`, or sign in.',
  ),
  rate_limited: retry(
    429,
    'Too many {what}: {count}, where {limit} are allowed.',
    'Wait for the seconds in the `Retry-After` header, or do as `params.instead` says.',
  ),

  // Keys, grants, memory, packs, providers
  key_not_found: row(404, 'None of your keys has this id.', 'List your keys with GET /v1/keys.'),
  key_limit_reached: row(409, 'The account has {limit} active keys, the most it may have.', 'Revoke a key that is no longer used.'),
  grant_not_found: row(404, 'None of your grants has this id.', 'List your grants with GET /v1/grants.'),
  invalid_grantee: row(400, 'The grantee is not known.', 'Send the id of an account, as its owner is told it, or an e-mail address.'),
  cannot_grant_to_self: row(400, 'A grant to yourself has no effect.', 'Name another account.'),
  scope_unknown_table: row(400, 'The grant names a table that it cannot be about.', 'Use names from `params.allowed`.'),
  not_grantable: row(409, 'This cannot be granted.', 'See `params.reason`: it says why, and what could be.'),
  wrong_preset: row(409, 'This database is not an agent memory.', 'Create one with the preset `agent_memory_v1`, and name it.'),
  invalid_byollm_key: row(400, 'The provider key is mis-shaped.', 'Send `<provider>:<model>:<key>`.'),
  byollm_unavailable: retry(
    503,
    'The stored provider key cannot be opened right now.',
    'Try again in a few seconds; where that does not help, store it again with POST /v1/keys/byollm.',
  ),
  byollm_requires_session: row(
    400,
    'A provider key for one request needs the session of somebody who is signed in.',
    'Leave the header out.',
  ),
  sealing_unconfigured: row(503, 'This deployment cannot seal secrets.', 'Ask whoever runs it to configure SVC_SEALING_KEYS.'),
  secret_unconfigured: row(
    503,
    'This deployment lacks a secret that the call needs.',
    'Ask whoever runs it to configure it: `params.setting` is its name.',
  ),
  unconfigured: row(503, 'This feature is not configured on this deployment.', 'Ask whoever runs it to enable it.'),
  oauth_not_configured: row(
    503,
    'This provider cannot be connected by OAuth on this deployment.',
    'Sign in in another way; connect a database by its URL.',
  ),
  pick_expired: row(410, 'The choice of connection has expired.', 'Start connecting again.'),
  approval_required: row(
    409,
    'The owner of the account has to approve this write; nothing is written yet.',
    'Where there is a `params.approvalUrl`, have the owner open it, signed in, and confirm again then: that tells what came of it. Otherwise the reason says what to do.',
  ),
  approval_not_found: row(404, 'Nothing of this id waits for approval, or was decided lately.', 'List them with GET /v1/approvals.'),
  approval_over: row(
    409,
    'This cannot be decided any more: it is {state}.',
    'Nothing was changed by this. Have the agent ask again if it is still wanted.',
  ),
  import_not_found: row(404, 'There is no import with this id.', 'Start a new import.'),
  import_busy: retry(409, 'This import is already running.', 'Wait a moment and look again.'),
  unknown_pack: row(400, 'This pack does not exist.', 'Use one of `params.allowed`.'),
  source_required: row(
    400,
    'The import has no source, or not all of it.',
    'Send `source`; of a file that is sent in parts, send the rest.',
  ),
  source_unreadable: row(
    422,
    'The source of the import cannot be read as it is.',
    '`params` says which file and row, and why. Correct the source and begin a new import; where it was away for a moment, retry.',
  ),
  imports_exceeded: row(
    409,
    'There are as many unfinished imports, or bytes of their sources, as may be: {used} of {limit} {what}.',
    'Wait until some are complete, or delete some.',
  ),

  // Ours
  internal_error: row(500, 'Something went wrong on our side.', 'Try once more; if it happens again, report the request id.'),
  unknown_error: retry(500, 'The server failed without saying why.', 'Try again.'),
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

/** A zod message that is one of the table's codes: `z.enum(ENGINES, code('invalid_engine'))`. */
export const code = (errorCode: ErrorCode): { error: ErrorCode } => ({ error: errorCode });

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERRORS, text);
