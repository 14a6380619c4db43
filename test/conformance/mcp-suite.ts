import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../src/config.ts';
import { createService } from '../../src/service.ts';
import { createFixtureServer } from '../support/mcp-fixtures.ts';

/** Revisions whose requirements the server answers for. */
const REVISIONS = ['2025-11-25', '2026-07-28'];
const EXPECTED_FAILURES = fileURLToPath(new URL('./mcp-expected-failures.yml', import.meta.url));
const SUITE = join(dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')), 'dist/index.js');

/** The suite imports one function, which its `server` command does not call, that `fs` has from Node 22 on. */
const OLD_NODE = (() => {
  const fs = `data:text/javascript,${encodeURIComponent("export * from 'node:fs'; export const globSync = () => [];")}`;
  const resolve = `export const resolve = (name, context, next) =>
    name === 'fs' && context.parentURL?.includes('/conformance/') ? { url: ${JSON.stringify(fs)}, shortCircuit: true } : next(name, context);`;
  const register = `import { register } from 'node:module'; register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(resolve)}`)});`;
  return ['--import', `data:text/javascript,${encodeURIComponent(register)}`];
})();

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
  const node = Number(process.versions.node.split('.')[0]) < 22 ? OLD_NODE : [];
  const suite = spawn(process.execPath, [...node, SUITE, 'server', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  suite.stdout.setEncoding('utf8').on('data', (part: string) => {
    said += part;
  });
  const [code] = (await once(suite, 'exit')) as [number | null];
  const summary = said.slice(Math.max(0, said.indexOf('=== SUMMARY')));
  process.stdout.write(`\nRequirements of ${revision}: ${code === 0 ? 'met' : 'NOT met'}\n${summary}`);
  return code === 0;
}

await main();
