/** Codes that the client alone gives; the API never sends one of the first five. */
export const CLIENT_CODES = {
  /** No response came. */
  networkError: 'network_error',
  /** The caller's signal fired. */
  aborted: 'aborted',
  /** Something between here and the service answered in its place. */
  nonJsonResponse: 'non_json_response',
  /** What answers says that it is the owner's service and cannot prove it; nothing was sent. */
  serviceUnproven: 'service_unproven',
  /** A credential that is known of cannot be read; nothing was sent. */
  credentialUnreadable: 'credential_unreadable',
  /** A failure without an envelope that could be read. */
  unknownError: 'unknown_error',
} as const;

/**
 * The one error of the client. `code` is the discriminant: one of the API's codes, of which there may be more than this
 * client knows, or one of `CLIENT_CODES`. `message` is for debugging alone.
 */
export class SvcError extends Error {
  readonly code: string;
  /** 0 when there was no response. */
  readonly httpStatus: number;
  /** The envelope's error with its `params` mirrored at the top; null when there was none. */
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;

  private constructor(
    code: string,
    httpStatus: number,
    message: string,
    facts: { body?: Record<string, unknown>; retryable: boolean; retryAfterMs?: number | null; cause?: unknown },
  ) {
    super(`${code}: ${message}`, { cause: facts.cause });
    this.name = 'SvcError';
    this.code = code;
    this.httpStatus = httpStatus;
    this.body = facts.body ?? null;
    this.retryable = facts.retryable;
    this.retryAfterMs = facts.retryAfterMs ?? null;
  }

  static network(cause: unknown): SvcError {
    return new SvcError(CLIENT_CODES.networkError, 0, 'The service did not answer.', { retryable: true, cause });
  }

  static unproven(message: string, action: string): SvcError {
    return new SvcError(CLIENT_CODES.serviceUnproven, 0, message, { body: { message, action }, retryable: false });
  }

  static unreadable(message: string, action: string): SvcError {
    return new SvcError(CLIENT_CODES.credentialUnreadable, 0, message, { body: { message, action }, retryable: false });
  }

  /** The service would refuse it as well: said here, so that the key does not travel for nothing. */
  static needsSession(): SvcError {
    const message = 'Keys of model providers are for a browser that is signed in.';
    const action = 'Make the client with `withCredentials: true`, in a page of a person who is signed in.';
    return new SvcError('byollm_requires_session', 0, message, { body: { message, action }, retryable: false });
  }

  static aborted(cause: unknown): SvcError {
    return new SvcError(CLIENT_CODES.aborted, 0, 'The call was aborted.', { retryable: false, cause });
  }

  /** Something between here and the service answered in its place. */
  static nonJson(httpStatus: number, text: string, retryAfter: string | null, cause: unknown): SvcError {
    return new SvcError(CLIENT_CODES.nonJsonResponse, httpStatus, `Not JSON: ${text.slice(0, 120)}`, {
      retryable: TRANSIENT.has(httpStatus),
      retryAfterMs: waitOf(retryAfter),
      cause,
    });
  }

  static fromReply(httpStatus: number, reply: unknown, retryAfter: string | null): SvcError {
    const { error, ...fields } = (typeof reply === 'object' && reply !== null ? reply : {}) as { error?: unknown };
    const { code, message, retryable, params } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
    if (typeof code !== 'string')
      return new SvcError(CLIENT_CODES.unknownError, httpStatus, 'No error envelope.', {
        retryable: httpStatus >= 500,
        retryAfterMs: waitOf(retryAfter),
      });
    const body = { ...(params as object | undefined), ...fields, ...(error as object) };
    // A rate limit's wait can be long, and is the caller's to judge.
    const retry = retryable === true && httpStatus !== 429 && !LEFT_TO_CALLERS.has(code);
    return new SvcError(code, httpStatus, typeof message === 'string' ? message : '', {
      body,
      retryable: retry,
      retryAfterMs: waitOf(retryAfter),
    });
  }
}

/** Asking a planner again seldom helps, and a password that somebody's server refuses is not to be tried there four times. */
const LEFT_TO_CALLERS: ReadonlySet<string> = new Set(['llm_failed', 'introspection_failed']);

const TRANSIENT = new Set([502, 503, 504]);

/** `Retry-After` in milliseconds: seconds, or, as some proxies send it, a date (RFC 9110, 10.2.3). */
function waitOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1_000;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}
