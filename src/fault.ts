import { ERRORS, type ErrorCode } from './contract/errors.ts';

export type FaultParams = Record<string, unknown>;

interface FaultDetails {
  /** Secret-free facts for the caller: limits, names that exist, nearest matches. */
  params?: FaultParams;
  /** Extra top-level fields of the envelope, such as `candidate_dbs`. */
  fields?: FaultParams;
  /** What really happened, for the log alone. */
  cause?: unknown;
}

/** The only thing thrown on purpose. What is sent (code, params, fields) and what is logged (cause) stay apart. */
export class Fault extends Error {
  readonly code: ErrorCode;
  readonly params: FaultParams | undefined;
  readonly fields: FaultParams | undefined;

  constructor(code: ErrorCode, { params, fields, cause }: FaultDetails = {}) {
    super(`${code}: ${ERRORS[code].message}`, { cause });
    this.name = 'Fault';
    this.code = code;
    this.params = params;
    this.fields = fields;
  }
}
