import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MAIN, type Running, startNode, UNLIMITED } from './children.ts';

const ECHO = fileURLToPath(new URL('./agents-server.ts', import.meta.url));
const ROUNDS = 400;
const WARM = 80;
const SESSIONS = 1_000;
const KEYS = 60;
const IDLE = 2_000;
/** A service keeps so many sessions of one network: loopback has as many networks as are wanted. */
const OF_ONE_ADDRESS = 80;
const SETTINGS = { ...UNLIMITED, SVC_KEY_RATE_LIMIT: '0', SVC_LOG_LEVEL: 'error' };

const only = process.argv.slice(2);
const wants = (part: 'calls' | 'revocations' | 'idle'): boolean => only.length === 0 || only.includes(part);

/** What an agent's call costs beside the API's, how late a revoked key is of use to who is connected, and what sessions weigh; names of the parts pick some. */
async function bench(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-bench-'));
  await chmod(dataDir, 0o755);
  const env = { ...SETTINGS, SVC_DATA_DIR: dataDir };
  const running: Running[] = [];
  const start = async (file: string): Promise<Running> => {
    const one = await startNode(['--import', 'tsx', file], env);
    running.push(one);
    return one;
  };
  try {
    const echo = await start(ECHO);
    const owner = (await readFile(join(dataDir, 'owner.key'), 'utf8')).trim();
    if (wants('calls')) await calls(echo.url, owner);
    await echo.stop();
    const [one, two] = [await start(MAIN), await start(MAIN)];
    if (wants('revocations')) await revocations([one.url, two.url], owner);
    if (wants('idle')) await idle(await start(MAIN), owner);
  } finally {
    for (const one of running) await one.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const at = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

interface Sent {
  readonly url: string;
  readonly path: string;
  readonly bearer: string;
  readonly body?: object;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly agent?: Agent;
}

const kept = new Agent({ keepAlive: true });

function send({ url, path, bearer, body, method = 'POST', headers = {}, agent = kept }: Sent): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method, agent, headers: headersOf(bearer, headers) }, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (part: string) => (text += part));
      reply.once('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text })).on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body ? JSON.stringify(body) : undefined);
  });
}

const headersOf = (bearer: string, more: Record<string, string>) => ({
  authorization: `Bearer ${bearer}`,
  'content-type': 'application/json',
  'idempotency-key': randomUUID(),
  accept: 'application/json, text/event-stream',
  ...more,
});

/** `run` by an agent, against an echo by the protocol's server of the same process and the API's own `run`, in turns. */
async function calls(url: string, owner: string): Promise<void> {
  const made = await send({ url, path: '/v1/databases', bearer: owner, body: { goal: 'track coffee beans with roaster and price' } });
  const { dbId: db } = JSON.parse(made.text) as { dbId: string };
  const sql = 'SELECT count(*) AS n FROM coffee_beans';
  const tool = (name: string, input: object) => () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input, _meta } };
    return send({ url, path: '/mcp', bearer: owner, body, headers });
  };
  const kinds = {
    echo: tool('echo', { db, sql }),
    api: () => send({ url, path: '/v1/run', bearer: owner, body: { db, sql } }),
    run: tool('run', { db, sql }),
  };
  const times: Record<keyof typeof kinds, number[]> = { echo: [], api: [], run: [] };
  for (let round = 0; round < WARM + ROUNDS; round++) {
    for (const [kind, call] of Object.entries(kinds) as [keyof typeof kinds, () => Promise<Reply>][]) {
      const from = performance.now();
      const reply = await call();
      const ms = performance.now() - from;
      if (reply.status !== 200 || reply.text.includes('"isError":true')) throw new Error(`${kind}: ${reply.text}`);
      if (round >= WARM) times[kind].push(ms);
    }
  }
  const p50 = (kind: keyof typeof kinds): number => at(times[kind], 0.5);
  const ratio = p50('run') / (p50('echo') + p50('api'));
  console.log(
    `run by an agent: p50 ${p50('run').toFixed(2)} ms; an echo ${p50('echo').toFixed(2)} ms and the API's run ${p50('api').toFixed(2)} ms ` +
      `of the same process: ${ratio.toFixed(2)} of their sum (at most 1.25).`,
  );
}

interface Session {
  readonly url: string;
  readonly key: string;
  readonly id: string;
  readonly agent: Agent;
  /** Of its stream. */
  readonly close: () => void;
  readonly state: { isOpen: boolean };
}

