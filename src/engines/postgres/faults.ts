import type { ErrorCode } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import { Fault, type FaultParams } from '../../fault.ts';

interface EngineError {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly hint?: unknown;
  readonly position?: unknown;
  readonly table?: unknown;
  readonly column?: unknown;
  readonly constraint?: unknown;
}

/**
 * The engine's error as one of ours. What the engine says names the caller's own objects alone, so its message is
 * given on as `params.reason`; everything else stays in the log.
 */
export function faultFrom(error: unknown, { limitMs }: { limitMs: number }): Fault {
  if (error instanceof Fault) return error;
  const { code, message, hint, position, table, column, constraint } = (error ?? {}) as EngineError;
  const state = typeof code === 'string' ? code : '';
  const rule = RULES.find(([prefix]) => state.startsWith(prefix));
  if (!rule) return new Fault(isConnectionError(error) ? 'db_unreachable' : 'internal_error', { cause: error });
  // Its class is that of what is too large, but a character that text cannot hold is a value that does not fit.
  const faultCode = state === '54000' && /\bcharacter\b/.test(String(message)) ? 'invalid_value' : rule[1];
  const reason = typeof message === 'string' ? sentence(message) : undefined;
  const params: FaultParams = { sqlstate: state };
  if (WITH_REASON.has(faultCode) && reason) params.reason = reason;
  if (WITH_REASON.has(faultCode) && typeof hint === 'string') params.hint = hint;
  if (faultCode === 'sql_rejected' && /^\d+$/.test(String(position))) params.position = Number(position);
  if (faultCode === 'query_timeout') params.limitMs = limitMs;
  if (state === LOCK_NOT_AVAILABLE) params.waitedMs = LIMITS.lockTimeoutMs;
  if (faultCode === 'write_constraint' || faultCode === 'invalid_value') Object.assign(params, texts({ table, column, constraint }));
  return new Fault(faultCode, { params, cause: error });
}

const LOCK_NOT_AVAILABLE = '55P03';

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
  ['0A', 'sql_rejected'],
  ['21', 'sql_rejected'],
  ['25', 'sql_rejected'],
  ['2F', 'sql_rejected'],
  ['3', 'sql_rejected'],
  ['42', 'sql_rejected'],
  ['44', 'write_constraint'],
  ['P0', 'sql_rejected'],
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
