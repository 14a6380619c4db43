/** In which a command failed. */
interface Situation {
  readonly apiUrl: string;
  readonly httpStatus: number;
  /** An anonymous session is remembered, and was what the call was made with. */
  readonly hasToken: boolean;
  /** SVC_API_KEY was. */
  readonly hasKey: boolean;
  /** Somebody has signed in by `svc login`. */
  readonly hasDevice: boolean;
  /** As the service gives them. */
  readonly options: unknown;
  readonly needs?: unknown;
}

const ACTIONS = actions({
  goal_required: 'Say what to do, in plain English.',
  sql_required: 'Give the statement as an argument, by --file or on standard input.',
  sql_too_long: 'Shorten the statement; long values go into --params.',
  schema_mismatch: '`svc schema` shows the names that there are.',
  write_constraint: 'Correct the values that break it and try again.',
  write_conflict: 'Try again in a moment.',
  outcome_unknown: 'Look whether its rows are there; if they are not, repeat the command.',
  db_unreachable: 'Try again in a few seconds; before a write is repeated, look whether it was done.',
  overloaded: 'Wait a few seconds, then try again.',
  rate_limited: 'Wait for as many seconds as `retryAfterSeconds` says, or do as `instead` says.',
  auth_required:
    '`svc login` signs in and takes the databases along. Without that, listing and deleting them still work; whoever runs the service can raise SVC_ANON_BUDGET.',
  invalid_bearer: 'Check SVC_API_KEY: it is no credential of svc.',
  account_required: 'Set SVC_API_KEY to an account key, or unset it.',
  challenge_required: '`svc login` signs in; who is signed in is not asked.',
  key_limit_reached: '`svc keys list` shows them, and `svc keys revoke <id>` ends one that is no longer used.',
  preset_engine_conflict: 'Leave --engine out: the preset has one of its own.',
  invalid_byollm_key: 'None of provider, model and key has spaces, and a key has no colon; `svc models` shows the providers.',
  source_required: 'Give the files; with --resume, all those that the import was begun with.',
  source_unreadable: 'Correct the source and import it again; where it was away for a moment, repeat the command.',
});

/** Where the service's words are for those who send HTTP, those of the command line. */
export const OWN_WORDS: Readonly<Record<string, (situation: Situation) => { readonly message?: string; readonly action?: string }>> = {
  network_error: ({ apiUrl }) => ({
    message: `No service answers at ${apiUrl}.`,
    action: 'Start one with `svc serve`, or say where it is with --api-url or SVC_API_URL.',
  }),
  non_json_response: ({ apiUrl, httpStatus }) => ({
    message: `What answers at ${apiUrl} is not svc: status ${httpStatus} and no JSON, perhaps a proxy.`,
    action: 'Check --api-url or SVC_API_URL, and what stands between here and the service.',
  }),
  not_found: ({ apiUrl }) => ({
    message: `The service at ${apiUrl} does not know this call: it may be of another version than this svc.`,
    action: '`svc doctor` compares the two.',
  }),
  aborted: () => ({ message: 'Ended by Ctrl-C.' }),
  db_not_found: () => ({ action: '`svc db list` shows yours; `svc use <db>` chooses one.' }),
  db_required: () => ({ action: 'Choose one with `svc use <db>` or --db.' }),
  clarify_required: ({ options }) => ({ action: wayOn(options) }),
  not_understood: () => ({
    action: 'Reword it with the names that `svc schema` shows, or write the SQL with `svc run`. A model on the server plans more.',
  }),
  llm_failed: () => ({
    action: 'Reword it with the names that `svc schema` shows, or write the SQL with `svc run`. A model on the server plans more.',
  }),
  infer_failed: () => ({
    action: 'Name the things to keep and what to know of each: `svc new "track coffee beans with roaster, price and rating"`.',
  }),
  embed_failed: () => ({ action: 'Use the database, which `svc db list` shows; what is missing is made when it is needed.' }),
  ambiguous_db: () => ({ action: 'Say which with --db.' }),
  invalid_token: ({ hasToken }) =>
    hasToken ? { message: 'The anonymous session that is remembered for this service is not known to it.', action: SESSION_ENDED } : {},
  unauthorized: ({ hasKey, hasDevice }) => ({
    action: hasKey
      ? 'Check SVC_API_KEY.'
      : hasDevice
        ? 'The key of this device was revoked, or the service runs on other data: `svc login` gets another.'
        : 'It needs an account: `svc login` signs in, or set SVC_API_KEY to an account key.',
  }),
  forbidden: ({ apiUrl, hasDevice, needs }) =>
    hasDevice && needs === 'session' ? { action: `A browser can: ${apiUrl}/keys and /grants, where you are signed in.` } : {},
  confirm_expired: () => ({ action: 'Ask again for a fresh preview, then confirm it within five minutes.' }),
  ...ACTIONS,
};

