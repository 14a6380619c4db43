import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../src/client/index.ts';
import { LIMITS } from '../src/contract/limits.ts';
import { PostgresSession } from '../src/engines/postgres/driver.ts';
import { startEmbeddedPostgres } from '../src/engines/postgres/embedded.ts';
import { loginOf } from '../src/engines/postgres/server.ts';
import { BUILT, startNode, UNLIMITED } from './children.ts';

const BYTES = 100_000_000;
const ROUNDS = 3;
/** Of the speed of COPY. */
const RATIO_MIN = 0.4;
const GROWTH_MAX_MB = 150;
const LOOK_EVERY_MS = 50;

/**
 * A CSV file of 100 MB as an import, from when all of it is there until it is verified, beside COPY of the same file into a table of the same types by the same
 * driver; and how much the service's memory grows meanwhile.
 */
const dataDir = await mkdtemp(join(tmpdir(), 'svc-bench-'));
await chmod(dataDir, 0o755);
const secret = 'a-secret-for-measuring-alone-0123456789';
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
const { host, port, user, password } = postgres.endpoint();
const running = await startNode([BUILT], {
  ...UNLIMITED,
  SVC_KEY_RATE_LIMIT: '0',
  SVC_SECRET: secret,
  SVC_DATA_DIR: dataDir,
  DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/postgres`,
});
try {
  const apiKey = (await readFile(join(dataDir, 'owner.key'), 'utf8')).trim();
  const svc = createClient({ baseUrl: running.url, apiKey });
  const content = makeCsv();
  const rounds: { importMs: number; copyMs: number; growthMb: number; sentMs: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { id, sentMs } = await sendFile(content);
    const before = await memoryMb();
    const startedAt = performance.now();
    let most = before;
    let record = await svc.getImport({ id });
    // It begins with its last part, so that what is measured holds all of the work.
    while (record.phase !== 'complete') {
      if (record.error) throw new Error(JSON.stringify(record.error));
      await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
      most = Math.max(most, await memoryMb());
      record = await svc.getImport({ id });
    }
    const importMs = performance.now() - startedAt;
    const copyMs = await copyInto(String(record.dbId), content);
    rounds.push({
      importMs: Math.round(importMs),
      copyMs: Math.round(copyMs),
      growthMb: Math.round(most - before),
      sentMs: Math.round(sentMs),
    });
    await svc.deleteDatabase({ id: String(record.dbId) });
  }
  console.table(rounds);
  const ratio = median(rounds.map(({ importMs, copyMs }) => copyMs / importMs));
  const growth = Math.max(...rounds.slice(1).map(({ growthMb }) => growthMb));
  console.table([
    { what: 'an import ÷ COPY, in speed', measured: ratio.toFixed(2), target: `≥ ${RATIO_MIN}`, met: ratio >= RATIO_MIN },
    {
      what: 'growth of memory, from the second on',
      measured: `${growth} MB`,
      target: `≤ ${GROWTH_MAX_MB} MB`,
      met: growth <= GROWTH_MAX_MB,
    },
  ]);
  process.exitCode = ratio >= RATIO_MIN && growth <= GROWTH_MAX_MB ? 0 : 1;

  async function sendFile(bytes: Buffer): Promise<{ id: string; sentMs: number }> {
    const startedAt = performance.now();
    const { id } = await svc.createImport({ packId: 'tabular', source: { files: [{ name: 'sales.csv', bytes: bytes.length }] } });
    for (let at = 0; at < bytes.length; at += LIMITS.importPartMaxBytes) {
      const base64 = bytes.subarray(at, at + LIMITS.importPartMaxBytes).toString('base64');
      await svc.addToImport({ id, file: 'sales.csv', at, base64 });
    }
    return { id, sentMs: performance.now() - startedAt };
  }
} finally {
  await running.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

function makeCsv(): Buffer {
  const lines = ['id,sold_on,region,product,quantity,price,note\n'];
  let bytes = 0;
  for (let id = 1; bytes < BYTES; id++) {
    const day = String((id % 28) + 1).padStart(2, '0');
    const line = `${id},2026-0${(id % 9) + 1}-${day},region ${id % 12},"product ${id % 997}, large",${id % 50},${(id % 9_999) / 100},sold in the shop by the harbour ${id % 31}\n`;
    bytes += line.length;
    lines.push(line);
  }
  return Buffer.from(lines.join(''));
}

async function memoryMb(): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${running.pid}/status`, 'utf8'))?.[1]) / 1_024;
}

/** Into a table beside the imported one, by the database's owner. */
async function copyInto(db: string, content: Buffer): Promise<number> {
  const endpoint = { host, port, user, password, database: 'postgres' };
  const owner = loginOf({ endpoint: () => endpoint, ensure: async () => undefined }, secret, db, 'owner');
  const session = await PostgresSession.open(owner, { timeoutMs: 10_000, statementTimeoutMs: 120_000, ownStatements: true });
  try {
    await session.begin('read write');
    await session.run({ sql: 'CREATE TABLE copied (LIKE sales)', params: [] }, { maxRows: 0 });
    await session.commit();
    const startedAt = performance.now();
    await session.begin('read write');
    await session.copy('COPY copied FROM STDIN WITH (FORMAT csv, HEADER)', [content], { maxRows: 0 });
    await session.commit();
    return performance.now() - startedAt;
  } finally {
    await session.close();
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
