import type { ErrorCode } from './errors.ts';
import type { OperationAccess, OperationName, OperationRow } from './operations.ts';

/** The groups of the reference, in its order. */
export const TAGS = {
  Ask: 'Plain English, SQL and rows.',
  Memory: 'What agents remember, by agent, end user and thread.',
  Databases: 'Make, list, describe, change and delete databases.',
  Imports:
    'Files, folders and exports as databases. An import goes through its phases one after the other, and on from where it was after whatever stopped it.',
  Glossary: 'What the words of a business mean.',
  Chat: 'A conversation with a database that is kept.',
  Receipts: 'What a request did, and whether it would do the same again.',
  Models: 'What may be asked for in `model`.',
  Keys: 'Credentials of your programs, pages and agents.',
  Grants: 'What other accounts may read of your databases.',
  Usage: 'How many calls an account makes, and how much it has of what is limited.',
  Audit: 'What was done in an account. As CSV or NDJSON it comes whole.',
  Sessions: 'Anonymous sessions.',
  'Sign-in': 'People, their browsers and their devices. The session of a browser is a cookie, which pages of this service alone may use.',
} as const;

export type RowType = 'text/csv' | 'application/x-ndjson' | 'text/event-stream';

interface Reference {
  readonly tag: keyof typeof TAGS;
  /** What the reply comes as besides JSON, by `Accept`. */
  readonly types?: readonly RowType[];
  /** The codes that are the operation's own; `codesOf` adds those of its kind. */
  readonly codes: readonly ErrorCode[];
}

const ENGINE = ['unconfigured', 'db_misconfigured', 'db_unreachable', 'query_timeout', 'query_cancelled'] as const;
/** Of who asks for rows. */
const ROWS = ['schema_unavailable', 'query_too_expensive', 'result_too_large'] as const;
const WRITE = [
  'invalid_value',
  'write_constraint',
  'write_conflict',
  'outcome_unknown',
  'storage_full',
  'quota_exceeded',
  'forbidden',
] as const;
const BUDGET = ['auth_required'] as const;
const CREATE = [
  'embed_failed',
  'infer_failed',
  'not_understood',
  'compile_failed',
  'ddl_invalid',
  'provision_failed',
  'invalid_engine',
  'unconfigured',
  'quota_exceeded',
  'storage_full',
] as const;
const GOAL = ['goal_required', 'goal_too_long'] as const;

/** Of who sends SQL. */
const SQL = [
  'approval_required',
  'sql_required',
  'sql_too_long',
  'sql_rejected',
  'invalid_scope',
  'wrong_preset',
  'db_required',
  'db_not_found',
  ...ENGINE,
  ...ROWS,
  ...WRITE,
  ...BUDGET,
] as const;

