import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { CONTROL_SCHEMA, migrate } from './migrations.ts';
import type { ControlPlane } from './tables.ts';

export type Store = Kysely<ControlPlane>;

interface Endpoint {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly ssl?: boolean | object;
}

/** Opens the control plane and brings it up to date. `endpoint` is read at each connect, since an embedded server may move. */
export async function openStore(endpoint: () => Endpoint, onError: (error: Error) => void): Promise<Store> {
  const pool = new pg.Pool({
    ...endpoint(),
    max: 8,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    application_name: 'svc control',
  });
  // A session can be lost while it is held between two statements, when neither the pool nor a statement listens to it.
  pool.on('connect', (session) => void session.on('error', onError));
  pool.on('error', () => undefined);
  const moving = {
    connect: () => {
      Object.assign(pool.options, endpoint());
      return pool.connect();
    },
    end: () => pool.end(),
  };
  const db = new Kysely<ControlPlane>({ dialect: new PostgresDialect({ pool: moving }) }).withSchema(CONTROL_SCHEMA);
  await migrate(db);
  return db;
}
