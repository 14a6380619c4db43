import type { z } from 'zod';
import { SvcError } from '../src/client/index.ts';
import { ERRORS, type ErrorCode, isErrorCode } from '../src/contract/errors.ts';

/** What only a client can run into, in the words of the error table. */
const CLIENT_ERRORS: Readonly<Record<string, { message: string; action: string }>> = {
  network_error: {
    message: 'The service does not answer.',
    action: 'Start one with `svc serve`, or point this server at a running one, then try again.',
  },
  aborted: { message: 'The call was cancelled.', action: 'Call again if the result is still needed.' },
  non_json_response: { message: 'Something that is not the service answered.', action: 'Check the address that this server was given.' },
};

/** Of the envelope's error; the rest of an error's body is what the caller may want to know. */
const ENVELOPE_FIELDS: ReadonlySet<string> = new Set(['code', 'message', 'action', 'retryable', 'requestId', 'params', 'curl']);

/** `code: what. Next: action. Known: …`, the only thing that a model sees of a failure. */
export function faultText(error: unknown, address?: string): string {
  if (!(error instanceof SvcError)) return text('internal_error', ERRORS.internal_error);
  const own = CLIENT_ERRORS[error.code] ?? (isErrorCode(error.code) ? ERRORS[error.code] : ERRORS.unknown_error);
  const { message, action } = error.body ?? {};
  const known = Object.fromEntries(
    Object.entries(error.body ?? {}).flatMap(([field, value]) =>
      ENVELOPE_FIELDS.has(field) ? [] : [[field, field === 'options' && Array.isArray(value) ? value.map(optionInTools) : value]],
    ),
  );
  return text(
    error.code,
    { message: typeof message === 'string' ? message : own.message, action: typeof action === 'string' ? action : own.action },
    error.code === 'network_error' && address !== undefined ? { address } : known,
  );
}

/** Arguments that a tool does not take. A field whose rule names a code of the error table gets that code. */
export function argumentsText(error: z.ZodError, takes: readonly string[]): string {
  const named = error.issues.find((issue) => isErrorCode(issue.message))?.message as ErrorCode | undefined;
  const issues = error.issues.slice(0, 10).map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  const { message } = ERRORS[named ?? 'invalid_body'];
  return text(named ?? 'invalid_body', { message, action: 'Correct the arguments and call again.' }, { issues, takes });
}

function text(code: string, { message, action }: { message: string; action: string }, known: Record<string, unknown> = {}): string {
  const facts = Object.keys(known).length > 0 ? ` Known: ${JSON.stringify(known)}` : '';
  return `${code}: ${message} Next: ${inTools(action)}${facts}`;
}

/** `dropPin` is an option's word for "without a database"; a tool has no argument of that name. */
function optionInTools(option: unknown): unknown {
  const { dropPin, ...rest } = Object(option) as Record<string, unknown>;
  return dropPin === true ? { ...rest, db: 'leave it out' } : option;
}

/** The table speaks of requests; an agent has tools. */
function inTools(action: string): string {
  return Object.entries(IN_TOOLS)
    .reduce((text, [request, tool]) => text.replaceAll(request, tool), action)
    .replace(/`params\.(\w+)`/g, '`$1`');
}

const IN_TOOLS: Readonly<Record<string, string>> = {
  'GET /v1/databases': 'the tool databases (action: list)',
  'POST /v1/databases': 'the tool databases (action: create)',
  'POST /v1/memory/remember': 'the tool remember',
  'POST /v1/run': 'the tool run',
  'POST /v1/insert': 'the tool run',
};