export const REFERENCE: Readonly<Record<OperationName, Reference>> = {
  ask: {
    tag: 'Ask',
    types: ['text/event-stream', 'text/csv', 'application/x-ndjson'],
    codes: [
      ...GOAL,
      ...ENGINE,
      ...ROWS,
      ...WRITE,
      ...BUDGET,
      ...CREATE,
      'db_required',
      'db_not_found',
      'ambiguous_db',
      'clarify_required',
      'confirm_expired',
      'approval_required',
      'write_no_rows',
      'llm_failed',
      'sql_rejected',
      'sql_too_long',
      'schema_mismatch',
      'schema_change_refused',
      'invalid_model',
      'model_unavailable',
      'invalid_scope',
      'invalid_byollm_key',
      'byollm_requires_session',
      'byollm_unavailable',
    ],
  },
  run: {
    tag: 'Ask',
    types: ['text/csv', 'application/x-ndjson'],
    codes: SQL,
  },
  transaction: {
    tag: 'Ask',
    codes: SQL,
  },
  insert: {
    tag: 'Ask',
    codes: [
      'db_required',
      'db_not_found',
      'invalid_scope',
      'wrong_preset',
      'sql_rejected',
      'schema_mismatch',
      ...ENGINE,
      ...WRITE,
      ...BUDGET,
    ],
  },
  remember: {
    tag: 'Memory',
    codes: ['db_required', 'db_not_found', 'wrong_preset', 'invalid_scope', 'schema_mismatch', 'db_unreachable', ...WRITE, ...BUDGET],
  },
  undo: {
    tag: 'Ask',
    codes: [
      'db_required',
      'db_not_found',
      'undo_unavailable',
      'db_unreachable',
      'query_timeout',
      'write_conflict',
      'forbidden',
      'approval_required',
    ],
  },
  createDatabase: {
    tag: 'Databases',
    codes: [...GOAL, ...CREATE, ...BUDGET, 'invalid_preset', 'preset_disabled', 'preset_engine_conflict', 'db_unreachable', 'forbidden'],
  },
  listDatabases: { tag: 'Databases', codes: [] },
  getDatabase: { tag: 'Databases', codes: ['db_not_found'] },
  updateDatabase: { tag: 'Databases', codes: ['db_not_found', 'forbidden', 'approval_required'] },
  describeDatabase: { tag: 'Databases', codes: ['db_not_found', 'db_unreachable'] },
  connectDatabase: {
    tag: 'Databases',
    codes: [
      'connect_requires_account',
      'invalid_request',
      'invalid_engine',
      'introspection_failed',
      'sealing_unconfigured',
      'unconfigured',
    ],
  },
  connectProviders: { tag: 'Databases', codes: ['connect_requires_account'] },
  startConnectOAuth: {
    tag: 'Databases',
    codes: ['connect_requires_account', 'oauth_not_configured', 'unconfigured', 'sealing_unconfigured'],
  },
  finishConnectOAuth: {
    tag: 'Databases',
    codes: ['connect_requires_account', 'oauth_not_configured', 'sign_in_lost', 'sign_in_failed', 'sealing_unconfigured'],
  },
  pickDatabase: {
    tag: 'Databases',
    codes: [
      'connect_requires_account',
      'pick_expired',
      'sign_in_failed',
      'invalid_request',
      'introspection_failed',
      'sealing_unconfigured',
    ],
  },
  reconnectDatabase: {
    tag: 'Databases',
    codes: ['connect_requires_account', 'db_not_found', 'invalid_request', 'introspection_failed', 'sealing_unconfigured'],
  },
  checkDatabase: { tag: 'Databases', codes: ['db_not_found', 'introspection_failed'] },
  deleteDatabase: { tag: 'Databases', codes: ['db_not_found', 'db_unreachable', 'forbidden', 'approval_required'] },
  getGlossary: { tag: 'Glossary', codes: ['db_not_found', 'forbidden'] },
  putGlossary: { tag: 'Glossary', codes: ['db_not_found', 'db_unreachable', 'forbidden', 'approval_required'] },
  postChatMessage: { tag: 'Chat', codes: [...GOAL, 'dbId_required', 'db_not_found', 'forbidden'] },
  listChatMessages: { tag: 'Chat', codes: ['dbId_required', 'db_not_found'] },
  listTraces: { tag: 'Receipts', codes: [] },
  getTrace: { tag: 'Receipts', codes: ['trace_not_found'] },
  replayTrace: { tag: 'Receipts', codes: ['trace_not_found', 'replay_unavailable', ...ENGINE, ...ROWS, ...BUDGET] },
  createImport: {
    tag: 'Imports',
    codes: [
      'unknown_pack',
      'source_required',
      'imports_exceeded',
      'db_not_found',
      'wrong_preset',
      'preset_disabled',
      'sealing_unconfigured',
      'storage_full',
    ],
  },
  addToImport: { tag: 'Imports', codes: ['import_not_found', 'storage_full'] },
  getImport: { tag: 'Imports', codes: ['import_not_found'] },
  correctImport: { tag: 'Imports', codes: ['import_not_found', 'import_busy'] },
  advanceImport: { tag: 'Imports', codes: ['import_not_found', 'import_busy', 'source_required', 'db_unreachable', 'storage_full'] },
  retryImport: { tag: 'Imports', codes: ['import_not_found', 'import_busy', 'source_required', 'db_unreachable', 'storage_full'] },
  deleteImport: { tag: 'Imports', codes: ['import_not_found'] },
  listModels: { tag: 'Models', codes: [] },
  mintKey: { tag: 'Keys', codes: ['db_not_found', 'key_limit_reached'] },
  listKeys: { tag: 'Keys', codes: [] },
  revokeKey: { tag: 'Keys', codes: ['key_not_found'] },
  keyStatus: { tag: 'Keys', codes: ['key_not_found'] },
  setByollm: { tag: 'Keys', codes: ['invalid_byollm_key', 'sealing_unconfigured'] },
  byollmStatus: { tag: 'Keys', codes: [] },
  clearByollm: { tag: 'Keys', codes: [] },
  listApprovals: { tag: 'Grants', codes: [] },
  requestGrant: { tag: 'Grants', codes: ['db_not_found', 'scope_unknown_table', 'not_grantable', 'invalid_email', 'db_unreachable'] },
  getApproval: { tag: 'Grants', codes: ['approval_not_found'] },
  decideApproval: {
    tag: 'Grants',
    codes: [
      ...ENGINE,
      ...ROWS,
      ...WRITE,
      'approval_not_found',
      'approval_over',
      'confirm_expired',
      'write_no_rows',
      'invalid_grantee',
      'not_grantable',
    ],
  },
  mintGrant: {
    tag: 'Grants',
    codes: [
      'db_not_found',
      'invalid_email',
      'invalid_grantee',
      'cannot_grant_to_self',
      'scope_unknown_table',
      'not_grantable',
      'db_unreachable',
    ],
  },
  listGrants: { tag: 'Grants', codes: [] },
  grantUsage: { tag: 'Grants', codes: ['grant_not_found'] },
  revokeGrant: { tag: 'Grants', codes: ['grant_not_found'] },
  usage: { tag: 'Usage', codes: [] },
  listAudit: { tag: 'Audit', types: ['text/csv', 'application/x-ndjson'], codes: [] },
  adoptAnonymous: { tag: 'Sessions', codes: ['invalid_token', 'token_taken', 'adopt_failed', 'account_required'] },
  signInMethods: { tag: 'Sign-in', codes: [] },
  requestSignIn: { tag: 'Sign-in', codes: ['invalid_email', 'unconfigured', 'challenge_required'] },
  lookUpSignIn: { tag: 'Sign-in', codes: ['sign_in_expired', 'auth_unavailable'] },
  verifySignIn: { tag: 'Sign-in', codes: ['sign_in_expired', 'auth_unavailable'] },
  startOAuth: { tag: 'Sign-in', codes: ['oauth_not_configured', 'unconfigured', 'auth_unavailable'] },
  finishOAuth: {
    tag: 'Sign-in',
    codes: ['oauth_not_configured', 'sign_in_lost', 'sign_in_failed', 'email_unverified', 'auth_unavailable'],
  },
  makeSignInLink: { tag: 'Sign-in', codes: ['unconfigured'] },
  beginDevice: { tag: 'Sign-in', codes: ['unconfigured'] },
  redeemDevice: {
    tag: 'Sign-in',
    codes: [
      'authorization_pending',
      'slow_down',
      'access_denied',
      'expired_token',
      'invalid_grant',
      'unsupported_grant_type',
      'key_limit_reached',
    ],
  },
  lookUpDevice: { tag: 'Sign-in', codes: ['user_code_unknown'] },
  decideDevice: { tag: 'Sign-in', codes: ['user_code_unknown'] },
  mcpCallback: { tag: 'Sign-in', codes: ['db_not_found'] },
  whoAmI: { tag: 'Sign-in', codes: [] },
  listSessions: { tag: 'Sign-in', codes: [] },
  endSession: { tag: 'Sign-in', codes: ['session_not_found'] },
  signOut: { tag: 'Sign-in', codes: ['auth_unavailable'] },
  signOutEverywhere: { tag: 'Sign-in', codes: [] },
};

