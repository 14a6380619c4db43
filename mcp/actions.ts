/** What to do next, for errors whose action in the table speaks of requests: an agent has tools. */
export const ACTIONS: Readonly<Record<string, string>> = {
  db_not_found: 'Call databases without arguments: it lists yours. Send the id or slug of one of them.',
  db_required: 'Send the id or slug of a database in db; databases lists yours.',
  dbId_required: 'Send the id or slug of a database in db; databases lists yours.',
  db_unreachable: 'Send the same call again in a few seconds.',
  overloaded: 'Nothing was done: send the same call again in a few seconds.',
  schema_mismatch: 'Use one of the names that are known; databases describes the tables.',
  ambiguous_db: 'Send one of the calls.',
  clarify_required: 'Send one of the calls, or reword the goal.',
  sql_too_long: 'Send a shorter statement, with long values in params; rows go through insert.',
  sql_rejected:
    'See reason. run takes one SELECT, WITH, EXPLAIN or SHOW as it is, and previews one plain INSERT, UPDATE, DELETE or change of a table. Rows as JSON go through insert; ask takes a write in words; databases describes the tables.',
  write_constraint: 'See reason. Correct the values, or see first to the rows that it names, and call again.',
  write_conflict: 'Send the same call again in a moment.',
  schema_change_refused: 'See reason; databases describes the tables.',
  confirm_expired: 'Make the preview again, with ask or run, and confirm its token within five minutes.',
  approval_required: 'The user opens approvalUrl, signed in, and approves or refuses. Then send the call again: it tells the outcome.',
  approval_not_found: 'Ask again with grant; approvals are kept for a day.',
  replay_unavailable: 'Send the request again, with ask or run.',
  trace_not_found: 'Send the request again, with ask or run.',
  goal_required: 'Say in goal what you want, in plain English, or send SQL in sql.',
  goal_too_long: 'Shorten the goal; rows go through insert.',
  not_understood:
    'Send the same goal with sql: your own reading of it, in PostgreSQL, which is checked, answered in words and, when it writes, previewed. Or reword it with the names that are known, or send one of the calls, if there are any.',
  llm_failed:
    'See reason. Send the same goal with sql: your own reading of it, in PostgreSQL, which is checked, answered in words and, when it writes, previewed. databases describes the tables.',
  invalid_json: 'Send JSON.',
  invalid_body: 'See issues: correct the arguments and call again.',
  not_found: 'Call one of the tools.',
  method_not_allowed: 'Call one of the tools.',
  unsupported_media_type: 'Send JSON.',
  idempotency_required: 'Call again.',
  idempotency_conflict: 'Call again.',
  idempotency_in_progress: 'The same call is still running: wait a moment and call again.',
  unauthorized: 'The credential of this connection is missing or has ended: the user has to connect again.',
  challenge_required: 'The user has to go on with a key or account of their own.',
  access_denied: 'The user has to sign in again, and to allow it.',
  expired_token: 'The user has to sign in again.',
  invalid_grant: 'The user has to sign in again.',
  auth_required: 'The user has to go on with a key or account of their own. Listing databases still works.',
  invalid_bearer: 'The user has to give this connection a usable key.',
  invalid_token: 'The session of this connection has ended: the user has to connect again.',
  account_required: 'The user has to give this connection a key for agents.',
  session_not_found: 'Nothing to do: it has ended.',
  rate_limited: 'Wait a minute, then call again; do more in one call.',
  key_not_found: 'The user lists their keys.',
  grant_not_found: 'The user lists their grants.',
  wrong_preset: 'Create one with create_database and preset agent_memory_v1, and name it.',
  byollm_unavailable: 'Try again in a few seconds; where that does not help, the user stores the provider key again.',
  byollm_requires_session: 'The user has to sign in.',
  secret_unconfigured: 'Whoever runs the service has to configure it.',
};

/** Where the same code needs something else of another tool. */
export const ACTIONS_OF: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  create_database: {
    not_understood: 'Say in goal which things to keep, and what of each: "track customers with name and city; orders with total".',
  },
};

/** Of a credential that is good, but is nobody's account. */
export const NEEDS_ACCOUNT =
  'The user has to connect this host with an account, by OAuth or an agent\u2019s key of theirs; everything else goes on without.';

const TOOL_OF: Readonly<Record<string, string>> = {
  'GET /v1/databases/:id/schema': 'databases',
  'GET /v1/databases': 'databases',
  'POST /v1/databases': 'create_database',
  'POST /v1/memory/remember': 'remember',
  'POST /v1/run': 'run',
  'POST /v1/ask': 'ask',
  'POST /v1/insert': 'insert',
};

/** The service's words about requests, as words about tools; what no tool can do is the user's. */
export function inTools(text: string): string {
  const said = translated(text);
  return /\/v1\/|Idempotency-Key|\bheader/.test(said) ? 'No tool can see to this: the user has to.' : said;
}

/** Reasons too, which may say something else beside. */
export const translated = (text: string): string =>
  Object.entries(TOOL_OF)
    .reduce((said, [request, tool]) => said.replaceAll(request, tool), text)
    .replace(/`(?:params|error)\.(\w+)`/g, '`$1`')
    .replace('See `params`', 'See what is known')
    .replace(' canonical_name,', '')
    .replace('SQL, and ask takes plain English: send it to run, in `sql`', 'SQL: send it with run, or in `sql` of ask');
