import { posix, win32 } from 'node:path';
import type { Environment } from '../settings.ts';
import type { Entry, Place } from './editor.ts';

/** The machine that hosts are looked for on. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly environment: Environment;
}

/** A process that a host starts. */
export interface Start {
  readonly program: string;
  readonly args: readonly string[];
}

export interface Host {
  readonly name: string;
  readonly format: 'json' | 'yaml' | 'toml';
  readonly place: Place;
  /** Its own file for every project; of several, the first that exists is its file, else the first. */
  files(machine: Machine): readonly string[];
  /** It is installed where one of these exists. */
  signs(machine: Machine): readonly string[];
  stdio(start: Start): Entry;
  /** Null where it takes no address from its file. */
  readonly remote: ((url: string) => Entry) | null;
}

const within = ({ platform }: Machine, ...parts: string[]): string => (platform === 'win32' ? win32 : posix).join(...parts);

const inHome = (machine: Machine, ...parts: string[]): string => within(machine, machine.home, ...parts);

/** XDG Base Directory Specification; programs that use it so on Windows too keep it in the home there. */
const inConfig = (machine: Machine, ...parts: string[]): string =>
  within(machine, machine.environment.XDG_CONFIG_HOME || inHome(machine, '.config'), ...parts);

const inRoaming = (machine: Machine, ...parts: string[]): string =>
  within(machine, machine.environment.APPDATA || inHome(machine, 'AppData', 'Roaming'), ...parts);

/** Where desktop programs keep what is the user's. */
function inUserData(machine: Machine, ...parts: string[]): string {
  if (machine.platform === 'win32') return inRoaming(machine, ...parts);
  return machine.platform === 'darwin' ? inHome(machine, 'Library', 'Application Support', ...parts) : inConfig(machine, ...parts);
}

const inCodex = (machine: Machine, ...parts: string[]): string =>
  within(machine, machine.environment.CODEX_HOME || inHome(machine, '.codex'), ...parts);

const inCline = (machine: Machine, ...parts: string[]): string =>
  inUserData(machine, 'Code', 'User', 'globalStorage', 'saoudrizwan.claude-dev', ...parts);

const inGoose = (machine: Machine, ...parts: string[]): string =>
  machine.platform === 'win32' ? inRoaming(machine, 'Block', 'goose', 'config', ...parts) : inConfig(machine, 'goose', ...parts);

const inZed = (machine: Machine, ...parts: string[]): string =>
  machine.platform === 'win32' ? inRoaming(machine, 'Zed', ...parts) : inConfig(machine, 'zed', ...parts);

const MCP_SERVERS = { path: ['mcpServers'] } as const;
const command = ({ program, args }: Start): Entry => ({ command: program, args });
const typed = (start: Start): Entry => ({ type: 'stdio', ...command(start) });
const DESCRIPTION = 'Databases in plain English or SQL.';

