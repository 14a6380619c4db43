import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { LIMITS } from '../../src/contract/limits.ts';
import { send, type TestService } from './service.ts';

export type Reply = Awaited<ReturnType<typeof send>>;

interface Options {
  /** A fresh one when absent; null sends none. */
  readonly key?: string | null;
  readonly headers?: Record<string, string>;
}

/** One anonymous caller with a database of its own. */
export interface TestSession {
  readonly token: string;
  readonly db: string;
  post(path: string, body: unknown, options?: Options): Promise<Reply>;
  get(path: string): Promise<Reply>;
  ask(goal: string, more?: object, options?: Options): Promise<Reply>;
  run(sql: string, more?: object, options?: Options): Promise<Reply>;
  /** Rows of a query that must succeed. */
  rows(sql: string, params?: readonly unknown[]): Promise<Record<string, unknown>[]>;
}

export const BEANS = 'track coffee beans with roaster, price and rating';

/** A session whose database is made from the goal, through the service. */
export async function startSession(service: TestService, goal = BEANS): Promise<TestSession> {
  const created = await send(service, 'POST', '/v1/databases', { body: { goal }, key: randomUUID() });
  const token = created.headers.get('x-svc-anonymous-token');
  const { dbId } = created.json();
  if (created.status !== 201 || token === null) throw new Error(`No database: ${created.text}`);
  return sessionOf(service, token, String(dbId));
}

/** The same caller as another service of the deployment sees it. */
export function sessionOf(service: { readonly url: string }, token: string, db: string): TestSession {
  const post: TestSession['post'] = (path, body, { key = randomUUID(), headers = {} } = {}) =>
    send(service, 'POST', path, { body, token, headers, ...(key === null ? {} : { key }) });
  const session: TestSession = {
    token,
    db,
    post,
    get: (path) => send(service, 'GET', path, { token }),
    ask: (goal, more = {}, options) => post('/v1/ask', { db, goal, ...more }, options),
    run: (sql, more = {}, options) => post('/v1/run', { db, sql, ...more }, options),
    async rows(sql, params = []) {
      const reply = await session.run(sql, { params, maxRows: LIMITS.jsonRowsMax });
      if (reply.status !== 200 || reply.json().truncated === true) throw new Error(`${sql}: ${reply.text.slice(0, 2_000)}`);
      return reply.json().data as Record<string, unknown>[];
    },
  };
  return session;
}

/** An administrator's session on the run's Postgres, past the service; the database of the control plane when none is named. */
export async function openAdmin(database?: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl({ database }) });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** The run's Postgres server with another database or login. */
export function databaseUrl({ database, user, password }: { database?: string | undefined; user?: string; password?: string }): string {
  const url = new URL(inject('databaseUrl'));
  if (database !== undefined) url.pathname = `/${database}`;
  if (user !== undefined) url.username = user;
  if (password !== undefined) url.password = password;
  return url.href;
}

/** Waits until the check holds; the deadline is for a check that never does. */
export async function until(check: () => Promise<boolean> | boolean, deadlineMs = 120_000): Promise<void> {
  const end = Date.now() + deadlineMs;
  while (!(await check())) {
    if (Date.now() > end) throw new Error('What was waited for did not come.');
    await new Promise((done) => setTimeout(done, 25));
  }
}
