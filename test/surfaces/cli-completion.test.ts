import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { spawn } from '@lydell/node-pty';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { completionFor } from '../../src/cli/completions.ts';

/** Says so where there is none, since what it would complete is then left out. */
function isThere(shell: string): boolean {
  const found = spawnSync(shell, ['-c', 'true']).status === 0;
  if (!found) console.warn(`Completion is not tried in ${shell}, which is not installed here.`);
  return found;
}

const folder = mkdtempSync(join(tmpdir(), 'svc-completion-'));
writeFileSync(join(folder, 'beans.csv'), '');
const env = { PATH: String(process.env.PATH), HOME: folder, LANG: 'C.UTF-8', TERM: 'dumb' };

describe('bash', () => {
  const completed = (line: string): string[] => {
    const script = `${completionFor('bash')}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _svc; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', script, 'bash', ...line.split(' ')], { encoding: 'utf8', cwd: folder, env })
      .split('\n')
      .filter(Boolean);
  };

  test('offers commands, those of a group, options and files, each where it belongs', () => {
    expect(completed('svc as')).toEqual(['ask']);
    expect(completed('svc db c').sort()).toEqual(['check', 'connect', 'create']);
    expect(completed('svc --json db create --go')).toEqual(['--goal']);
    expect(completed('svc ask what is the db c')).toEqual([]);
    expect(completed('svc insert beans be')).toEqual(['beans.csv']);
    expect(completed('svc mcp install claude').sort()).toEqual(['claude-code', 'claude-desktop']);
  });
});

describe.runIf(isThere('fish'))('fish', () => {
  const completed = (line: string): string[] =>
    execFileSync('fish', ['--no-config', '-c', `${completionFor('fish')}\ncomplete -C '${line}'`], { encoding: 'utf8', cwd: folder, env })
      .split('\n')
      .filter(Boolean)
      .map((one) => one.split('\t')[0] ?? '');

  test('offers commands, those of a group, options and files, each where it belongs', () => {
    expect(completed('svc as')).toEqual(['ask']);
    expect(completed('svc ').sort()).toEqual([...new Set(COMMANDS.map(({ path }) => path[0]))].sort());
    expect(completed('svc db c')).toEqual(['check', 'connect', 'create']);
    expect(completed('svc --json db create --go')).toEqual(['--goal']);
    expect(completed('svc --js')).toEqual(['--json']);
    // What stands in a question is no command.
    expect(completed('svc ask what is the db cr')).not.toContain('create');
    expect(completed('svc insert beans be')).toEqual(['beans.csv']);
    expect(completed('svc mcp install claude').sort()).toEqual(['claude-code', 'claude-desktop']);
  });
});

describe.runIf(isThere('zsh'))('zsh', () => {
  /** What an interactive shell shows after Tab, pressed twice; zsh completes in its line editor alone. */
  async function shown(line: string): Promise<string> {
    const pty = spawn('zsh', ['-f', '-i'], { name: 'dumb', cols: 200, rows: 100, cwd: folder, env });
    let text = '';
    const sees = (what: RegExp) =>
      new Promise<void>((resolve) => {
        const listening = pty.onData((data) => {
          text += data;
          if (!what.test(stripVTControlCharacters(text))) return;
          listening.dispose();
          resolve();
        });
      });
    try {
      writeFileSync(join(folder, 'completion.zsh'), completionFor('zsh'));
      // Its line editor works once the prompt is there.
      const ready = sees(/READY\r\n[\s\S]*> $/);
      pty.write("PROMPT='> '; autoload -Uz compinit; compinit -D -u; source completion.zsh; setopt no_beep; echo REA''DY\r");
      await ready;
      text = '';
      // Keys are read one after the other: what Tab shows is there before the next command runs.
      const over = sees(/OVER\r\n/);
      pty.write(`${line}\t\t\u0015echo OV''ER\r`);
      await over;
      return stripVTControlCharacters(text);
    } finally {
      pty.kill();
    }
  }

  test('offers commands, those of a group, options and files, each where it belongs', async () => {
    expect(await shown('svc as')).toContain('svc ask');
    const group = await shown('svc db c');
    for (const name of ['check', 'connect', 'create']) expect(group).toMatch(new RegExp(`${name} +-- `));
    expect(group).not.toContain('keys');
    expect(await shown('svc --json db create --go')).toContain('--goal');
    expect(await shown('svc mcp i')).toContain('svc mcp install');
    expect(await shown('svc ask what is the db c')).not.toMatch(/-- |connect/);
    expect(await shown('svc insert beans be')).toContain('beans.csv');
  });
});