const EVERY: readonly ErrorCode[] = [
  'invalid_request',
  'request_timeout',
  'headers_too_large',
  'rate_limited',
  'overloaded',
  'internal_error',
];
const BODY: readonly ErrorCode[] = ['invalid_json', 'invalid_body', 'payload_too_large', 'unsupported_media_type'];
const KEYED: readonly ErrorCode[] = ['idempotency_required', 'idempotency_conflict', 'idempotency_in_progress'];
const SIGNED: readonly ErrorCode[] = ['invalid_bearer', 'invalid_token', 'unauthorized', 'account_blocked', 'auth_unavailable'];
const OF_ACCESS: Readonly<Record<OperationAccess, readonly ErrorCode[]>> = {
  any: [...SIGNED, 'challenge_required'],
  known: SIGNED,
  member: [...SIGNED, 'forbidden'],
  account: [...SIGNED, 'forbidden'],
  session: [...SIGNED, 'forbidden'],
  public: [],
};

/** What an operation may answer instead, as far as it is known ahead. */
export function codesOf(name: OperationName, row: OperationRow): readonly ErrorCode[] {
  const fields: readonly ErrorCode[] = row.params || row.query ? ['invalid_body'] : [];
  return [
    ...new Set([
      ...REFERENCE[name].codes,
      ...(row.body ? BODY : fields),
      ...(row.mutates === false ? [] : KEYED),
      ...OF_ACCESS[row.access],
      ...(row.access === 'public' || (row.publishable && row.mutates === false) ? [] : (['account_required'] as const)),
      ...(row.mutates === true ? (['forbidden'] as const) : []),
      ...EVERY,
    ]),
  ];
}
