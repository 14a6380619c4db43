import pg from 'pg';
import { startEmbeddedPostgres } from './embedded.ts';
import { hasCluster } from './embedded-cluster.ts';
import type { Log } from './embedded-place.ts';
import { reachDatabaseUrl } from './reach-url.ts';

/** Reads the control plane's server as the service itself, and writes nothing. */
export interface OperatorSession {
  read<Row extends object>(sql: string, params?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

const STATEMENT_MS = 60_000;

/** On the server of DATABASE_URL, or on the one of the data folder, which is joined or started. @throws Error that says what to do */
export async function openOperatorSession({
  databaseUrl,
  dataDir,
  log,
}: {
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly log: Log;
}): Promise<OperatorSession> {
  if (databaseUrl === undefined && !(await hasCluster(dataDir)))
    throw new Error(`${dataDir} holds no data of a service. Name its folder with --data-dir, or with SVC_DATA_DIR.`);
  const postgres = databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir, log }) : null;
  const settings = { application_name: 'svc admin', statement_timeout: STATEMENT_MS, options: '-c default_transaction_read_only=on' };
  const session = await (postgres === null
    ? reachDatabaseUrl(String(databaseUrl), settings)
    : connect({ ...postgres.endpoint(), database: 'postgres', ...settings })
  ).catch(async (error: unknown) => {
    await postgres?.stop();
    throw error;
  });
  const close = async () => {
    await session.end().catch(() => undefined);
    await postgres?.stop();
  };
  return { read: async (sql, params = []) => (await session.query(sql, [...params])).rows, close };
}

async function connect(settings: pg.ClientConfig): Promise<pg.Client> {
  const session = new pg.Client(settings);
  session.on('error', () => undefined);
  await session.connect();
  return session;
}
