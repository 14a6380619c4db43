import pg from 'pg';
import { startEmbeddedPostgres } from './embedded.ts';
import { requireCluster } from './embedded-cluster.ts';
import type { Log } from './embedded-place.ts';
import type { Login } from './login.ts';
import { endpointOfUrl, reachDatabaseUrl } from './reach-url.ts';

/** Reads the control plane's server as the service itself, and writes nothing. */
export interface OperatorSession {
  read<Row extends object>(sql: string, params?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** The server of a control plane, joined or started where it is the embedded one. */
export interface OperatorServer {
  endpoint(): Login;
  close(): Promise<void>;
}

interface Options {
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly log: Log;
}

const STATEMENT_MS = 60_000;

/** The server of DATABASE_URL, or the one of the data folder. @throws Error that says what to do */
export async function openOperatorServer({ databaseUrl, dataDir, log }: Options): Promise<OperatorServer> {
  if (databaseUrl !== undefined) {
    // In words, before anything is begun there.
    await (await reachDatabaseUrl(databaseUrl)).end();
    const endpoint = endpointOfUrl(databaseUrl);
    return { endpoint: () => endpoint, close: async () => undefined };
  }
  await requireCluster(dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  return { endpoint: () => ({ ...postgres.endpoint(), database: 'postgres' }), close: () => postgres.stop() };
}

/** On the server of DATABASE_URL, or on the one of the data folder. @throws Error that says what to do */
export async function openOperatorSession(options: Options): Promise<OperatorSession> {
  const server = await openOperatorServer(options);
  const session = new pg.Client({
    ...server.endpoint(),
    application_name: 'svc admin',
    statement_timeout: STATEMENT_MS,
    options: '-c default_transaction_read_only=on',
  });
  session.on('error', () => undefined);
  await session.connect().catch(async (error: unknown) => {
    await server.close();
    throw error;
  });
  const close = async () => {
    await session.end().catch(() => undefined);
    await server.close();
  };
  return { read: async (sql, params = []) => (await session.query(sql, [...params])).rows, close };
}
