import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { createClient } from '../src/client/index.ts';
import { startEmbeddedPostgres } from '../src/engines/postgres/embedded.ts';
import { loginOf } from '../src/engines/postgres/server.ts';
import { BUILT, type Running, startNode, UNLIMITED } from './children.ts';
import { CSV_ROWS, csvAgainstCopy } from './csv.ts';
import { measureHelp } from './help.ts';

const BARE = fileURLToPath(new URL('./bare.ts', import.meta.url));
const SECRET = 'bench-secret-bench-secret-bench-secret';
const QUERY = { sql: 'SELECT id, name, price FROM items WHERE id = $1', params: [1] };
const ROUNDS = 5;
const ROUND_SECONDS = 3;

interface Figure {
  readonly what: string;
  readonly measured: string;
  readonly target: string;
  readonly met: boolean;
}

/** Speeds as ratios of two things measured side by side in one run, and the start and size of the service. */
async function bench(): Promise<void> {
  const figures = [help(), ...(await starts()), ...(await runAgainstBare())];
  console.table(figures);
  process.exitCode = figures.every((figure) => figure.met) ? 0 : 1;
}

function help(): Figure {
  const { helpMs, nodeMs } = measureHelp();
  const mostMs = 1.5 * nodeMs + 60;
  return {
    what: `\`svc --help\`, where \`node -e 0\` takes ${nodeMs.toFixed(0)} ms`,
    measured: `${helpMs.toFixed(0)} ms`,
    target: `≤ ${mostMs.toFixed(0)} ms (1.5 × + 60)`,
    met: helpMs <= mostMs,
  };
}

let token: string | null = null;

