import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '../../src/client/index.ts';
import { createClickHouseDriver } from '../../src/engines/clickhouse/driver.ts';
import { startEmbeddedWorker } from '../../src/engines/clickhouse/embedded.ts';
import { identifier } from '../../src/engines/clickhouse/quote.ts';
import type { Contents } from '../run/same-change.ts';
import { openReads } from './ask.ts';
import { clickhouseDump } from './clickhouse-dump.ts';
import { GOLD_SETTINGS } from './clickhouse-ground.ts';
import { GROUND_ROWS_MAX } from './ground.ts';
import type { HostedDump } from './hosted.ts';
import { type HostedService, startHostedService } from './hosted-service.ts';
import type { Way } from './way.ts';
import { openWrite } from './write.ts';

/**
 * The built-in planner by POST /v1/ask on a ClickHouse that is connected by its URL: gold statements then run there past the service. Each
 * database is an embedded ClickHouse of its own, in the folder of the service.
 */
export async function openClickHouse({ data, today }: { data: string; today: string | null }): Promise<Way> {
  const service = await startHostedService({ SVC_ALLOW_PRIVATE_CONNECTIONS: 'true' }, today);
  // A machine's owner alone connects databases of this machine.
  const svc = createClient({ baseUrl: service.baseUrl, apiKey: (await readFile(join(service.dataDir, 'owner.key'), 'utf8')).trim() });
  return {
    async open({ questions: [first] }) {
      const dump = await connectDump({ ...service, svc }, first.db, await clickhouseDump(data, first));
      return first.kind === 'write' ? await openWrite({ svc, dump, model: undefined }, first) : openReads({ svc, dump, model: undefined });
    },
    close: () => service.close(),
  };
}

async function connectDump({ svc, dataDir }: HostedService, name: string, dump: string): Promise<HostedDump> {
  const theirs = await startTheirs(dataDir, dump);
  const { dbId } = await svc.connectDatabase({ connectionUrl: theirs.url, name: name.slice(0, 60), access: 'write' });
  /** Nothing is rolled back here: what a gold write leaves is seen in another database with the same rows. */
  const afterwards = async <T>(sql: string, look: (other: Theirs) => Promise<T>): Promise<T> => {
    const other = await startTheirs(dataDir, dump);
    try {
      await other.exec(sql);
      return await look(other);
    } finally {
      await other.close();
    }
  };
  return {
    dbId,
    gold: (sql) => theirs.rows(`${sql}${GOLD_SETTINGS}`),
    contents: (table) => theirs.contents(table),
    contentsAfter: (sql, table) => afterwards(sql, (other) => other.contents(table)),
    all: () => theirs.all(),
    allAfter: (sql) => afterwards(sql, (other) => other.all()),
    keys: async () => ({}),
    async close() {
      await svc.deleteDatabase({ id: dbId });
      await theirs.close();
    },
  };
}

/** A ClickHouse of somebody else's, with the rows of a dump. */
type Theirs = Awaited<ReturnType<typeof startTheirs>>;

async function startTheirs(folder: string, dump: string) {
  const dir = await mkdtemp(join(folder, 'theirs-'));
  const { endpoint, stop } = await startEmbeddedWorker({ dir });
  const driver = createClickHouseDriver({ endpoint, timeoutMs: 60_000, memoryBytes: 1024 ** 3, threads: 2 });
  const url = new URL(`/${endpoint.database}`, endpoint.url);
  url.username = endpoint.username;
  url.password = endpoint.password;
  const exec = (sql: string) => driver.exec({ sql, params: [] }, { readonly: false });
  const query = (sql: string) => driver.query({ sql, params: [] }, { readonly: false, maxRows: GROUND_ROWS_MAX });
  const rows = async (sql: string): Promise<unknown[][]> => [...(await query(sql)).rows].map((row) => [...row]);
  await exec(dump);
  return {
    url: url.href,
    exec,
    rows,
    contents: (table: string) => rows(`SELECT * FROM ${identifier(table)}`),
    async all(): Promise<Contents> {
      const contents: Record<string, Record<string, unknown>[]> = {};
      for (const [table] of await rows('SELECT name FROM system.tables WHERE database = currentDatabase()')) {
        const all = await query(`SELECT * FROM ${identifier(String(table))}`);
        contents[String(table)] = all.rows.map((row) => Object.fromEntries(all.columns.map(({ name }, at) => [name, row[at]])));
      }
      return contents;
    },
    async close() {
      await driver.close();
      await stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
