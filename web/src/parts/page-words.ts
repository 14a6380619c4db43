import type { ErrorCode } from '../../../src/contract/errors.ts';

interface Words {
  readonly message?: string;
  /** Empty where the page itself has what to do next: buttons, links. */
  readonly action: string;
}

type Body = Readonly<Record<string, unknown>>;

/** Where the service's words are for those who send HTTP, those of a page. */
export function pageWords(code: string, body: Body): Words | null {
  const own = OWN_WORDS[code as ErrorCode] as OwnWords | undefined;
  if (own !== undefined) return typeof own === 'function' ? own(body) : typeof own === 'string' ? { action: own } : own;
  return FOR_PROGRAMS.test(`${body.message} ${body.action}`) ? { message: NOT_TAKEN, action: REPORT } : null;
}

/** A page that sends what the service does not take: nothing that the person did. */
const FOR_PROGRAMS = /`|\b(?:GET|POST|PUT|PATCH|DELETE) \/|[Hh]eader/;
const NOT_TAKEN = 'The service did not take what this page sent.';
const REPORT = 'Load the page again. If that does not help, tell whoever runs the service the number of the request.';

type OwnWords = string | Words | ((body: Body) => Words);

const SEE_LIST = 'It may have gone meanwhile: load this page again to see what there is.';
const NAMES_SHOWN = 12;
const TABLES_SHOWN = 3;
const COLUMNS_SHOWN = 6;
/** The service lists names alone, or tables with their columns. */
const withNames = ({ known }: Body): string => {
  const all: readonly unknown[] = Array.isArray(known) ? known : [];
  const bare = all.filter((name) => typeof name === 'string').slice(0, NAMES_SHOWN);
  const tables = all.flatMap((one) => tableNames(one) ?? []).slice(0, TABLES_SHOWN);
  if (tables.length > 0) return `names that are there: ${tables.join('; ')}.`;
  return bare.length === 0
    ? 'the names of your tables and columns, which the page Look shows.'
    : `names that are there, such as ${bare.join(', ')}.`;
};

/** `bikes (brand, colour, …)`; null for what is no table. */
function tableNames(one: unknown): string | null {
  const { table, columns } = Object(one) as { table?: unknown; columns?: unknown };
  if (typeof table !== 'string') return null;
  const names = (Array.isArray(columns) ? columns : []).filter((name) => typeof name === 'string');
  const shown = [...names.slice(0, COLUMNS_SHOWN), ...(names.length > COLUMNS_SHOWN ? ['…'] : [])];
  return shown.length === 0 ? table : `${table} (${shown.join(', ')})`;
}
/** Why a preview is over, where it is not its time. */
const OVER: Readonly<Record<string, string>> = {
  data_changed: 'The rows have changed since this was shown',
  schema_changed: 'The tables have changed since this was shown',
};
const NO_MODEL = 'With a model the service understands more: whoever runs it can add one.';
const AGAIN = 'Try again in a few seconds.';

const OWN_WORDS: Readonly<Partial<Record<ErrorCode, OwnWords>>> = {
  unauthorized: { message: 'You are not signed in any more.', action: '' },
  db_not_found: 'Choose one of those that the page Databases shows.',
  db_required: 'Choose a database first.',
  dbId_required: 'Choose a database first.',
  ambiguous_db: 'Choose the database above the question, and ask again.',
  clarify_required: 'Say it in other words.',
  db_unreachable: 'Try again in a few seconds; what was written once is not written again.',
  overloaded: AGAIN,
  write_conflict: AGAIN,
  idempotency_in_progress: { message: 'This is being done already.', action: 'Wait a moment, then try again.' },
  idempotency_conflict: { message: NOT_TAKEN, action: 'Close this form, open it again and send it once more.' },
  outcome_unknown: 'Look whether it is there; if it is not, begin anew.',
  provision_failed: 'Try again.',
  // Where it says by itself what to write, it does with an example.
  infer_failed: ({ message }) => ({
    action: /for example/i.test(String(message)) ? '' : 'Name the things to keep, and what to know of each.',
  }),
  embed_failed: 'The page Databases shows it; its index is made again.',
  compile_failed: { message: 'These tables cannot be made.', action: 'Correct them, and make the database again.' },
  schema_mismatch: (body) => ({ action: `Use ${withNames(body)}` }),
  sql_rejected: '',
  sql_too_long: 'Send a shorter statement.',
  invalid_value: 'Use a value of the right type and range.',
  write_constraint: 'Correct the values, and ask again.',
  schema_change_refused: 'The page Look shows the tables and columns that are there.',
  undo_unavailable: 'You can still ask for what was there before to be written again.',
  confirm_expired: ({ reason }) => ({
    message: `${OVER[String(reason)] ?? 'This preview is over'}; nothing was written.`,
    action: 'Ask again, and confirm within five minutes.',
  }),
  trace_not_found: {
    message: 'There is no receipt of this any more.',
    action: 'Receipts are kept for 30 days, and go with their database.',
  },
  replay_unavailable: 'Only questions that read are run again: ask once more.',
  goal_required: 'Write a question or an instruction, in plain English.',
  goal_too_long: 'Say it more briefly. Many rows go in by the command `svc import`.',
  not_understood: (body) => ({
    action: `${isFilled(body.options) ? 'Take one of the sentences that are offered, or say' : 'Say'} it with ${withNames(body)} ${NO_MODEL}`,
  }),
  llm_failed: (body) => ({ action: `Say it with ${withNames(body)} ${NO_MODEL}` }),
  model_unavailable: {
    message: 'This model is for those with a provider key of their own.',
    action: 'Whoever runs the service can open it to all.',
  },
  invalid_body: ({ issues }) => ({
    message: 'Something in this form cannot be taken.',
    action: isFilled(issues) ? 'Correct what is named below, and send it again.' : 'Correct it, and send it again.',
  }),
  invalid_request: 'Correct it, and send it again.',
  auth_required: 'Sign in: that takes what you have along.',
  forbidden: '',
  sign_in_failed: 'Begin anew on the sign-in page.',
  session_not_found: { message: 'This session has ended already.', action: 'Load this page again to see those that go on.' },
  challenge_required: 'Try again, and do the check; who is signed in is not asked.',
  rate_limited: ({ retryAfterSeconds, instead }) => ({
    action: [typeof retryAfterSeconds === 'number' ? `Try again in ${retryAfterSeconds} seconds.` : 'Try again later.', instead]
      .filter((said) => typeof said === 'string')
      .join(' '),
  }),
  key_not_found: { message: 'You have no such key.', action: SEE_LIST },
  key_limit_reached: 'Revoke one below that is no longer used, then make this one.',
  grant_not_found: { message: 'You have no such grant.', action: SEE_LIST },
  invalid_grantee: 'Write the e-mail address of the person, or the id of their account: `svc whoami --json` tells it to them.',
  cannot_grant_to_self: 'Write the address of somebody else.',
  scope_unknown_table: 'The tables have changed since this form was opened: close it and open it again.',
  not_grantable: '',
  invalid_byollm_key: ({ allowed }) => ({
    message: 'This provider key cannot be taken.',
    action: isFilled(allowed)
      ? `The provider is one of ${(allowed as string[]).join(', ')}.`
      : 'None of provider, model and key has spaces, and a key has no colon.',
  }),
  byollm_unavailable: 'Try again in a few seconds. Where that does not help, store the key anew on the page Keys.',
  secret_unconfigured: ({ setting }) => ({
    action: `Whoever runs the service has to set ${typeof setting === 'string' ? setting : 'it'}.`,
  }),
  source_unreadable: { message: 'This file cannot be read as it is.', action: 'Correct what is said below, and import it anew.' },
  approval_required: ({ approvalUrl }) => ({
    action: typeof approvalUrl === 'string' ? 'Its owner approves it on the page Approvals.' : 'Ask its owner.',
  }),
  approval_not_found: 'The page Approvals shows what waits.',
};

const isFilled = (list: unknown): boolean => Array.isArray(list) && list.length > 0;

/** A reason as a page says it: those of one word are for programs. */
export const reasonInWords = (reason: unknown): string => (typeof reason === 'string' && reason.includes(' ') ? withoutCalls(reason) : '');

/** What calls of the service are called on a page, in reasons. */
const CALLS: Readonly<Record<string, string>> = {
  'POST /v1/ask': 'the page Ask',
  'POST /v1/run': 'the command `svc run`',
  'POST /v1/insert': 'the command `svc insert`',
  'POST /v1/memory/remember': 'the command `svc remember`',
  'DELETE /v1/databases/:id': 'Delete on the page Databases',
  'PUT /v1/databases/:id/connection': 'the command `svc db reconnect`',
};

export const withoutCalls = (text: string): string =>
  text.replace(/\b[A-Z]+ \/v1\/[\w/:]+/g, (call) => CALLS[call] ?? 'the API').replace(/, in `sql`/g, '');
