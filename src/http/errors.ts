import { ERRORS } from '../contract/errors.ts';
import { Fault, type FaultParams, filled } from '../fault.ts';
import { RateLimited } from './rate-limit.ts';

export interface Envelope {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly action: string;
    readonly retryable: boolean;
    readonly requestId: string;
    readonly params?: FaultParams;
  };
}

/** What is thrown becomes a fault: ours as it is, Fastify's by its code, anything else `internal_error`. */
export function asFault(error: unknown, maxBytes: number): Fault {
  if (error instanceof Fault) return error;
  const code = (error as { code?: unknown })?.code;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Fault('payload_too_large', { params: { maxBytes }, cause: error });
  // A Content-Type that is none, or of several types; one that is a form's is read as JSON where no page sends it.
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Fault('unsupported_media_type', { params: { allowed: ['application/json'] }, cause: error });
  if (typeof code === 'string' && code.startsWith('FST_ERR_'))
    return new Fault('invalid_request', { params: { reason: 'The request cannot be read.' }, cause: error });
  // A reply's rows that nobody takes any more end without an error of their own.
  if (code === 'ERR_STREAM_PREMATURE_CLOSE') return new Fault('query_cancelled', { cause: error });
  // Node's word of a client that went while its body was read.
  if (code === 'ECONNRESET' && (error as Error).message === 'aborted')
    return new Fault('invalid_request', { params: { reason: 'The connection was closed before the body had arrived.' }, cause: error });
  return new Fault('internal_error', { cause: error });
}

/** Of every reply: it is of the type that it says, and nobody between keeps what is somebody's own, tokens among it. */
export const REPLY_HEADERS = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' } as const;

/** Seconds after which a retry is worth its while, for what the fault says nothing nearer of. */
const RETRY_AFTER_SECONDS = 2;

/** The headers that belong to a fault, whatever it came from: when to retry, which methods there are, how to say who one is. */
export function headersOf(fault: Fault): Record<string, string> {
  const { http, retryable } = ERRORS[fault.code];
  const { retryAfterSeconds, allowed } = fault.params ?? {};
  return {
    ...(retryable ? { 'retry-after': String(typeof retryAfterSeconds === 'number' ? retryAfterSeconds : RETRY_AFTER_SECONDS) } : {}),
    ...(http === 405 && Array.isArray(allowed) ? { allow: allowed.join(', ') } : {}),
    ...(http === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    ...(fault instanceof RateLimited ? fault.headers : {}),
  };
}

/** Rendered from the table alone: no stack, no SQL of ours, nothing of `cause`. */
export function envelope(fault: Fault, requestId: string): { status: number; body: Envelope & FaultParams } {
  const row = ERRORS[fault.code];
  return {
    status: row.http,
    body: {
      error: {
        code: fault.code,
        message: filled(row.message, fault.params),
        action: filled(row.action, fault.params),
        retryable: row.retryable,
        requestId,
        ...(fault.params ? { params: fault.params } : {}),
      },
      ...fault.fields,
    },
  };
}

interface FaultLog {
  info(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** What happened, cause and stack included, under the id that the caller has. */
export function logFault(log: FaultLog, fault: Fault, requestId: string): void {
  log[ERRORS[fault.code].http >= 500 ? 'error' : 'info'](
    { requestId, code: fault.code, ...(fault.cause === undefined ? {} : { err: fault.cause }) },
    'fault',
  );
}