/** What to do about an error of an import, which is a part of its record and of no reply. */
export const importAction = ({ code, action }: { readonly code: string; readonly action: string }): string =>
  ACTIONS[code]?.().action ?? inCommands(action);

/** Words that are the same in every situation. */
function actions(byCode: Readonly<Record<string, string>>): Record<string, () => { action: string }> {
  return Object.fromEntries(Object.entries(byCode).map(([code, action]) => [code, () => ({ action })]));
}

/** What calls of the service are called here. */
export const COMMAND_OF: Readonly<Record<string, string>> = {
  'POST /v1/ask': 'svc ask',
  'POST /v1/run': 'svc run',
  'POST /v1/transaction': 'svc run',
  'POST /v1/insert': 'svc insert',
  'POST /v1/memory/remember': 'svc remember',
  'POST /v1/undo': 'svc undo',
  'GET /v1/models': 'svc models',
  'GET /v1/databases': 'svc db list',
  'POST /v1/databases': 'svc db create',
  'DELETE /v1/databases/:id': 'svc db delete',
  'GET /v1/databases/:id/schema': 'svc schema',
  'PUT /v1/databases/:id/connection': 'svc db reconnect',
  'GET /v1/keys': 'svc keys list',
  'POST /v1/keys/byollm': 'svc byollm set',
  'GET /v1/grants': 'svc grants list',
  'GET /v1/approvals': 'svc approve',
};

/** The service's own words, which name calls, fields of a request and facts: as commands, as flags, and as facts are printed. */
export const inCommands = (text: string): string =>
  text
    .replace(/\b[A-Z]+ \/v1\/[\w/:]+/g, (call) => (COMMAND_OF[call] === undefined ? call : `\`${COMMAND_OF[call]}\``))
    .replace(/(`svc \w+`), in `sql`/g, '$1')
    .replace(/`(engine|preset|model|params)`/g, '--$1')
    .replace(/`params\.(\w+)`/g, '`$1`');

interface Option {
  readonly goal?: unknown;
  readonly forceQuery?: unknown;
  readonly dropPin?: unknown;
}

/** What goes on from what was asked back. */
function wayOn(options: unknown): string {
  const given: readonly Option[] = Array.isArray(options) ? options.filter((each) => typeof each === 'object' && each !== null) : [];
  const create = given.find(({ dropPin }) => dropPin);
  const asks = given.filter(({ forceQuery }) => forceQuery);
  if (!create && asks.length === 0) return 'Ask for one of the options in its own words, or reword the request.';
  if (asks.length === 0) return '`svc new` makes a new database of it. To ask the one that is there, reword the request.';
  if (create && asks.some(({ goal }) => goal !== create.goal))
    return 'Ask for one of these alone, say `svc new` for a new database, or reword the request.';
  return 'Say --force-query to ask the database, `svc new` for a new one, or reword the request.';
}

const SESSION_ENDED =
  'Either it has ended (72 hours after its last use, 30 days after its beginning), or the service runs on other data than before: then start it on that again, `svc serve --data-dir <folder>`. `svc logout` forgets the session, and the next command begins a new one.';
