import { spawn } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a program is told, and where it may leave what it likes. */
export interface Setting {
  /** Where the programs are installed. */
  readonly programs: string;
  /** The home folder of this run. */
  readonly home: string;
  readonly modelUrl: string;
  readonly mcpUrl: string;
  readonly key: string;
  /** Takes a step of the script by itself, where a program has no model: what the tool said, for each. */
  readonly walk: (call: (tool: string, input: Record<string, unknown>) => Promise<string>) => Promise<void>;
  /** `svc mcp serve`, for hosts that start a process, with what it reads from the environment. */
  readonly stdio: { readonly command: string; readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> };
}

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

interface Program {
  /** What npm installs, outside of this package. */
  readonly packages: readonly string[];
  run(setting: Setting): Promise<Ended>;
}

const bin = ({ programs }: Setting, name: string): string => join(programs, 'node_modules', '.bin', name);
const PROMPT = 'Go on.';

/** It needs a later Node than this one. */
const INSPECTOR = ['@modelcontextprotocol/inspector@2', `node-${process.platform}-${process.arch}@22`];

/** THE table of programs that are tried, each as its users run it. */
export const PROGRAMS: Readonly<Record<string, Program>> = {
  'Claude Code, HTTP': {
    packages: ['@anthropic-ai/claude-code'],
    run: (setting) => claude(setting, { type: 'http', url: setting.mcpUrl, headers: { Authorization: `Bearer ${setting.key}` } }),
  },
  'Claude Code, its own confirm': {
    packages: ['@anthropic-ai/claude-code'],
    run: (setting) =>
      claude(setting, { type: 'http', url: `${setting.mcpUrl}?confirm=agent`, headers: { Authorization: `Bearer ${setting.key}` } }),
  },
  'Claude Code, stdio': { packages: ['@anthropic-ai/claude-code'], run: (setting) => claude(setting, { ...setting.stdio }) },
  'Codex, HTTP': {
    packages: ['@openai/codex'],
    run: (setting) => codex(setting, [`url = ${toml(setting.mcpUrl)}`, 'bearer_token_env_var = "SVC_AGENT_KEY"']),
  },
  'Codex, stdio': {
    packages: ['@openai/codex'],
    run: (setting) => {
      const { command, args, env } = setting.stdio;
      const pairs = Object.entries(env).map(([name, value]) => `${name} = ${toml(value)}`);
      return codex(setting, [`command = ${toml(command)}`, `args = [${args.map(toml).join(', ')}]`, `env = { ${pairs.join(', ')} }`]);
    },
  },
  'AI SDK, HTTP': {
    packages: ['ai@6', '@ai-sdk/mcp@1', '@ai-sdk/openai-compatible@2'],
    run: (setting) => script(setting, 'ai-sdk.mjs'),
  },
  'LangChain, HTTP': {
    packages: ['langchain@1', '@langchain/core@1', '@langchain/openai@1', '@langchain/mcp-adapters@1'],
    run: (setting) => script(setting, 'langchain.mjs'),
  },
  'Inspector, HTTP': {
    packages: INSPECTOR,
    run: (setting) => inspector(setting, [setting.mcpUrl, '--transport', 'http', '--header', `Authorization: Bearer ${setting.key}`]),
  },
};

/** The official inspector's command line, which has no model: each step is a process of its own. */
async function inspector(setting: Setting, server: readonly string[]): Promise<Ended> {
  const node = join(setting.programs, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  const main = join(setting.programs, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');
  const inspect = (args: readonly string[]) => started(setting, node, [main, '--cli', ...server, ...args], {});
  const listed = await inspect(['--method', 'tools/list', '--strict']);
  if (listed.code !== 0) return listed;
  await setting.walk(async (tool, input) => {
    const pairs = Object.entries(input).map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
    const args = pairs.length > 0 ? ['--tool-arg', ...pairs] : [];
    return (await inspect(['--method', 'tools/call', '--tool-name', tool, ...args])).output;
  });
  return listed;
}

async function claude(setting: Setting, server: object): Promise<Ended> {
  const config = join(setting.home, 'mcp.json');
  await writeFile(config, JSON.stringify({ mcpServers: { svc: server } }));
  const args = ['-p', PROMPT, '--mcp-config', config, '--strict-mcp-config', '--allowedTools', 'mcp__svc', '--max-turns', '40'];
  return await started(setting, bin(setting, 'claude'), args, {
    ANTHROPIC_BASE_URL: setting.modelUrl,
    ANTHROPIC_API_KEY: 'none',
    ANTHROPIC_MODEL: 'scripted',
    ANTHROPIC_SMALL_FAST_MODEL: 'scripted-small',
    CLAUDE_CONFIG_DIR: setting.home,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    // Tools that are looked for before they are called are another conversation.
    ENABLE_TOOL_SEARCH: 'false',
  });
}

async function codex(setting: Setting, server: readonly string[]): Promise<Ended> {
  const lines = [
    'model = "scripted"',
    'model_provider = "scripted"',
    '[model_providers.scripted]',
    'name = "scripted"',
    `base_url = ${toml(`${setting.modelUrl}/v1`)}`,
    'wire_api = "responses"',
    'env_key = "SCRIPTED_KEY"',
    '[mcp_servers.svc]',
    ...server,
    // It begins when the server has started, however long that takes on a busy machine.
    'required = true',
    'startup_timeout_sec = 120',
    // Unasked, it refuses tools that may take something away, and nobody is there to be asked.
    '[mcp_servers.svc.tools.confirm]',
    'approval_mode = "approve"',
  ];
  await writeFile(join(setting.home, 'config.toml'), lines.join('\n'));
  const args = ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', PROMPT];
  return await started(setting, bin(setting, 'codex'), args, {
    CODEX_HOME: setting.home,
    SCRIPTED_KEY: 'none',
    SVC_AGENT_KEY: setting.key,
  });
}

const toml = (text: string): string => JSON.stringify(text);

/** It has to stand where its packages are. */
async function script(setting: Setting, name: string): Promise<Ended> {
  const file = join(setting.programs, name);
  await copyFile(fileURLToPath(new URL(`./programs/${name}`, import.meta.url)), file);
  return await started(setting, process.execPath, [file], {
    MODEL_URL: setting.modelUrl,
    MCP_URL: setting.mcpUrl,
    MCP_KEY: setting.key,
  });
}

const LONGEST_MS = 240_000;

async function started(setting: Setting, command: string, args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const cwd = join(setting.home, 'work');
  await mkdir(cwd, { recursive: true });
  const { PATH = '', LANG = 'C.UTF-8' } = process.env;
  const child = spawn(command, args, { cwd, env: { PATH, LANG, HOME: setting.home, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part: string) => (output += part));
  const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS);
  const code = await new Promise<number | null>((done) => child.once('error', () => done(null)).once('close', done));
  clearTimeout(timer);
  return { code, output };
}
