import type { ErrorCode } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import { Fault, type FaultParams, withParams } from '../../fault.ts';

interface EngineError {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly hint?: unknown;
  readonly detail?: unknown;
  readonly position?: unknown;
  readonly table?: unknown;
  readonly column?: unknown;
  readonly constraint?: unknown;
}

interface Circumstances {
  readonly limitMs: number;
  /** Whether the statement read past rows or columns that its caller may not see. */
  readonly hidesRows?: boolean;
}

/** An error of a statement that ran out of memory or disk, or met another bound, with what the planner had thought of it. */
export class Estimated extends Error {
  readonly error: unknown;
  readonly params: FaultParams;

  constructor(error: unknown, params: FaultParams) {
    super('The statement ran out of something.', { cause: error });
    this.error = error;
    this.params = params;
  }
}

export const ranOut = (error: unknown): boolean => faultFrom(error, { limitMs: 0 }).code === 'query_too_expensive';

/**
 * The engine's error as one of ours. What the engine says names the caller's own objects alone, so its message is
 * given on as `params.reason`; everything else stays in the log. Where something is hidden, a message without a place in the
 * caller's text is not given on: it is of a row, and may quote a value that a hidden condition met.
 */
export function faultFrom(error: unknown, { limitMs, hidesRows = false }: Circumstances): Fault {
  if (error instanceof Fault) return error;
  if (error instanceof Estimated) return withParams(faultFrom(error.error, { limitMs, hidesRows }), error.params);
  const { code, message, hint, detail, position, table, column, constraint } = (error ?? {}) as EngineError;
  const state = typeof code === 'string' ? code : '';
  const rule = RULES.find(([prefix]) => state.startsWith(prefix));
  if (!rule) return new Fault(isConnectionError(error) ? 'db_unreachable' : 'internal_error', { cause: error });
  // Its class is that of what is too large, but a character that text cannot hold, or a row that no page can, is a value that does not fit.
  const faultCode = state === '54000' && /\b(?:character|row)\b/.test(String(message)) ? 'invalid_value' : rule[1];
  const isOfHidden = hidesRows && OF_VALUES.test(state) && position === undefined;
  const reason = isOfHidden ? HIDDEN_REASON : typeof message === 'string' ? sentence(message) : undefined;
  const params: FaultParams = { sqlstate: state };
  if (WITH_REASON.has(faultCode) && reason)
    params.reason = state === DEPENDED_ON && typeof detail === 'string' ? `${reason} ${sentence(detail)}` : reason;
  if (WITH_REASON.has(faultCode) && typeof hint === 'string' && !isOfHidden) params.hint = hint;
  if (faultCode === 'sql_rejected' && /^\d+$/.test(String(position))) params.position = Number(position);
  if (faultCode === 'query_timeout') params.limitMs = limitMs;
  if (state === LOCK_NOT_AVAILABLE) params.waitedMs = LIMITS.lockTimeoutMs;
  if (faultCode === 'write_constraint' || faultCode === 'invalid_value') Object.assign(params, texts({ table, column, constraint }));
  return new Fault(faultCode, { params, cause: error });
}

/** Classes of errors that running meets in a value, and whose messages quote it (PostgreSQL manual, appendix A). */
const OF_VALUES = /^(22|54000|P0|XX)/;
const HIDDEN_REASON =
  'PostgreSQL met a value that does not fit an operation. It may be one that is not granted, and is not named; where it is of a condition of the grant, its owner has to correct it.';

const LOCK_NOT_AVAILABLE = '55P03';
/** Its detail names what depends on the object. */
const DEPENDED_ON = '2BP01';

/** By SQLSTATE (PostgreSQL manual, appendix A); the first prefix that fits decides. */
const RULES: readonly (readonly [prefix: string, code: ErrorCode])[] = [
  ['57014', 'query_timeout'],
  ['25P04', 'query_timeout'],
  ['55P03', 'write_conflict'],
  ['25006', 'forbidden'],
  ['53100', 'storage_full'],
  ['53300', 'overloaded'],
  ['53', 'query_too_expensive'],
  ['54', 'query_too_expensive'],
  ['22', 'invalid_value'],
  ['23', 'write_constraint'],
  ['40', 'write_conflict'],
  ['57', 'db_unreachable'],
  ['08P01', 'sql_rejected'],
  ['08', 'db_unreachable'],
  ['28', 'db_unreachable'],
  ['3D', 'db_misconfigured'],
  ['55', 'sql_rejected'],
  // What is left of these classes is of the statement or of objects that it names: a cursor, a routine, a table that others depend on.
  ['0', 'sql_rejected'],
  ['2', 'sql_rejected'],
  ['3', 'sql_rejected'],
  ['42', 'sql_rejected'],
  ['44', 'write_constraint'],
  ['P0', 'sql_rejected'],
  // Of a function that gives up on its arguments without a code of its own.
  ['XX000', 'sql_rejected'],
];

const WITH_REASON = new Set<ErrorCode>(['sql_rejected', 'invalid_value', 'write_constraint', 'query_too_expensive']);

/** node-postgres' and Node's own errors when a session cannot be had or is lost. */
function isConnectionError(error: unknown): boolean {
  const { code, message } = (error ?? {}) as EngineError;
  return (
    (typeof code === 'string' && /^E[A-Z]+$/.test(code)) ||
    (typeof message === 'string' && /terminated|session (was|ended)|timeout expired|Connection|ECONN|not queryable/i.test(message))
  );
}

const sentence = (message: string): string => {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return text.endsWith('.') ? text : `${text}.`;
};

const texts = (fields: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
