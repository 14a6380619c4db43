import type { ErrorCode } from '../../contract/errors.ts';
import { Fault, type FaultParams } from '../../fault.ts';

export interface EngineFailure {
  /** ClickHouse's number of the error (its ErrorCodes.cpp). */
  readonly code: number | null;
  readonly message: string;
}

/** The engine's error as one of ours; what it says names the caller's own objects alone and is given on as `params.reason`. */
export function faultFrom({ code, message }: EngineFailure, { limitMs }: { limitMs: number }): Fault {
  const fault = (code === null ? undefined : CODES[code]) ?? 'sql_rejected';
  const params: FaultParams = { ...(code === null ? {} : { engineCode: code }) };
  if (fault === 'query_timeout') params.limitMs = limitMs;
  else if (code !== null && OF_THE_SERVER[code] !== undefined) params.reason = OF_THE_SERVER[code];
  else if (fault !== 'query_cancelled') params.reason = sentence(message);
  return new Fault(fault, { params, cause: new Error(message) });
}

/** The server's own text of an error, as its HTTP interface sends it. */
export function parseFailure(text: string): Error & EngineFailure {
  const code = Number(/Code: (\d+)\./.exec(text)?.[1] ?? Number.NaN);
  const from = text.indexOf('Code: ');
  const message = from < 0 ? text : text.slice(from).split('\n', 1).join('');
  return Object.assign(new Error(message), { code: Number.isNaN(code) ? null : code });
}

const CODES: Record<number, ErrorCode> = {
  // TIMEOUT_EXCEEDED, TOO_SLOW
  159: 'query_timeout',
  160: 'query_timeout',
  // QUERY_WAS_CANCELLED, and by the client
  394: 'query_cancelled',
  735: 'query_cancelled',
  // TOO_MANY_ROWS, TOO_MANY_BYTES, MEMORY_LIMIT_EXCEEDED, TOO_BIG_AST, TOO_DEEP_AST
  158: 'query_too_expensive',
  307: 'query_too_expensive',
  241: 'query_too_expensive',
  168: 'query_too_expensive',
  167: 'query_too_expensive',
  396: 'query_too_expensive',
  // READONLY, SETTING_CONSTRAINT_VIOLATION, ACCESS_DENIED
  164: 'forbidden',
  452: 'forbidden',
  497: 'forbidden',
  // QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING: that of a write is its key's
  216: 'idempotency_in_progress',
  // CANNOT_ALLOCATE_MEMORY
  173: 'query_too_expensive',
  // NOT_ENOUGH_SPACE
  243: 'storage_full',
  // QUOTA_EXCEEDED, TOO_MANY_SIMULTANEOUS_QUERIES, TOO_MANY_PARTS, CANNOT_SCHEDULE_TASK
  201: 'overloaded',
  202: 'overloaded',
  252: 'overloaded',
  439: 'overloaded',
  // UNKNOWN_DATABASE, UNKNOWN_USER, AUTHENTICATION_FAILED
  81: 'db_misconfigured',
  192: 'db_misconfigured',
  516: 'db_misconfigured',
  // SOCKET_TIMEOUT, NETWORK_ERROR, ABORTED, TABLE_IS_READ_ONLY, ALL_CONNECTION_TRIES_FAILED, KEEPER_EXCEPTION
  209: 'db_unreachable',
  210: 'db_unreachable',
  236: 'db_unreachable',
  242: 'db_unreachable',
  279: 'db_unreachable',
  999: 'db_unreachable',
  // VIOLATED_CONSTRAINT
  469: 'write_constraint',
  // CANNOT_PARSE_*, DECIMAL_OVERFLOW, ILLEGAL_DIVISION, VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE, CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN, CANNOT_CONVERT_TYPE
  6: 'invalid_value',
  27: 'invalid_value',
  38: 'invalid_value',
  41: 'invalid_value',
  53: 'invalid_value',
  70: 'invalid_value',
  72: 'invalid_value',
  153: 'invalid_value',
  321: 'invalid_value',
  349: 'invalid_value',
  407: 'invalid_value',
  457: 'invalid_value',
};

/** Said in place of the server's own words, which name its logins and hosts. */
const OF_THE_SERVER: Readonly<Record<number, string>> = {
  81: 'The server has no such database.',
  192: 'The server does not take the login of this database.',
  516: 'The server does not take the login of this database.',
  201: 'The login of this database has used up its quota for this hour.',
  202: 'The server runs as many statements as it takes at once.',
  209: 'The server lost a connection that it needs.',
  210: 'The server lost a connection that it needs.',
  236: 'The server is stopping.',
  242: 'The server takes no writes right now.',
  279: 'The server lost a connection that it needs.',
  999: 'The server lost a connection that it needs.',
};

const SENTENCE_MAX_LENGTH = 2_000;

/** The message without the wrapping that the library and the server's version add to it. */
function sentence(message: string): string {
  // The patterns look for the end from each place: what a connected server says may be long, and made for that.
  const text = message
    .slice(0, SENTENCE_MAX_LENGTH)
    .replace(/^(Query failed: )?(Code: \d+\. DB::Exception: )+/, '')
    .replace(/\.?\s*\((version [^)]*)\)\.?/g, '')
    .replace(/:? (While|In scope|while) (processing|executing|converting) .*$/s, '')
    .replace(/\.?\s*\([A-Z_]+\)\.?\s*$/, '')
    .replace(/: In scope .*$/s, '')
    .replace(/^\S+: (Not enough privileges)/, '$1')
    .trim();
  return /[.?]$/.test(text) ? text : `${text}.`;
}