/** A host of 2025-11-25: its session, and the stream that it keeps open. */
async function connect(url: string, key: string, number: number): Promise<Session> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: `127.0.${1 + Math.floor(number / OF_ONE_ADDRESS)}.1` } as object);
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } };
  const begun = await send({ url, path: '/mcp', bearer: key, agent, body: { jsonrpc: '2.0', id: 0, method: 'initialize', params } });
  const id = begun.headers['mcp-session-id'];
  if (typeof id !== 'string') throw new Error(`No session: ${begun.status} ${begun.text}`);
  await send({
    url,
    path: '/mcp',
    bearer: key,
    agent,
    headers: { 'mcp-session-id': id },
    body: { jsonrpc: '2.0', method: 'notifications/initialized' },
  });
  const headers = { ...headersOf(key, { 'mcp-session-id': id }), accept: 'text/event-stream' };
  const options = { method: 'GET', headers, agent: false as const, localAddress: `127.0.${1 + Math.floor(number / OF_ONE_ADDRESS)}.1` };
  const state = { isOpen: true };
  const close = await new Promise<() => void>((resolve, reject) => {
    const stream = request(`${url}/mcp`, options, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`No stream: ${reply.statusCode}`));
      reply.resume().on('error', () => undefined);
      reply.once('close', () => (state.isOpen = false));
      resolve(() => stream.destroy());
    });
    // After the first, whoever waits for the stream is gone.
    stream.on('error', reject);
    stream.end();
  });
  return { url, key, id, agent, close, state };
}

const disconnect = ({ close, agent }: Session): void => {
  close();
  agent.destroy();
};

async function mint(url: string, owner: string): Promise<{ id: string; key: string }> {
  const body = { type: 'sk_mcp', host: 'bench', device: 'here' };
  return JSON.parse((await send({ url, path: '/v1/keys', bearer: owner, body })).text) as { id: string; key: string };
}

/** Each key has sessions at both services, which call without pause: when does the last call of a revoked one succeed? */
async function revocations(urls: readonly [string, string], owner: string): Promise<void> {
  const keys = await Promise.all(Array.from({ length: KEYS }, () => mint(urls[0], owner)));
  const sessions: Session[] = [];
  for (let n = 0; n < SESSIONS; n++)
    sessions.push(await connect(urls[n % 2] as string, (keys[Math.floor(n / 2) % KEYS] as { key: string }).key, n));
  const late: number[] = [];
  for (const { id, key } of keys) {
    const own = sessions.filter((session) => session.key === key).slice(0, 4);
    let stopped = false;
    let last = 0;
    const calling = own.map(async ({ url, id: session, agent }) => {
      while (!stopped) {
        const body = { jsonrpc: '2.0', id: randomUUID(), method: 'tools/call', params: { name: 'databases', arguments: {} } };
        const from = performance.now();
        const { status } = await send({ url, path: '/mcp', bearer: key, agent, headers: { 'mcp-session-id': session }, body });
        if (status === 200) last = Math.max(last, from);
        else break;
      }
    });
    await delay(50);
    await send({ url: urls[0], path: `/v1/keys/${id}`, bearer: owner, method: 'DELETE' });
    const revokedAt = performance.now();
    await Promise.race([Promise.all(calling), delay(5_000)]);
    stopped = true;
    await Promise.all(calling);
    late.push(Math.max(0, last - revokedAt) / 1_000);
  }
  sessions.forEach(disconnect);
  console.log(
    `${SESSIONS} sessions at two services: a revoked key's last call that succeeds begins p50 ${at(late, 0.5).toFixed(2)} s, ` +
      `p99 ${at(late, 0.99).toFixed(2)} s after its revocation is answered (at most 1.0 s).`,
  );
}

async function idle({ url, pid }: Running, owner: string): Promise<void> {
  const { key } = await mint(url, owner);
  disconnect(await connect(url, key, 0));
  await delay(3_000);
  const before = await residentMb(pid);
  const sessions: Session[] = [];
  for (let n = 0; n < IDLE; n++) {
    const session = await connect(url, key, n);
    // A service takes 4,000 connections: of an idle host its stream is left.
    session.agent.destroy();
    sessions.push(session);
  }
  await delay(3_000);
  const after = await residentMb(pid);
  const open = sessions.filter(({ state }) => state.isOpen).length;
  sessions.forEach(disconnect);
  console.log(
    `${IDLE} idle sessions, ${open} with their open stream: ${(after - before).toFixed(0)} MB more than none (${before.toFixed(0)} MB; at most 200).`,
  );
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024;
}

await bench();
