import { chmod, mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '../../src/client/index.ts';
import { readConfig } from '../../src/config.ts';
import type { Engine } from '../../src/engines/engine.ts';
import { startEmbeddedPostgres } from '../../src/engines/postgres/embedded.ts';
import type { Server } from '../../src/engines/postgres/server.ts';
import { createService } from '../../src/service.ts';
import type { Where } from './hosted.ts';

/** A service with an embedded PostgreSQL of its own in a folder that goes away, listening on a free port. */
export interface HostedService extends Where {
  readonly svc: Client;
  readonly engine: Engine;
  readonly baseUrl: string;
  readonly dataDir: string;
  close(): Promise<void>;
}

const SECRET = 'evaluation-secret-evaluation-secret';

/** `settings` are the environment that the service sees, beside what the evaluation sets; `today` is an ISO day that its clock stands at. */
export async function startHostedService(
  settings: Record<string, string | undefined> = {},
  today: string | null = null,
): Promise<HostedService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-eval-'));
  await chmod(dataDir, 0o755);
  // The service joins the server that runs for its data folder; this end of it is for loading and for gold statements.
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const server: Server = {
    endpoint: () => ({ ...postgres.endpoint(), database: 'postgres' }),
    ensure: () => postgres.ensure(),
  };
  const config = readConfig({
    ...settings,
    DATABASE_URL: undefined,
    SVC_SECRET: SECRET,
    SVC_DATA_DIR: dataDir,
    SVC_ANON_BUDGET: '0',
    SVC_ANON_DATABASES: '0',
    SVC_ANON_MB: '0',
    SVC_CLICKHOUSE: 'off',
    SVC_ANON_RATE_LIMIT: '0',
    SVC_ANON_SESSIONS_PER_HOUR: '0',
    SVC_LOG_LEVEL: 'silent',
  });
  const service = await createService(config, today === null ? {} : { now: () => new Date(`${today}T12:00:00Z`) });
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const baseUrl = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
  const anonymous = createClient({ baseUrl });
  await anonymous.listDatabases();
  return {
    svc: createClient({ baseUrl, apiKey: anonymous.anonymousToken() ?? '' }),
    engine: service.engine,
    baseUrl,
    dataDir,
    server,
    secret: SECRET,
    async close() {
      await service.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
