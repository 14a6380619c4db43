import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type IPty, spawn as spawnPty } from '@lydell/node-pty';
import { CLI } from './entries.ts';
import { newFolder } from './folder.ts';

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** One user of the command line: a folder for the state and a service that it talks to. */
export interface CliUser {
  readonly stateFile: string;
  readonly folder: string;
  /** Runs to the end with nothing of a terminal. */
  onPipe(args: readonly string[], options?: PipeOptions): Promise<Ended>;
  /** Starts it in a pseudo-terminal of its own. */
  onTerminal(args: readonly string[], options?: { readonly columns?: number; readonly env?: Record<string, string> }): Terminal;
}

interface PipeOptions {
  /** Standard input; empty and closed when absent. */
  readonly input?: string;
  readonly env?: Record<string, string>;
  /** Standard input stays open until standard output shows this. */
  readonly endInputAt?: RegExp;
}

export interface Terminal {
  readonly pid: number;
  /** Everything that was shown so far, escape sequences and all. */
  raw(): string;
  /** The same as text. */
  text(): string;
  /** Waits until the text shows it. */
  sees(what: RegExp | string): Promise<void>;
  type(keys: string): void;
  /** The exit code; of a process that a signal ended, as a shell tells it. */
  ended(): Promise<number>;
}

export const CTRL_C = '\u0003';

export async function createCliUser(url: string): Promise<CliUser> {
  const folder = await newFolder('cli');
  // A terminal that is taken for a build machine's shows no spinner.
  const { CI: _, ...inherited } = process.env;
  const base = {
    ...inherited,
    SVC_API_URL: url,
    XDG_CONFIG_HOME: folder,
    XDG_STATE_HOME: join(folder, 'of-state'),
    NO_COLOR: '',
    SVC_API_KEY: '',
    NODE_OPTIONS: '',
    SVC_KEYCHAIN: 'off',
  };
  return {
    folder,
    stateFile: join(folder, 'svc', 'state.json'),
    async onPipe(args, { input = '', env = {}, endInputAt } = {}) {
      const child = spawn(process.execPath, [CLI, ...args], { env: { ...base, ...env }, cwd: folder, stdio: 'pipe' });
      const said = { stdout: '', stderr: '' };
      for (const name of ['stdout', 'stderr'] as const)
        child[name].setEncoding('utf8').on('data', (chunk: string) => {
          said[name] += chunk;
          if (endInputAt?.test(said[name])) child.stdin.end();
        });
      child.stdin.on('error', () => undefined).write(input);
      if (!endInputAt) child.stdin.end();
      const [code] = (await once(child, 'close')) as [number];
      return { code, ...said };
    },
    onTerminal(args, { columns = 80, env = {} } = {}) {
      const pty = spawnPty(process.execPath, [CLI, ...args], {
        name: 'xterm-256color',
        cols: columns,
        rows: 40,
        cwd: folder,
        env: { ...base, ...env },
      });
      return terminalOf(pty);
    },
  };
}

/** What was erased stays in the text, as a line of its own. */
const ERASE = new RegExp(`${String.fromCharCode(27)}\\[[02]?K`, 'g');

function terminalOf(pty: IPty): Terminal {
  let shown = '';
  const changed = new Set<() => void>();
  pty.onData((data) => {
    shown += data;
    for (const tell of changed) tell();
  });
  const ended = new Promise<number>((resolve) => pty.onExit(({ exitCode, signal }) => resolve(signal ? 128 + signal : exitCode)));
  const text = () => stripVTControlCharacters(shown.replace(ERASE, '\n')).replaceAll('\r\n', '\n');
  const shows = (what: RegExp | string) => (typeof what === 'string' ? text().includes(what) : what.test(text()));
  return {
    pid: pty.pid,
    raw: () => shown,
    text,
    async sees(what) {
      await new Promise<void>((resolve, reject) => {
        const check = () => {
          if (!shows(what)) return;
          changed.delete(check);
          resolve();
        };
        changed.add(check);
        check();
        void ended.then(() => (shows(what) ? resolve() : reject(new Error(`It ended and never showed ${what}:\n${text()}`))));
      });
    },
    type: (keys) => pty.write(keys),
    ended: () => ended,
  };
}
