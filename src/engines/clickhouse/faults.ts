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
  else if (fault !== 'query_cancelled') params.reason = sentence(message);
  return new Fault(fault, { params, cause: new Error(message) });
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
  // READONLY
  164: 'forbidden',
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

/** The message without the wrapping that the library and the server's version add to it. */
function sentence(message: string): string {
  const text = message
    .replace(/^(Query failed: )?(Code: \d+\. DB::Exception: )+/, '')
    .replace(/\.?\s*\((version [^)]*)\)\.?/g, '')
    .replace(/:? (While|In scope|while) (processing|executing|converting) .*$/s, '')
    .replace(/\.?\s*\([A-Z_]+\)\.?\s*$/, '')
    .replace(/: In scope .*$/s, '')
    .trim();
  return text.endsWith('.') ? text : `${text}.`;
}
