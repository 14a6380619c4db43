import { randomUUID } from 'node:crypto';

export interface Reply {
  readonly status: number;
  /** Null for a success. */
  readonly code: string | null;
  readonly body: Record<string, unknown>;
  readonly token: string | null;
}

/** One request; a connection that breaks is `code` `no reply`. */
export async function call(
  url: string,
  path: string,
  body: unknown,
  { token, key = randomUUID() }: { token?: string; key?: string },
): Promise<Reply> {
  try {
    const reply = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(330_000),
    });
    const found = (await reply.json()) as Record<string, unknown>;
    const code = reply.ok ? null : String((found.error as { code?: string } | undefined)?.code);
    return { status: reply.status, code, body: found, token: reply.headers.get('x-svc-anonymous-token') };
  } catch {
    return { status: 0, code: 'no reply', body: {}, token: null };
  }
}
