import { ERRORS } from '../contract/errors.ts';
import { Fault, type FaultParams } from '../fault.ts';

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
  if (typeof code === 'string' && code.startsWith('FST_ERR_'))
    return new Fault('invalid_request', { params: { reason: 'The request cannot be read.' }, cause: error });
  return new Fault('internal_error', { cause: error });
}

/** Rendered from the table alone: no stack, no SQL of ours, nothing of `cause`. */
export function envelope(fault: Fault, requestId: string): { status: number; body: Envelope & FaultParams } {
  const row = ERRORS[fault.code];
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => String(fault.params?.[name] ?? 'the allowed number of'));
  return {
    status: row.http,
    body: {
      error: {
        code: fault.code,
        message: fill(row.message),
        action: fill(row.action),
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