async function starts(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-bench-'));
  await chmod(dataDir, 0o755);
  try {
    const cold = await firstAnswer(dataDir);
    await cold.running.stop();
    const warm = await firstAnswer(dataDir);
    await delay(5_000);
    const rssMb = Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${warm.running.pid}/status`, 'utf8'))?.[1]) / 1_024;
    await warm.running.stop();
    return [
      {
        what: 'first start to first answer, fresh folder',
        measured: `${(cold.ms / 1_000).toFixed(2)} s`,
        target: '≤ 6 s',
        met: cold.ms <= 6_000,
      },
      { what: 'warm start to first answer', measured: `${(warm.ms / 1_000).toFixed(2)} s`, target: '≤ 2 s', met: warm.ms <= 2_000 },
      { what: 'idle service process', measured: `${rssMb.toFixed(0)} MB`, target: '< 150 MB', met: rssMb < 150 },
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** From spawn to the answer of a question; the warm start asks a database that is already there. */
async function firstAnswer(dataDir: string): Promise<{ ms: number; running: Running }> {
  const startedAt = performance.now();
  const running = await startNode([BUILT], { ...UNLIMITED, SVC_DATA_DIR: dataDir, SVC_SECRET: SECRET });
  const svc = createClient({ baseUrl: running.url, ...(token ? { apiKey: token } : {}) });
  if (!token) {
    await svc.ask({ goal: 'track items with name and price' });
    token = svc.anonymousToken();
  }
  await svc.ask({ goal: 'How many items are there?' });
  return { ms: performance.now() - startedAt, running };
}

async function runAgainstBare(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-bench-'));
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const { host, port, user, password } = postgres.endpoint();
  const running: Running[] = [];
  try {
    const svcServer = await startNode([BUILT], {
      ...UNLIMITED,
      SVC_SECRET: SECRET,
      SVC_DATA_DIR: dataDir,
      DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/postgres`,
    });
    running.push(svcServer);
    const svc = createClient({ baseUrl: svcServer.url });
    const created = await svc.ask({ goal: 'track items with name and price' });
    const db = String(created.session.db);
    await svc.insert({
      db,
      table: 'items',
      rows: Array.from({ length: 100 }, (_, index) => ({ name: `item ${index}`, price: index / 4 })),
    });

    const endpoint = { host, port, user, password, database: 'postgres' };
    const reader = loginOf({ endpoint: () => endpoint, ensure: async () => undefined }, SECRET, db, 'reader');
    const bareServer = await startNode(
      ['--import', 'tsx', BARE, `postgres://${reader.user}:${encodeURIComponent(reader.password)}@${host}:${port}/${db}`],
      {},
    );
    running.push(bareServer);

    const targets = {
      svc: {
        url: `${svcServer.url}/v1/run`,
        headers: { authorization: `Bearer ${svc.anonymousToken()}` },
        body: JSON.stringify({ db, ...QUERY }),
      },
      bare: { url: `${bareServer.url}/run`, headers: {}, body: JSON.stringify(QUERY) },
    };
    const figures: Figure[] = [];
    for (const connections of [1, 32]) {
      const measured: Record<'svc' | 'bare', { p50: number; rate: number }[]> = { svc: [], bare: [] };
      for (const name of ['svc', 'bare'] as const) await load(targets[name], connections, 1);
      for (let round = 0; round < ROUNDS; round++)
        for (const name of ['bare', 'svc'] as const) measured[name].push(await load(targets[name], connections, ROUND_SECONDS));
      const middle = (name: 'svc' | 'bare', field: 'p50' | 'rate') => median(measured[name].map((one) => one[field]));
      const p50 = middle('svc', 'p50') / middle('bare', 'p50');
      const rate = middle('svc', 'rate') / middle('bare', 'rate');
      figures.push(
        {
          what: `/v1/run, ${connections} connections: p50 ÷ bare`,
          measured: `${p50.toFixed(2)} × (${middle('svc', 'p50').toFixed(2)} / ${middle('bare', 'p50').toFixed(2)} ms)`,
          target: '≤ 1.6 ×',
          met: p50 <= 1.6,
        },
        {
          what: `/v1/run, ${connections} connections: rate ÷ bare`,
          measured: `${rate.toFixed(2)} × (${middle('svc', 'rate').toFixed(0)} / ${middle('bare', 'rate').toFixed(0)} per s)`,
          target: '≥ 0.6 ×',
          met: rate >= 0.6,
        },
      );
    }
    const csv = await csvAgainstCopy({
      svc,
      db,
      pid: svcServer.pid,
      connectionString: `postgres://${reader.user}:${encodeURIComponent(reader.password)}@${host}:${port}/${db}`,
    });
    figures.push({
      what: `CSV of ${CSV_ROWS.toLocaleString('en-US')} rows: rate ÷ COPY through the driver`,
      measured: `${csv.ratio.toFixed(2)} × (${(csv.svcMs / 1_000).toFixed(2)} / ${(csv.copyMs / 1_000).toFixed(2)} s, then ${csv.rssMb.join(', ')} MB)`,
      target: '≥ 0.5 ×, memory flat',
      met: csv.ratio >= 0.5 && (csv.rssMb.at(-1) ?? 0) - (csv.rssMb[0] ?? 0) < 50,
    });
    figures.push(await toolCalls({ mcpUrl: `${svcServer.url}/mcp`, token: svc.anonymousToken() ?? '', db, bare: targets.bare }));
    return figures;
  } finally {
    for (const one of running) await one.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface ToolCalls {
  readonly mcpUrl: string;
  readonly token: string;
  readonly db: string;
  readonly bare: LoadTarget;
}

const HOST_CONNECTIONS = 16;

/** The same query as an agent's `tools/call`, in both eras of the protocol; the slower one counts. */
async function toolCalls({ mcpUrl, token, db, bare }: ToolCalls): Promise<Figure> {
  const params = { name: 'run', arguments: { db, ...QUERY } };
  const common = { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' };
  const version = '2026-07-28';
  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const clientInfo = { name: 'bench', version: '1' };
  const begun = await fetch(mcpUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...common },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
    }),
  });
  await begun.text();
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const targets = {
    stateless: {
      url: mcpUrl,
      headers: { ...common, 'mcp-protocol-version': version, 'mcp-method': 'tools/call', 'mcp-name': 'run' },
      body: JSON.stringify({ ...message, params: { ...params, _meta: meta } }),
    },
    session: {
      url: mcpUrl,
      headers: { ...common, 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' },
      body: JSON.stringify(message),
    },
    bare,
  };
  const names = ['stateless', 'session', 'bare'] as const;
  const rates: Record<(typeof names)[number], number[]> = { stateless: [], session: [], bare: [] };
  for (const name of names) await load(targets[name], HOST_CONNECTIONS, 1);
  for (let round = 0; round < ROUNDS; round++)
    for (const name of names) rates[name].push((await load(targets[name], HOST_CONNECTIONS, ROUND_SECONDS)).rate);
  const slower = Math.min(median(rates.stateless), median(rates.session));
  const ratio = slower / median(rates.bare);
  return {
    what: `tools/call, ${HOST_CONNECTIONS} connections: rate ÷ bare`,
    measured: `${ratio.toFixed(2)} × (${median(rates.stateless).toFixed(0)} stateless, ${median(rates.session).toFixed(0)} in a session / ${median(rates.bare).toFixed(0)} per s)`,
    target: '≥ 0.4 ×',
    met: ratio >= 0.4,
  };
}

interface LoadTarget {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** p50 over single requests, since autocannon's own histogram counts whole milliseconds. */
async function load({ url, headers, body }: LoadTarget, connections: number, seconds: number): Promise<{ p50: number; rate: number }> {
  const times: number[] = [];
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        connections,
        duration: seconds,
        pipelining: 1,
      },
      (error, done) => (error ? reject(error) : resolve(done)),
    );
    instance.on('response', (_client, _status, _bytes, responseTime) => times.push(responseTime));
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed.`);
  return { p50: median(times), rate: result['2xx'] / result.duration };
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

await bench();
