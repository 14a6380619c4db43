/** A JSON-RPC error as an HTTP response; the id is that of the request that failed, where there is one. */
export function rpcError(
  status: number,
  code: number,
  message: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: requestIdOf(body) }, { status, headers });
}

/** Codes of JSON-RPC 2.0, and two of those that it leaves to a server. */
export const RPC = {
  parseError: -32_700,
  invalidRequest: -32_600,
  internalError: -32_603,
  server: -32_000,
  sessionNotFound: -32_001,
} as const;

function requestIdOf(body: unknown): string | number | null {
  const { id } = (typeof body === 'object' && body !== null ? body : {}) as { id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/** Thrown where a request is refused before it is a message of anybody: by its headers, or since the process stops. */
export class Refused extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }

  get response(): Response {
    return rpcError(this.status, RPC.server, this.message, null, this.headers);
  }
}
