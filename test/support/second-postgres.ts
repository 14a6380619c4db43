import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/engines/postgres/embedded.ts';
import { startRelay } from './relay.ts';

/** A PostgreSQL server beside the run's own, of the test's alone. */
export interface SecondPostgres {
  /** Of the database that the service may call its own there. */
  readonly url: string;
  /** As its superuser, past what `hold` does. */
  query<Row extends object>(sql: string, params?: readonly unknown[], database?: string): Promise<Row[]>;
  /** From now on it says nothing more to who has the URL. */
  hold(): void;
  letGo(): void;
  close(): Promise<void>;
}

export async function startSecondPostgres(): Promise<SecondPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-second-'));
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const { host, port, user, password } = postgres.endpoint();
  const relay = await startRelay({ host, port });
  const query: SecondPostgres['query'] = async (sql, params = [], database = 'postgres') => {
    const client = new pg.Client({ ...postgres.endpoint(), database });
    await client.connect();
    return await client.query(sql, [...params]).then(
      async ({ rows }) => {
        await client.end();
        return rows;
      },
      async (error: unknown) => {
        await client.end();
        throw error;
      },
    );
  };
  await query('CREATE DATABASE svc TEMPLATE template0');
  return {
    url: `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${relay.port}/svc`,
    query,
    hold: () => relay.hold(),
    letGo: relay.letGo,
    async close() {
      relay.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
