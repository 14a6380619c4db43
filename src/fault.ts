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

/** The same with more facts. */
export const withParams = (fault: Fault, more: FaultParams): Fault =>
  new Fault(fault.code, {
    params: { ...fault.params, ...more },
    ...(fault.fields ? { fields: fault.fields } : {}),
    cause: fault.cause,
  });

/** A text of the table with the fault's params in its places. */
export const filled = (text: string, params: FaultParams | undefined): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(params?.[name] ?? 'the allowed number of'));

/** What happened and, where it is known, why, in one line. */
export function messageOf({ code, params }: Fault): string {
  const { message } = ERRORS[code];
  const why = typeof params?.reason === 'string' && !message.includes('{reason}') ? ` ${params.reason}` : '';
  return `${filled(message, params)}${why}`;
}
