import type { SvcError } from '../client/index.ts';
import type { Context } from './context.ts';
import { EXIT_CODES, type Exit } from './exit-codes.ts';
import { safeJson, safeText } from './output/safe-text.ts';
import { inCommands, OWN_WORDS } from './own-words.ts';
import { Stop } from './stop.ts';

/** Says what went wrong, and what to do next, without a stack trace. Gives the exit code. */
export function sayFailure(error: unknown, { context, isJson }: { context: Context | null; isJson: boolean }): number {
  const told = tellingOf(error, context);
  if (isJson && told.exit !== 'interrupted') process.stdout.write(`${safeJson(JSON.stringify({ error: told.envelope }))}\n`);
  else
    process.stderr.write(`${[`svc: ${told.message}`, ...told.details, ...(told.action ? [told.action] : [])].map(safeText).join('\n')}\n`);
  return EXIT_CODES[told.exit].code;
}

interface Telling {
  readonly exit: Exit;
  readonly message: string;
  readonly details: readonly string[];
  readonly action: string | null;
  /** The same for a script. */
  readonly envelope: Readonly<Record<string, unknown>>;
}

function tellingOf(error: unknown, context: Context | null): Telling {
  if (error instanceof Stop) {
    const { exit, message, action } = error;
    return { exit, message, details: [], action, envelope: { code: exit, message, action } };
  }
  if (isSvcError(error)) return ofService(error, context);
  if (error instanceof TypeError && context?.hasClient() && context.serviceVersion() !== context.help.version())
    return notUnderstood(error, context);
  const message = error instanceof Error ? error.message : String(error);
  return { exit: 'failed', message, details: [], action: null, envelope: { code: 'failed', message, action: null } };
}

/** A reply of another shape than the contract has lacks what is looked for in it. */
function notUnderstood(error: TypeError, { apiUrl, serviceVersion, help }: Context): Telling {
  const other = serviceVersion();
  const message = `What answers at ${apiUrl} says something that this svc, ${help.version()}, does not understand: ${other === null ? 'it may be another program, or an svc of another version' : `it is svc ${other}`}.`;
  const action = 'See that the address is right; `svc update` brings this svc up to date.';
  return {
    exit: 'unreachable',
    message,
    details: [`  reason: ${error.message}`],
    action,
    envelope: { code: 'unreachable', message, action, reason: error.message },
  };
}

/** By its name: the class comes with the client, which a command that calls nothing has not loaded. */
const isSvcError = (error: unknown): error is SvcError => error instanceof Error && error.name === 'SvcError';

function ofService({ code, httpStatus, message: debugText, body, cause }: SvcError, context: Context | null): Telling {
  const apiUrl = context?.apiUrl ?? '';
  const { message, action, params, retryable, requestId, ...fields } = body ?? {};
  const own = OWN_WORDS[code]?.({
    apiUrl,
    httpStatus,
    hasToken: context?.settings.apiKey === null && context.remembered().token !== undefined,
    hasKey: context !== null && context.settings.apiKey !== null,
    hasDevice: context?.remembered().device !== undefined,
    options: (params as { options?: unknown } | undefined)?.options,
    needs: (params as { needs?: unknown } | undefined)?.needs,
  });
  const told = {
    message: own?.message ?? (typeof message === 'string' && message !== '' ? message : debugText),
    // The facts are printed under their own names.
    action: own?.action ?? (typeof action === 'string' ? inCommands(action) : null),
  };
  const facts: Record<string, unknown> = { ...(params as object | undefined), ...namedFields(fields) };
  // Told already: by the message, or by `known`, which names the tables too.
  for (const name of ['reason', 'detail']) if (typeof facts[name] === 'string' && told.message.includes(facts[name])) delete facts[name];
  if (facts.known !== undefined) delete facts.tables;
  // What can be sent again comes before what could be said.
  const { known } = facts;
  delete facts.known;
  if (known !== undefined) facts.known = known;
  return {
    exit: EXITS[code] ?? 'failed',
    message: `${told.message} (${code})`,
    details: Object.entries(facts).flatMap(([name, value]) => (HIDDEN.has(name) ? [] : detail(name, value))),
    action: told.action,
    envelope: {
      ...body,
      code,
      httpStatus,
      message: told.message,
      action: told.action,
      ...(cause && !body ? { reason: reasonOf(cause) } : {}),
    },
  };
}

const EXITS: Readonly<Record<string, Exit>> = {
  network_error: 'unreachable',
  non_json_response: 'unreachable',
  aborted: 'interrupted',
  clarify_required: 'askedBack',
  ambiguous_db: 'askedBack',
  confirm_expired: 'needsConfirm',
  unauthorized: 'credential',
  auth_required: 'credential',
  invalid_bearer: 'credential',
  invalid_token: 'credential',
  forbidden: 'credential',
  account_blocked: 'credential',
  account_required: 'credential',
  connect_requires_account: 'credential',
  service_unproven: 'credential',
  credential_unreadable: 'credential',
};

const HIDDEN: ReadonlySet<string> = new Set(['curl', 'egress', 'needs', 'code', 'message', 'action', 'retryable', 'requestId', 'params']);

/** Fields beside the envelope; those that only mirror `params` are among them and are told once. */
const namedFields = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !HIDDEN.has(name)));

function detail(name: string, value: unknown): string[] {
  if (value === null || value === undefined || value === '') return [];
  if (typeof value !== 'object') return [`  ${name}: ${inCommands(String(value))}`];
  if (!Array.isArray(value)) return [`  ${name}: ${JSON.stringify(value)}`];
  const items: readonly unknown[] = value;
  if (items.every((item) => typeof item !== 'object')) return items.length === 0 ? [] : [`  ${name}: ${items.join(', ')}`];
  if (items.every(isTable)) return [`  ${name}:`, ...tableLines(items)];
  return [`  ${name}:`, ...items.map((item) => `    ${itemText(item)}`)];
}

interface Table {
  readonly table: string;
  readonly columns: readonly string[];
}

const isTable = (item: unknown): item is Table =>
  typeof item === 'object' && item !== null && 'table' in item && 'columns' in item && Array.isArray(item.columns);

/** The nearest ones come first; the rest of them is a command away. */
const TABLES_SHOWN = 4;

const tableLines = (tables: readonly Table[]): string[] => [
  ...tables.slice(0, TABLES_SHOWN).map(({ table, columns }) => `    ${table} (${columns.join(', ')})`),
  ...(tables.length > TABLES_SHOWN ? [`    and more, which \`svc schema\` shows`] : []),
];

/** `{label, goal}` → `label: goal`, and the like. */
const itemText = (item: unknown): string =>
  typeof item === 'object' && item !== null
    ? Object.values(item)
        .filter((part) => typeof part !== 'boolean')
        .map((part) => (typeof part === 'object' ? JSON.stringify(part) : String(part)))
        .join(': ')
    : String(item);

function reasonOf(cause: unknown): string {
  const inner = cause instanceof Error ? (cause.cause ?? cause) : cause;
  return inner instanceof Error ? inner.message : String(inner);
}
