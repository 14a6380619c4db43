import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readConfig } from '../../src/config.ts';
import { createService } from '../../src/service.ts';
import { startModelEndpoint } from './model-endpoint.ts';
import { PROGRAMS, type Setting } from './programs.ts';
import { type Course, STEPS } from './script.ts';

/**
 * Real agent hosts against this service, each with a model that follows a script. `--only codex` picks by name, `--folder` says where npm installs
 * them (kept for the next time), `--log` where everything that the model was sent is written.
 */
const { values } = parseArgs({ options: { only: { type: 'string' }, folder: { type: 'string' }, log: { type: 'string' } } });
const programs = values.folder ?? join(tmpdir(), 'svc-hosts');
const chosen = Object.entries(PROGRAMS).filter(([name]) => !values.only || name.toLowerCase().includes(values.only.toLowerCase()));
const CLI = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

interface Row {
  readonly name: string;
  readonly passed: readonly boolean[];
  readonly requests: number;
  readonly seconds: number;
  readonly output: string;
}

async function main(): Promise<void> {
  await install(chosen.flatMap(([, { packages }]) => packages));
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-hosts-data-'));
  await chmod(dataDir, 0o755);
  const service = await createService(
    readConfig({ SVC_DATA_DIR: dataDir, SVC_LOG_LEVEL: 'error', SVC_KEY_RATE_LIMIT: '0', SVC_PORT: '0' }),
  );
  try {
    await service.app.listen({ host: '127.0.0.1', port: 0 });
    const url = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
    const owner = (await readFile(join(dataDir, 'owner.key'), 'utf8')).trim();
    const rows: Row[] = [];
    for (const [name] of chosen) rows.push(await tried(name, url, owner));
    print(rows);
    if (rows.some(({ passed }) => passed.includes(false))) process.exitCode = 1;
  } finally {
    await service.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Into a folder of its own, by npm; what is there already stays. */
async function install(packages: readonly string[]): Promise<void> {
  await mkdir(programs, { recursive: true });
  const manifest = join(programs, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{"private":true,"type":"module"}');
  const named = (spec: string): string => spec.replace(/(?<=.)@[^@/]*$/, '');
  const missing = [...new Set(packages)].filter((spec) => !existsSync(join(programs, 'node_modules', named(spec))));
  if (missing.length === 0) return;
  process.stderr.write(`npm installs ${missing.join(', ')} into ${programs}\n`);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', ...missing], { cwd: programs, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function tried(name: string, url: string, owner: string): Promise<Row> {
  const home = await mkdtemp(join(tmpdir(), 'svc-host-'));
  const api = (method: string, path: string, body?: object) =>
    fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${owner}`, 'idempotency-key': randomUUID(), 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const minted = await api('POST', '/v1/keys', { type: 'sk_mcp', host: 'test', device: 'here' });
  const { id, key } = (await minted.json()) as { id: string; key: string };
  const course: Course = { said: [], requests: 0 };
  const before = async (step: number): Promise<void> => {
    if (STEPS[step]?.title === 'outcome') await approveWaiting();
    if (step === STEPS.length - 1) await api('DELETE', `/v1/keys/${id}`);
  };
  const model = await startModelEndpoint({
    course,
    before,
    onRequest: (path, body) => {
      if (values.log) appendFileSync(values.log, `${JSON.stringify({ name, path, body })}\n`);
    },
  });
  async function approveWaiting(): Promise<void> {
    const waiting = (await (await api('GET', '/v1/approvals?state=waiting')).json()) as { id: string }[];
    for (const { id: approval } of waiting) await api('POST', `/v1/approvals/${approval}/decide`, { decision: 'approve' });
  }
  const startedAt = Date.now();
  const walk: Setting['walk'] = async (call) => {
    for (const [step, { tool, input }] of STEPS.entries()) {
      await before(step);
      course.said.push(await call(tool, input(course.said)));
      course.requests += 1;
    }
  };
  const stdio = { command: process.execPath, args: [CLI, 'mcp', 'serve'], env: { SVC_API_URL: url, SVC_API_KEY: key, HOME: home } };
  const { output } = await (PROGRAMS[name] as (typeof PROGRAMS)[string])
    .run({ programs, home, modelUrl: model.url, mcpUrl: `${url}/mcp`, key, stdio, walk })
    .catch((error: unknown) => ({ output: String(error) }));
  const { said } = course;
  await model.close();
  await rm(home, { recursive: true, force: true });
  return {
    name,
    passed: STEPS.map(({ expects }, step) => said[step] !== undefined && expects.test(said[step].replace(/\\+"/g, '"'))),
    requests: course.requests,
    seconds: (Date.now() - startedAt) / 1_000,
    output: `${STEPS.map(({ title }, step) => `${title}: ${said[step]?.slice(0, 300)}`).join('\n')}\n${output.slice(-1_500)}`,
  };
}

function print(rows: readonly Row[]): void {
  const width = Math.max(...rows.map(({ name }) => name.length));
  process.stdout.write(`${''.padEnd(width)}  ${STEPS.map(({ title }) => title).join(' · ')} · requests · s\n`);
  for (const { name, passed, requests, seconds } of rows) {
    const cells = STEPS.map(({ title }, step) => (passed[step] ? 'yes' : 'NO').padEnd(title.length));
    process.stdout.write(`${name.padEnd(width)}  ${cells.join('   ')}   ${String(requests).padEnd(8)}   ${seconds.toFixed(0)}\n`);
  }
  for (const { name, passed, output } of rows) if (passed.includes(false)) process.stdout.write(`\n${name}:\n${output}\n`);
}

await main();
