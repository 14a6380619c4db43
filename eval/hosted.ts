import { join } from 'node:path';
import pg from 'pg';
import type { Client } from '../src/client/index.ts';
import { loginOf, type Server } from '../src/engines/postgres/server.ts';
import { loadDump } from './load.ts';

export interface HostedDump {
  readonly dbId: string;
  /** Runs a gold query as the database's reader. */
  gold(sql: string): Promise<unknown[][]>;
  close(): Promise<void>;
}

interface Where {
  readonly svc: Client;
  readonly server: Server;
  readonly secret: string;
  /** Folder with `db/<name>.sql`. */
  readonly data: string;
}

/** Creates a hosted database through the service and fills it from a dump, as its owner. */
export async function hostDump({ svc, server, secret, data }: Where, name: string): Promise<HostedDump> {
  const { dbId } = await svc.createDatabase({ goal: 'track placeholders with name', name: name.slice(0, 60) });
  const owner = await connect(server, secret, dbId, 'owner');
  try {
    await owner.query('DROP TABLE public.placeholders');
    await owner.query('SET statement_timeout = 0');
    await loadDump(async (sql) => void (await owner.query(sql)), join(data, 'db', `${name}.sql`));
    await owner.query('ANALYZE');
  } finally {
    await owner.end();
  }
  const reader = await connect(server, secret, dbId, 'reader');
  return {
    dbId,
    gold: async (sql) => (await reader.query<unknown[]>({ text: sql, rowMode: 'array' })).rows,
    close: () => reader.end(),
  };
}

async function connect(server: Server, secret: string, dbId: string, role: 'owner' | 'reader'): Promise<pg.Client> {
  const client = new pg.Client({ ...loginOf(server, secret, dbId, role), types: { getTypeParser: () => (text: string) => text } });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
