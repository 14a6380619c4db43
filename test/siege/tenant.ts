import { randomUUID } from 'node:crypto';

/** One anonymous caller with a database of its own. */
export interface Tenant {
  readonly url: string;
  readonly token: string;
  readonly db: string;
}

const GOAL = 'track items with name and price';

export async function newTenant(url: string): Promise<Tenant> {
  const reply = await fetch(`${url}/v1/databases`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ goal: GOAL }),
  });
  const token = reply.headers.get('x-svc-anonymous-token');
  const body = (await reply.json()) as { dbId?: string };
  if (token === null || body.dbId === undefined) throw new Error(`No tenant: ${reply.status} ${JSON.stringify(body)}`);
  return { url, token, db: body.dbId };
}

export interface Sent {
  readonly status: number;
  readonly code: string | null;
}

/** One request as the tenant; its reply is read to the end. */
export async function post(tenant: Tenant, path: string, body: unknown, signal: AbortSignal): Promise<Sent> {
  const reply = await fetch(`${tenant.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${tenant.token}`,
      'idempotency-key': randomUUID(),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal,
  });
  const text = await reply.text();
  return { status: reply.status, code: reply.ok ? null : (/"code":"(\w+)"/.exec(text)?.[1] ?? 'no envelope') };
}
