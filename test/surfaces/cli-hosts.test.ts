import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { HOST_IDS } from '../../src/cli/hosts/hosts.ts';
import { createCliUser } from '../support/cli.ts';

/** Somebody with an empty home. */
async function newcomer(url = 'http://127.0.0.1:8787') {
  const user = await createCliUser(url);
  const env = { HOME: user.folder, XDG_CONFIG_HOME: '', CODEX_HOME: '', CLAUDE_CONFIG_DIR: '' };
  const at = (...path: string[]): string => join(user.folder, ...path);
  return {
    at,
    folder: (...path: string[]) => mkdirSync(at(...path), { recursive: true }),
    read: (...path: string[]) => readFileSync(at(...path), 'utf8'),
    write: (text: string, ...path: string[]) => writeFileSync(at(...path), text),
    svc: (...args: string[]) => user.onPipe(args, { env }),
    terminal: (...args: string[]) => user.onTerminal(args, { env }),
  };
}

const SERVERS = '{"mcpServers": {"a": {"command": "a"}}}\n';

describe('on a pipe', () => {
  test('all that is installed is found, changed once, and put back as it was', async () => {
    const { svc, at, folder, read, write } = await newcomer();
    folder('.cursor');
    folder('.codex');
    write(SERVERS, '.cursor', 'mcp.json');
    const detected = JSON.parse((await svc('mcp', 'detect', '--json')).stdout);
    expect(detected.map(({ host }: { host: string }) => host)).toEqual(HOST_IDS);
    expect(detected.filter(({ installed }: { installed: boolean }) => installed)).toEqual([
      { host: 'cursor', name: 'Cursor', installed: true, file: at('.cursor', 'mcp.json'), entry: 'no' },
      { host: 'codex', name: 'Codex', installed: true, file: at('.codex', 'config.toml'), entry: 'no' },
    ]);

    expect(await svc('mcp', 'install', '--yes')).toMatchObject({ code: 0, stderr: expect.stringContaining('Cursor: svc is now in') });
    expect(read('.codex', 'config.toml')).toMatch(/^\[mcp_servers\.svc\]\ncommand = "\//);
    expect((await svc('mcp', 'detect')).stdout).toMatch(/cursor +│ yes +│ stdio/);
    const again = await svc('mcp', 'install', '--yes');
    expect(again).toMatchObject({ code: 0, stdout: '' });
    expect(again.stderr).toMatch(/^Cursor: svc is already in .*\nCodex: svc is already in .*\n$/);

    expect((await svc('mcp', 'uninstall', '--yes')).code).toBe(0);
    expect([read('.cursor', 'mcp.json'), existsSync(at('.codex', 'config.toml'))]).toEqual([SERVERS, false]);
    expect((await svc('mcp', 'uninstall', 'cursor')).stderr).toMatch(/^Cursor: svc is not in /);
  });

  test('a change is shown and not done until --yes, and never with --dry-run', async () => {
    const { svc, folder, read, write } = await newcomer();
    folder('.cursor');
    write(SERVERS, '.cursor', 'mcp.json');
    const shown = await svc('mcp', 'install', 'cursor');
    expect({ code: shown.code, stdout: shown.stdout }).toEqual({ code: 3, stdout: expect.stringMatching(/^\+ .*"svc"/m) });
    expect(shown.stderr).toContain('Say --yes');
    expect(await svc('mcp', 'install', 'cursor', '--dry-run', '--yes')).toMatchObject({ code: 0, stdout: shown.stdout });
    const told = JSON.parse((await svc('mcp', 'install', 'cursor', '--dry-run', '--json')).stdout);
    expect(told).toMatchObject([
      { host: 'cursor', outcome: 'would_change', diff: [expect.stringMatching(/^- …/), expect.stringMatching(/^\+ ….*"svc"/)] },
    ]);
    expect(read('.cursor', 'mcp.json')).toBe(SERVERS);
  });

  test('a file with an error is left alone, by file, line and column, and the others are done', async () => {
    const { svc, at, folder, read, write } = await newcomer();
    folder('.cursor');
    folder('.gemini');
    write('{\n  "mcpServers": {,}\n}\n', '.cursor', 'mcp.json');
    const { code, stderr } = await svc('mcp', 'install', '--yes');
    expect(code).toBe(1);
    expect(stderr).toContain(`Cursor: ${at('.cursor', 'mcp.json')}:2:18: this is not JSON`);
    expect(stderr).toContain('Gemini CLI: svc is now in');
    expect(read('.cursor', 'mcp.json')).toBe('{\n  "mcpServers": {,}\n}\n');
    expect((await svc('mcp', 'detect')).stdout).toContain('unreadable at line 2, column 18');
    expect(await svc('mcp', 'uninstall', 'cursor', '--yes')).toMatchObject({ code: 1, stderr: expect.stringContaining(':2:18: ') });
  });

  test('a server of this name that is another program is neither changed nor taken out', async () => {
    const { svc, folder, read, write } = await newcomer();
    folder('.cursor');
    const theirs = '{"mcpServers": {"svc": {"command": "stable-vision", "args": ["serve"]}}}';
    write(theirs, '.cursor', 'mcp.json');
    for (const deed of ['install', 'uninstall'])
      expect(await svc('mcp', deed, 'cursor', '--yes')).toMatchObject({ code: 1, stderr: expect.stringContaining('another program') });
    expect(read('.cursor', 'mcp.json')).toBe(theirs);
    expect((await svc('mcp', 'detect')).stdout).toContain('another server of this name');
  });

  test('the address of a service goes into the file of a host that takes one, and into the command of the others', async () => {
    const { svc, read } = await newcomer('https://svc.example.com/');
    expect((await svc('mcp', 'install', 'vscode', '--remote', '--file', 'mcp.json', '--yes')).code).toBe(0);
    expect(JSON.parse(read('mcp.json'))).toEqual({ servers: { svc: { type: 'http', url: 'https://svc.example.com/mcp' } } });
    expect((await svc('mcp', 'install', 'vscode', '--file', 'mcp.json', '--yes')).code).toBe(0);
    expect(JSON.parse(read('mcp.json')).servers.svc.args.slice(-4)).toEqual(['--host', 'vscode', '--api-url', 'https://svc.example.com']);
    expect(await svc('mcp', 'install', 'junie', '--remote')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('takes no address'),
    });
  });

  test('what a script is shown has nothing of other servers in it', async () => {
    const { svc, folder, write } = await newcomer();
    folder('.cursor');
    folder('.codex');
    write('{"mcpServers": {"a": {"command": "a", "env": {"KEY": "hidden"}, "args": ["of the first server"]}}}', '.cursor', 'mcp.json');
    write('[mcp_servers.a]\nurl = "https://a.example"\nheaders = { KEY = "hidden" }\n', '.codex', 'config.toml');
    for (const form of [[], ['--json']]) {
      const { stdout, stderr } = await svc('mcp', 'install', ...form);
      expect(stdout).toContain('svc');
      expect(stdout + stderr).not.toContain('hidden');
    }
  });

  test('what is asked of no host, or of none that there is, is a usage error', async () => {
    const { svc } = await newcomer();
    expect(await svc('mcp', 'install', 'cursr')).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean cursor?') });
    expect(await svc('mcp', 'serve', '--host', 'cursr')).toMatchObject({ code: 2, stderr: expect.stringContaining('Known: claude-code') });
    expect(await svc('mcp', 'install', '--file', 'x.json')).toMatchObject({ code: 2, stderr: expect.stringContaining('needs the host') });
    expect(await svc('mcp', 'install')).toMatchObject({ code: 1, stderr: expect.stringContaining('No agent host was found') });
  });

  test('what was written starts with an empty environment, in any folder', async () => {
    const { svc, read } = await newcomer();
    await svc('mcp', 'install', 'claude-code', '--yes');
    const { command, args } = JSON.parse(read('.claude.json')).mcpServers.svc;
    const child = spawn(command, args, { env: {}, cwd: '/', stdio: ['pipe', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
      if (said.includes('\n')) child.stdin.end();
    });
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(JSON.parse(said)).toMatchObject({ id: 1, result: { serverInfo: { name: 'svc' } } });
  });
});

describe('on a terminal', () => {
  test('the change is shown and asked about', async () => {
    const { terminal, folder, read, write } = await newcomer();
    folder('.cursor');
    write(SERVERS, '.cursor', 'mcp.json');
    for (const [answer, code, said] of [
      ['n', 3, 'nothing was changed'],
      ['y', 0, 'svc is now in'],
    ] as const) {
      const asking = terminal('mcp', 'install', 'cursor');
      await asking.sees('like this?');
      expect(asking.text()).toMatch(/^\+ ….*"svc": /m);
      asking.type(answer);
      expect(await asking.ended()).toBe(code);
      expect(asking.text()).toContain(said);
      expect(read('.cursor', 'mcp.json') === SERVERS).toBe(answer === 'n');
    }
  });

  test('a file that changes while it is asked about is left alone', async () => {
    const { terminal, folder, read, write } = await newcomer();
    folder('.cursor');
    write(SERVERS, '.cursor', 'mcp.json');
    const asking = terminal('mcp', 'install', 'cursor');
    await asking.sees('like this?');
    write('{}\n', '.cursor', 'mcp.json');
    asking.type('y');
    expect(await asking.ended()).toBe(1);
    expect(asking.text()).toContain('was changed by another program meanwhile');
    expect(read('.cursor', 'mcp.json')).toBe('{}\n');
  });
});
