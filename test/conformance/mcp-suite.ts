import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../src/config.ts';
import { createService } from '../../src/service.ts';
import { createFixtureServer } from '../support/mcp-fixtures.ts';
import { authorizationPasses } from './authorization-suite.ts';
import { node, SUITE } from './suite.ts';

/** Revisions whose requirements the server answers for. */
const REVISIONS = ['2025-11-25', '2026-07-28'];
const EXPECTED_FAILURES = fileURLToPath(new URL('./mcp-expected-failures.yml', import.meta.url));
/** The protocol's own conformance suite against the service, whose server has the suite's fixtures beside its tools. */
async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-mcp-suite-'));
  await chmod(dataDir, 0o755);
  const unlimited = {
    SVC_ANON_BUDGET: '0',
    SVC_ANON_DATABASES: '0',
    SVC_ANON_MB: '0',
    SVC_ANON_RATE_LIMIT: '0',
    SVC_ANON_SESSIONS_PER_HOUR: '0',
    SVC_LOG_LEVEL: 'error',
  };
  const config = readConfig({ ...unlimited, SVC_DATA_DIR: dataDir, SVC_SECRET: 'mcp-suite-mcp-suite-mcp-suite-mcp-suite' });
  const service = await createService(config, { newMcpServer: createFixtureServer });
  try {
    await service.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = service.app.server.address() as AddressInfo;
    for (const revision of REVISIONS) if (!(await passes(`http://127.0.0.1:${port}/mcp`, revision, dataDir))) process.exitCode = 1;
  } finally {
    await service.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function passes(url: string, revision: string, dataDir: string): Promise<boolean> {
  const options = [
    '--url',
    url,
    '--requirements',
    revision,
    '--expected-failures',
    EXPECTED_FAILURES,
    '--output-dir',
    join(dataDir, revision),
  ];
  const suite = spawn(process.execPath, [...node(), SUITE, 'server', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  suite.stdout.setEncoding('utf8').on('data', (part: string) => {
    said += part;
  });
  const [code] = (await once(suite, 'exit')) as [number | null];
  const scenarios = [...said.slice(Math.max(0, said.indexOf('=== SUMMARY'))).matchAll(/^([✓✗]) ([\w-]+): (\d+) passed, (\d+) failed/gm)];
  process.stdout.write(`\nRequirements of ${revision}: ${code === 0 ? 'met' : 'NOT met'}\n`);
  if (code !== 0 || scenarios.length === 0) {
    process.stdout.write(said);
    return false;
  }
  const passed = scenarios.filter(([, , , , failures]) => failures === '0');
  const print = (what: string, some: typeof scenarios) =>
    process.stdout.write(`${what} (${some.length}): ${some.map(([, , name, checks]) => `${name} ${checks}`).join(', ') || 'none'}\n`);
  const isGeneric = ([, , name = '']: RegExpExecArray) => GENERIC.has(name);
  print('passed, by the server as it is', passed.filter(isGeneric));
  print(
    'passed, by fixtures that the suite asks for',
    passed.filter((each) => !isGeneric(each)),
  );
  // What of those is required and fails ends the suite with an error.
  const failed = scenarios.filter((each) => !passed.includes(each));
  print('beyond what this revision requires, with checks that fail', failed);
  const missed = failed.filter(isGeneric);
  if (missed.length > 0) print('NOT met, although every server has to pass them', missed);
  return missed.length === 0;
}

/** Scenarios that need no tool, prompt or resource of the suite's own. */
const GENERIC: ReadonlySet<string> = new Set([
  'server-initialize',
  'server-stateless',
  'server-sse-multiple-streams',
  'server-session-lifecycle',
  'ping',
  'tools-list',
  'dns-rebinding-protection',
  'caching',
  'http-header-validation',
  'sep-2164-resource-not-found',
]);

await main();
if (!(await authorizationPasses())) process.exitCode = 1;
