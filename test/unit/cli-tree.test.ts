import { describe, expect, test } from 'vitest';
import { EXAMPLES } from '../../src/cli/command-examples.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { GLOBAL_OPTIONS, OPTION_ROWS } from '../../src/cli/options.ts';
import { GROUPS, helpOf, runProgram } from '../../src/cli/program.ts';

/** Commands and flags that scripts of others count on: none goes, others may come. */
const PROMISED: Readonly<Record<string, readonly string[]>> = {
  ask: ['--confirm', '--db', '--engine', '--force-query', '--model'],
  new: ['--engine'],
  query: [],
  run: ['--db', '--params', '--file', '--transaction', '--csv'],
  remember: ['--db', '--end-user', '--kind', '--role', '--tag', '--thread', '--ttl', '--type'],
  use: [],
  'db list': [],
  'db create': ['--engine'],
  'db connect': ['--engine', '--name', '--url'],
  'db rename': [],
  'keys list': [],
  'keys revoke': [],
  'grants list': [],
  'grants revoke': [],
  'byollm set': ['--key'],
  'byollm status': [],
  'byollm clear': [],
  'mcp detect': [],
  'mcp install': ['--dry-run', '--remote'],
  'mcp uninstall': ['--dry-run'],
  'mcp serve': ['--db', '--read-only'],
  'clickhouse install': [],
  serve: ['--host', '--port', '--data-dir'],
  insert: ['--db', '--format', '--skip'],
  undo: [],
  approve: [],
  schema: [],
  glossary: [],
  trace: ['--replay'],
  doctor: [],
  shell: [],
  login: [],
  logout: [],
  whoami: [],
  update: [],
  completion: [],
  help: [],
};

describe('the tree of commands', () => {
  test.each(Object.entries(PROMISED))('%s is there, with its flags', (words, flags) => {
    const row = COMMANDS.find(({ path }) => path.join(' ') === words);
    const own = (row?.options ?? []).map((name) => /--[a-z-]+/.exec(OPTION_ROWS[name].flags)?.[0]);
    expect(own).toEqual(expect.arrayContaining([...flags]));
  });

  test('every command takes the flags of all of them', () => {
    expect(Object.values(GLOBAL_OPTIONS).map(({ flags }) => flags)).toEqual(['--api-url <url>', '--json', '--no-update-check']);
  });

  test('help says something of every command and group', () => {
    const groups = new Set(COMMANDS.flatMap(({ path }) => (path.length > 1 ? [path[0] ?? ''] : [])));
    const isCommand = (name: string) => COMMANDS.some(({ path }) => path.join(' ') === name);
    expect([...groups].filter((name) => !isCommand(name) && !GROUPS[name])).toEqual([]);
    expect(helpOf([])).not.toMatch(/^ {2}[a-z]+(?: \[options\])?$/m);
  });

  const lines = COMMANDS.flatMap(({ path }) => (EXAMPLES[path.join(' ')] ?? []).map((line) => ({ words: path.join(' '), line })));

  test('every command shows how it is typed, and nothing else is shown', () => {
    expect(COMMANDS.map(({ path }) => path.join(' ')).filter((words) => !EXAMPLES[words]?.length)).toEqual([]);
    expect(Object.keys(EXAMPLES).filter((words) => !COMMANDS.some(({ path }) => path.join(' ') === words))).toEqual([]);
    expect(helpOf(['ask'])).toContain('Examples:\n  svc ask "How many coffee beans');
  });

  test.each(lines)('$line is read as `svc $words`', async ({ words, line }) => {
    const typed = /svc ((?:"[^"]*"|'[^']*'|[^"'|>)])*)/.exec(line)?.[1] ?? '';
    const argv = [...typed.matchAll(/"([^"]*)"|'([^']*)'|([^\s"']+)/g)].map(([, double, single, bare]) => double ?? single ?? bare ?? '');
    let run = '';
    expect(
      await runProgram(argv, async (row) => {
        run = row.path.join(' ');
        return 0;
      }),
    ).toBe(0);
    expect(run).toBe(words);
  });
});