/** THE table of agent hosts, by the name that commands know them by. */
export const HOSTS = {
  'claude-code': {
    name: 'Claude Code',
    format: 'json',
    place: MCP_SERVERS,
    files: (machine) => [within(machine, machine.environment.CLAUDE_CONFIG_DIR || machine.home, '.claude.json')],
    signs: (machine) => [
      within(machine, machine.environment.CLAUDE_CONFIG_DIR || machine.home, '.claude.json'),
      inHome(machine, '.claude'),
    ],
    stdio: typed,
    remote: (url) => ({ type: 'http', url }),
  },
  'claude-desktop': {
    name: 'Claude Desktop',
    format: 'json',
    place: MCP_SERVERS,
    files: (machine) => [inUserData(machine, 'Claude', 'claude_desktop_config.json')],
    signs: (machine) => [inUserData(machine, 'Claude')],
    stdio: command,
    remote: null,
  },
  cursor: {
    name: 'Cursor',
    format: 'json',
    place: MCP_SERVERS,
    files: (machine) => [inHome(machine, '.cursor', 'mcp.json')],
    signs: (machine) => [inHome(machine, '.cursor')],
    stdio: command,
    remote: (url) => ({ url }),
  },
  vscode: {
    name: 'VS Code',
    format: 'json',
    place: { path: ['servers'] },
    files: (machine) => [inUserData(machine, 'Code', 'User', 'mcp.json')],
    signs: (machine) => [inUserData(machine, 'Code', 'User')],
    stdio: typed,
    remote: (url) => ({ type: 'http', url }),
  },
  windsurf: {
    name: 'Windsurf',
    format: 'json',
    place: MCP_SERVERS,
    files: (machine) => [inHome(machine, '.codeium', 'windsurf', 'mcp_config.json')],
    signs: (machine) => [inHome(machine, '.codeium', 'windsurf')],
    stdio: command,
    remote: (url) => ({ serverUrl: url }),
  },
  zed: {
    name: 'Zed',
    format: 'json',
    place: { path: ['context_servers'] },
    files: (machine) => [inZed(machine, 'settings.json')],
    signs: (machine) => [inZed(machine)],
    stdio: command,
    remote: (url) => ({ url }),
  },
  codex: {
    name: 'Codex',
    format: 'toml',
    place: { path: ['mcp_servers'] },
    files: (machine) => [inCodex(machine, 'config.toml')],
    signs: (machine) => [inCodex(machine)],
    stdio: command,
    remote: (url) => ({ url }),
  },
  gemini: {
    name: 'Gemini CLI',
    format: 'json',
    place: MCP_SERVERS,
    files: (machine) => [inHome(machine, '.gemini', 'settings.json')],
    signs: (machine) => [inHome(machine, '.gemini')],
    stdio: command,
    remote: (url) => ({ httpUrl: url }),
  },
  cline: {
    name: 'Cline',
    format: 'json',
    place: MCP_SERVERS,
    files: (machine) => [inCline(machine, 'settings', 'cline_mcp_settings.json')],
    signs: (machine) => [inCline(machine)],
    stdio: command,
    remote: (url) => ({ type: 'streamableHttp', url }),
  },
  goose: {
    name: 'Goose',
    format: 'yaml',
    place: { path: ['extensions'] },
    files: (machine) => [inGoose(machine, 'config.yaml')],
    signs: (machine) => [inGoose(machine)],
    stdio: ({ program, args }) => ({
      enabled: true,
      type: 'stdio',
      name: 'svc',
      description: DESCRIPTION,
      cmd: program,
      args,
      envs: {},
      timeout: 300,
    }),
    remote: (url) => ({ enabled: true, type: 'streamable_http', name: 'svc', description: DESCRIPTION, uri: url, timeout: 300 }),
  },
  junie: {
    name: 'Junie',
    format: 'json',
    place: MCP_SERVERS,
    files: (machine) => [inHome(machine, '.junie', 'mcp', 'mcp.json')],
    signs: (machine) => [inHome(machine, '.junie')],
    stdio: command,
    remote: null,
  },
  opencode: {
    name: 'opencode',
    format: 'json',
    place: { path: ['mcp'] },
    files: (machine) => [inConfig(machine, 'opencode', 'opencode.json'), inConfig(machine, 'opencode', 'opencode.jsonc')],
    signs: (machine) => [inConfig(machine, 'opencode')],
    stdio: ({ program, args }) => ({ type: 'local', command: [program, ...args], enabled: true }),
    remote: (url) => ({ type: 'remote', url, enabled: true }),
  },
  continue: {
    name: 'Continue',
    format: 'yaml',
    place: { path: ['mcpServers'], isList: true, preamble: 'name: Local Config\nversion: 1.0.0\nschema: v1\n' },
    files: (machine) => [inHome(machine, '.continue', 'config.yaml')],
    signs: (machine) => [inHome(machine, '.continue')],
    stdio: ({ program, args }) => ({ name: 'svc', type: 'stdio', command: program, args }),
    remote: (url) => ({ name: 'svc', type: 'streamable-http', url }),
  },
} as const satisfies Record<string, Host>;

export type HostId = keyof typeof HOSTS;
export const HOST_IDS = Object.keys(HOSTS) as HostId[];
