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
  return { status: reply.status, code: reply.ok ? null : codeIn(text) };
}

export const codeIn = (text: string): string => /"code":"(\w+)"/.exec(text)?.[1] ?? 'no envelope';

/** The sender's own requests hold all the turns or sessions that one may have. */
export const NO_TURN: readonly string[] = ['503 overloaded'];

/** The sender has stored as much as a session may. */
export const NO_ROOM: readonly string[] = ['409 quota_exceeded'];

/** As the corpus spells it: `200`, `400 sql_rejected`. */
export const outcomeOf = ({ status, code }: Sent): string => (code === null ? String(status) : `${status} ${code}`);

/** Many of one request at once; each different outcome once, in order. */
export const together = async (count: number, send: () => Promise<string>): Promise<string> =>
  [...new Set(await Promise.all(Array.from({ length: count }, send)))].toSorted().join(' + ');

/** What `together` may return where each request gets an answer or one of `others`, and at least one gets an answer. */
export const mixturesOf = (answers: readonly string[], others: readonly string[]): string[] => {
  const subsets = [...answers, ...others].reduce<string[][]>((all, one) => all.flatMap((some) => [some, [...some, one]]), [[]]);
  return subsets.filter((some) => some.some((one) => answers.includes(one))).map((some) => some.toSorted().join(' + '));
};

/** The same caller with one more database; null when it was not given one. */
export async function newDatabase(tenant: Tenant, signal: AbortSignal): Promise<Tenant | null> {
  const reply = await fetch(`${tenant.url}/v1/databases`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tenant.token}`, 'idempotency-key': randomUUID() },
    body: JSON.stringify({ goal: GOAL }),
    signal,
  });
  const { dbId } = (await reply.json()) as { dbId?: string };
  return dbId === undefined ? null : { ...tenant, db: dbId };
}
