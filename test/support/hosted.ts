import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Call, Stored } from '../../src/call.ts';
import type { Caller } from '../../src/caller.ts';
import type { Input, OperationName, Output } from '../../src/contract/operations.ts';
import { type Role, roleName, rolePassword } from '../../src/engines/postgres/server.ts';
import { Fault } from '../../src/fault.ts';
import { newId } from '../../src/lib/id.ts';
import type { Service } from '../../src/service.ts';
import { TEST_SECRET } from './service.ts';

/** A database made by a service under test, and the callers that own it. */
export interface Hosted {
  readonly dbId: string;
  readonly reader: Caller;
  readonly writer: Caller;
}

const GOAL = 'track coffee beans with roaster, price and rating';

export const accountKey = (ownerId: string, access: 'read' | 'write'): Caller => ({
  kind: 'account_key',
  ownerId,
  access,
  keyId: newId(),
  deviceId: null,
});

/** A database with one table, `coffee_beans`, and whatever `sql` its owner adds. */
export async function hostDatabase(service: Service, sql?: string): Promise<Hosted> {
  const ownerId = newId();
  const writer = accountKey(ownerId, 'write');
  const reply = await handle(service, 'createDatabase', { goal: GOAL }, writer, randomUUID());
  const dbId = String((reply as { dbId: unknown }).dbId);
  if (sql !== undefined) await asRole(dbId, 'owner', (client) => client.query(sql));
  return { dbId, reader: accountKey(ownerId, 'read'), writer };
}

/** A handler's reply as a client would read it. */
export async function handle<K extends OperationName>(
  service: Service,
  name: K,
  input: Input<K>,
  caller: Caller,
  key: string | null = null,
): Promise<Output<K>> {
  const handler = service.handlers[name] as (input: Input<K>, call: Call) => Promise<Output<K> | Stored>;
  const reply = await handler(input, callOf(caller, input, key));
  return reply instanceof Stored ? (JSON.parse(reply.text) as Output<K>) : reply;
}

/** The error code that a handler ends with, or `ok`. Anything thrown that is no fault fails the test. */
export async function outcomeOf(work: Promise<unknown>): Promise<{ code: string; fault: Fault | null; reply: unknown }> {
  try {
    return { code: 'ok', fault: null, reply: await work };
  } catch (error) {
    if (error instanceof Fault) return { code: error.code, fault: error, reply: null };
    throw error;
  }
}

function callOf(caller: Caller, input: unknown, key: string | null): Call {
  const { signal } = new AbortController();
  return {
    caller,
    requestId: newId(),
    startedAt: performance.now(),
    leaving: signal,
    signal,
    idempotencyKey: key,
    fingerprint: () => JSON.stringify(input),
    emit: null,
    isWatched: false,
    format: 'json',
    curl: () => 'curl',
  };
}

/** What a caller never gets: a session of the database's own login, past guard and service. */
export const asRole = <T>(dbId: string, role: Role, work: (client: pg.Client) => Promise<T>, database = dbId): Promise<T> =>
  session({ user: roleName(dbId, role), password: rolePassword(TEST_SECRET, roleName(dbId, role)), database }, work);

/** The service's own login, in a database of the run's server; its control plane's by default. */
export const asAdmin = <T>(work: (client: pg.Client) => Promise<T>, database?: string): Promise<T> =>
  session(database === undefined ? {} : { database }, work);

async function session<T>(
  login: { user?: string; password?: string; database?: string },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const url = new URL(inject('databaseUrl'));
  const client = new pg.Client({
    host: url.hostname,
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
    ...login,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Whether the run's server lets the service harden the catalogue, and its version number. */
export const serverFacts = (): Promise<{ superuser: boolean; version: number }> =>
  asAdmin(async (client) => {
    const { rows } = await client.query<{ superuser: boolean; version: number }>(
      "SELECT rolsuper AS superuser, current_setting('server_version_num')::int AS version FROM pg_roles WHERE rolname = current_user",
    );
    return rows[0] ?? { superuser: false, version: 0 };
  });

/** Every table's rows, every sequence's place, and every object's name: the same text means that nothing was written. */
export const contentsOf = (dbId: string): Promise<string> =>
  asRole(dbId, 'owner', async (client) => {
    const objects = await client.query<{ relname: string; relkind: string }>(
      "SELECT relname, relkind FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1",
    );
    const parts = objects.rows.map(({ relname, relkind }) => `${relkind} ${relname}`);
    for (const { relname, relkind } of objects.rows) {
      const name = pg.escapeIdentifier(relname);
      if (relkind === 'r')
        parts.push(
          `${relname} ${(await client.query(`SELECT md5(string_agg(t::text, ',' ORDER BY t::text)) AS sum FROM public.${name} t`)).rows[0]?.sum}`,
        );
      if (relkind === 'S')
        parts.push(`${relname} ${JSON.stringify((await client.query(`SELECT last_value, is_called FROM public.${name}`)).rows)}`);
    }
    return parts.join('\n');
  });
