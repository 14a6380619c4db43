import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { TOOLS } from '../../mcp/tools.ts';
import { HOSTS, type HostId } from '../../src/cli/hosts/hosts.ts';
import { readConfig } from '../../src/config.ts';
import { createService } from '../../src/service.ts';

/**
 * Real agent hosts as `svc mcp install` sets them up, each in a home of its own: started on a question, they have to offer their
 * model every tool, and `svc mcp uninstall` has to give every byte of their file back. `--only gemini` picks by name,
 * `--folder` says where npm installs them (kept for the next time).
 */
const { values } = parseArgs({ options: { only: { type: 'string' }, folder: { type: 'string' } } });
const programs = values.folder ?? join(tmpdir(), 'svc-hosts-installed');
const CLI = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
const LONGEST_MS = 120_000;
const QUESTION = 'Which tools do you have?';

interface Installed {
  readonly package: string;
  readonly command: (modelUrl: string) => { readonly name: string; readonly args: readonly string[]; readonly env: Record<string, string> };
  /** Its file before, as a person may have written it. */
  readonly file: (modelUrl: string) => string;
}

const PROGRAMS: Partial<Record<HostId, Installed>> = {
  'claude-code': {
    package: '@anthropic-ai/claude-code',
    command: (url) => ({
      name: 'claude',
      args: ['-p', QUESTION],
      env: {
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_API_KEY: 'none',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        ENABLE_TOOL_SEARCH: 'false',
      },
    }),
    file: () => '{\n  "theme": "dark",\n  "mcpServers": {}\n}\n',
  },
  codex: {
    package: '@openai/codex',
    command: () => ({ name: 'codex', args: ['exec', '--skip-git-repo-check', QUESTION], env: { SCRIPTED_KEY: 'none' } }),
    file: (url) =>
      [
        '# mine',
        'model = "scripted"',
        'model_provider = "scripted"',
        '',
        '[model_providers.scripted]',
        'name = "scripted"',
        `base_url = "${url}/v1" # here`,
        'wire_api = "responses"',
        'env_key = "SCRIPTED_KEY"',
        '',
      ].join('\n'),
  },
  gemini: {
    package: '@google/gemini-cli',
    command: (url) => ({
      name: 'gemini',
      args: ['--approval-mode', 'yolo', '-p', QUESTION],
      env: { GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    }),
    file: () =>
      '{\n  // mine\n  "mcpServers": {"other": {"command": "true"}},\n  "general": {"disableAutoUpdate": true},\n  "security": {"auth": {"selectedType": "gemini-api-key"}}\n}\n',
  },
  opencode: {
    package: 'opencode-ai',
    command: () => ({ name: 'opencode', args: ['run', QUESTION], env: {} }),
    file: (url) =>
      `{
  "$schema": "https://opencode.ai/config.json",
  "autoupdate": false, // mine
  "model": "scripted/scripted",
  "provider": {
    "scripted": {"npm": "@ai-sdk/openai-compatible", "options": {"baseURL": "${url}/v1", "apiKey": "none"}, "models": {"scripted": {}}},
  },
}
`,
  },
};

/** A model that says nothing, and tells which tools it was offered. */
async function startListener() {
  const offered = new Set<string>();
  let heard: () => void = () => undefined;
  const all = new Promise<void>((resolve) => (heard = resolve));
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    for (const [, name = ''] of text.matchAll(/"name"\s*:\s*"([^"]+)"/g)) offered.add(name);
    if (TOOL_NAMES.every((tool) => isOffered(offered, tool))) heard();
    response
      .writeHead(400, { 'content-type': 'application/json' })
      .end('{"error": {"type": "invalid_request_error", "message": "It was only listed."}}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    all,
    missing: () => TOOL_NAMES.filter((tool) => !isOffered(offered, tool)),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const TOOL_NAMES = Object.keys(TOOLS);
/** Hosts put the server's name before a tool's. */
const isOffered = (names: ReadonlySet<string>, tool: string): boolean =>
  [...names].some((name) => name === tool || (name.includes('svc') && name.endsWith(`_${tool}`)));

async function tried(id: HostId, program: Installed, apiUrl: string, ownerDir: string): Promise<string[]> {
  const home = await mkdtemp(join(tmpdir(), 'svc-host-'));
  const listener = await startListener();
  const { PATH = '', LANG = 'C.UTF-8' } = process.env;
  const base = { PATH, LANG, HOME: home, SVC_DATA_DIR: ownerDir, SVC_KEYCHAIN: 'off' };
  const svc = (...args: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, [CLI, ...args, '--api-url', apiUrl], { env: base, encoding: 'utf8' });
    if (status !== 0) throw new Error(`svc ${args.join(' ')}: ${stderr}`);
  };
  const wrong: string[] = [];
  try {
    const [file = ''] = HOSTS[id].files({ platform: process.platform, home, environment: {} });
    const before = program.file(listener.url);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, before);
    svc('mcp', 'install', id, '--yes');
    const installed = await readFile(file, 'utf8');
    const { name, args, env } = program.command(listener.url);
    const work = join(home, 'work');
    await mkdir(work);
    const child = spawn(join(programs, 'node_modules', '.bin', name), args, {
      cwd: work,
      env: { ...base, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part: string) => (output += part));
    const ended = new Promise<void>((done) => child.once('error', () => done()).once('close', () => done()));
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([listener.all, ended, new Promise((late) => (timer = setTimeout(late, LONGEST_MS)))]);
    clearTimeout(timer);
    // With the processes that it started.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    await ended;
    if (listener.missing().length > 0) wrong.push(`not offered: ${listener.missing().join(', ')}\n${output.slice(-1_500)}`);
    // Some keep what they remember in the same file.
    const isOurs = (await readFile(file, 'utf8')) === installed;
    svc('mcp', 'uninstall', id, '--yes');
    const after = await readFile(file, 'utf8');
    if (isOurs ? after !== before : after.includes('"svc"')) wrong.push(`${file} is not as before:\n${after}`);
  } catch (error) {
    wrong.push(String(error));
  } finally {
    listener.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
  return wrong;
}

async function main(): Promise<void> {
  const chosen = Object.entries(PROGRAMS).filter(([id]) => !values.only || id.includes(values.only)) as [HostId, Installed][];
  await mkdir(programs, { recursive: true });
  if (!existsSync(join(programs, 'package.json'))) writeFileSync(join(programs, 'package.json'), '{"private": true}');
  const missing = chosen.map(([, program]) => program.package).filter((name) => !existsSync(join(programs, 'node_modules', name)));
  if (missing.length > 0)
    execFileSync('npm', ['install', '--no-audit', '--no-fund', ...missing], { cwd: programs, stdio: ['ignore', 'ignore', 'inherit'] });
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-hosts-data-'));
  await chmod(dataDir, 0o755);
  const service = await createService(readConfig({ SVC_DATA_DIR: dataDir, SVC_LOG_LEVEL: 'error', SVC_PORT: '0' }));
  try {
    await service.app.listen({ host: '127.0.0.1', port: 0 });
    const url = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
    for (const [id, program] of chosen) {
      const wrong = await tried(id, program, url, dataDir);
      process.stdout.write(`${HOSTS[id].name}: ${wrong.length === 0 ? `offers all ${TOOL_NAMES.length} tools` : wrong.join('\n')}\n`);
      if (wrong.length > 0) process.exitCode = 1;
    }
  } finally {
    await service.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

await main();
