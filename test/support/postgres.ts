import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/engines/postgres/embedded.ts';
import { openServer } from '../../src/engines/postgres/open-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string;
  }
}

/** One real Postgres for the whole run: the embedded one, or the one that SVC_TEST_DATABASE_URL names. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.SVC_TEST_DATABASE_URL;
  if (given) {
    await makeTemplate(given);
    project.provide('databaseUrl', given);
    return undefined;
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-test-'));
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const { host, port, user, password } = postgres.endpoint();
  const databaseUrl = `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/postgres`;
  await withoutAutovacuum(databaseUrl);
  await makeTemplate(databaseUrl);
  project.provide('databaseUrl', databaseUrl);
  return async () => {
    await postgres.stop();
    const log = await readFile(join(dataDir, 'postgres.log'), 'utf8');
    await rm(dataDir, { recursive: true, force: true });
    const leak = log.split('\n').find((line) => /canary/i.test(line));
    if (leak === undefined) return;
    // vitest prints what is thrown here, and ends as if all were well.
    process.exitCode = 1;
    throw new Error(`A value of a request is in PostgreSQL's log: ${leak}`);
  };
}

/** Thousands of databases of a run would start ten of its processes each second, as dear as a test each; and plans change with what it counts. */
async function withoutAutovacuum(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('ALTER SYSTEM SET autovacuum = off');
    await client.query('SELECT pg_reload_conf()');
  } finally {
    await client.end();
  }
}

/** Once, before files that start at the same time each have a control plane of their own: its lock is of one database. */
async function makeTemplate(databaseUrl: string): Promise<void> {
  const ignore = () => undefined;
  const server = await openServer({ databaseUrl, dataDir: tmpdir(), log: { info: ignore, warn: ignore, error: ignore } });
  await server.close();
}
