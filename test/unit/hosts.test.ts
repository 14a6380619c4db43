import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { diffLines } from '../../src/cli/hosts/diff.ts';
import { ConfigFault } from '../../src/cli/hosts/editor.ts';
import { formOf, readEntry, withEntry, withoutEntry } from '../../src/cli/hosts/entry.ts';
import { HOST_IDS, HOSTS, type Host, type HostId, type Machine } from '../../src/cli/hosts/hosts.ts';
import { launchOf } from '../../src/cli/hosts/launch.ts';

const entryOf = (id: HostId) =>
  HOSTS[id].stdio({ program: '/opt/node/bin/node', args: ['/opt/svc/dist/src/cli/main.js', 'mcp', 'serve', '--host', id] });

/** `hosts/<host>/<case>.before` and `.after`: configurations as people have them, and what an install makes of them. */
const GOLDEN = join(import.meta.dirname, 'hosts');
const CASES = readdirSync(GOLDEN).flatMap((id) =>
  readdirSync(join(GOLDEN, id))
    .filter((name) => name.endsWith('.before'))
    .map((name) => [id as HostId, name.replace(/\.before$/, '')] as const),
);

describe('golden files', () => {
  test('there are some of every host', () => {
    expect(new Set(CASES.map(([id]) => id))).toEqual(new Set(HOST_IDS));
  });

  test.each(CASES)('%s: %s', (id, name) => {
    const host: Host = HOSTS[id];
    const [before, after] = ['before', 'after'].map((when) => readFileSync(join(GOLDEN, id, `${name}.${when}`), 'utf8')) as [
      string,
      string,
    ];
    expect(withEntry(host, before, entryOf(id))).toBe(after);
    expect(withEntry(host, after, entryOf(id))).toBe(after);
    expect(readEntry(host, after)).toMatchObject({ isOurs: true });
    const wasThere = readEntry(host, before).entry !== undefined;
    if (!wasThere) expect(withoutEntry(host, after, before)).toBe(before);
    for (const backup of [before, null]) {
      const left = withoutEntry(host, after, backup);
      if (left !== null) expect(readEntry(host, left).entry).toBeUndefined();
    }
  });
});

describe('what is refused, with its place', () => {
  const place = (id: HostId, text: string): string => {
    try {
      withEntry(HOSTS[id], text, entryOf(id));
    } catch (error) {
      if (error instanceof ConfigFault) return `${error.line}:${error.column} ${error.message}`;
      throw error;
    }
    return 'taken';
  };

  test.each([
    ['cursor', '{\n  "mcpServers": {\n    "a": { "command": }\n  }\n}\n', '3:23 this is not JSON: value expected'],
    ['cursor', '{ "mcpServers": {} ', '1:20 this is not JSON: close brace expected'],
    ['cursor', '{} {}', '1:4 this is not JSON: end of file expected'],
    ['cursor', '[]', '1:1 an object is expected here'],
    ['vscode', '\ufeff{\r\n  "servers": []\r\n}', '2:14 an object is expected here'],
    ['claude-code', '{"mcpServers": {"svc": {"command": "a"}, "svc": {"command": "b"}}}', '1:42 "svc" is there twice'],
    ['claude-code', '{"mcpServers": {}, "mcpServers": {}}', '1:20 "mcpServers" is there twice'],
    ['codex', 'model = "a"\n[mcp_servers\n', /^2:13 this is not TOML: /],
    ['codex', 'model = gpt\n', /^1:\d+ this is not TOML: /],
    ['codex', 'mcp_servers = { a = { command = "a" } }\n', /laid out in a way|not TOML/],
    ['codex', '[a]\nb = 1\n[a]\n', /^3:\d+ this is not TOML: /],
    ['goose', 'extensions:\n\tdeveloper: {}\n', /^2:1 this is not YAML: Tabs/],
    ['goose', 'extensions:\n  a: [1\nb: 2\n', /^3:1 this is not YAML: /],
    ['goose', 'a: 1\na: 2\n', /^2:1 this is not YAML: Map keys must be unique/],
    ['goose', 'a: 1\n---\nb: 2\n', '2:1 a second document begins here'],
    ['goose', '- a\n', '1:1 keys and values are expected here'],
    ['goose', 'x: 1\nextensions: [a]\n', '2:1 keys and values are expected under this key'],
    ['goose', 'extensions: ~\n', '1:1 keys and values are expected under this key'],
    ['continue', 'name: c\nmcpServers:\n  a: {command: a}\n', '2:1 a list is expected under this key'],
  ] as const)('%s %j', (id, text, said) => {
    expect(place(id, text)).toMatch(typeof said === 'string' ? new RegExp(`^${said.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) : said);
  });
});

describe('what is shown of a change', () => {
  const shown = (before: string, after: string) => diffLines(before, after).map(({ mark, text }) => mark + text);

  test('the lines that differ, with a neighbour on each side', () => {
    expect(shown('a\nb\nc\nd\n', 'a\nb\nx\ny\nd\n')).toEqual([' b', '-c', '+x', '+y', ' d']);
    expect(shown('', 'a\n')).toEqual(['+a']);
    expect(shown('a\n', '')).toEqual(['-a']);
    expect(shown('a', 'a\nb\n')).toEqual(['-a', '+a', '+b']);
  });

  test('of one long line what is around the change; of credentials nothing', () => {
    const long = (middle: string) => `{"${'k'.repeat(100)}": {${middle}}, "${'z'.repeat(100)}": 1}`;
    const [gone, come] = shown(long(''), long('"svc": 1'));
    expect([gone, come]).toEqual([
      `-…${'k'.repeat(12)}": {}, "${'z'.repeat(12)}…`,
      `+…${'k'.repeat(12)}": {"svc": 1}, "${'z'.repeat(12)}…`,
    ]);
    expect(shown('"headers": {"Authorization": "Bearer abc.def"}\nb\n', 'b\n')).toEqual([
      '-"headers": {"Authorization": "Bearer …"}',
      ' b',
    ]);
  });
});

describe('paths', () => {
  const machines: Readonly<Record<string, Machine>> = {
    linux: { platform: 'linux', home: '/home/ana', environment: {} },
    darwin: { platform: 'darwin', home: '/Users/ana', environment: {} },
    win32: { platform: 'win32', home: 'C:\\Users\\ana', environment: { APPDATA: 'C:\\Users\\ana\\AppData\\Roaming' } },
  };
  const LIBRARY = '/Users/ana/Library/Application Support';
  const ROAMING = 'C:\\Users\\ana\\AppData\\Roaming';
  const CLINE = 'User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json';
  const inHome = (path: string) => [`/home/ana/${path}`, `/Users/ana/${path}`, `C:\\Users\\ana\\${path.replaceAll('/', '\\')}`];
  const PATHS: Readonly<Record<HostId, readonly string[]>> = {
    'claude-code': inHome('.claude.json'),
    'claude-desktop': [
      '/home/ana/.config/Claude/claude_desktop_config.json',
      `${LIBRARY}/Claude/claude_desktop_config.json`,
      `${ROAMING}\\Claude\\claude_desktop_config.json`,
    ],
    cursor: inHome('.cursor/mcp.json'),
    vscode: ['/home/ana/.config/Code/User/mcp.json', `${LIBRARY}/Code/User/mcp.json`, `${ROAMING}\\Code\\User\\mcp.json`],
    windsurf: inHome('.codeium/windsurf/mcp_config.json'),
    zed: ['/home/ana/.config/zed/settings.json', '/Users/ana/.config/zed/settings.json', `${ROAMING}\\Zed\\settings.json`],
    codex: inHome('.codex/config.toml'),
    gemini: inHome('.gemini/settings.json'),
    cline: [`/home/ana/.config/Code/${CLINE}`, `${LIBRARY}/Code/${CLINE}`, `${ROAMING}\\Code\\${CLINE.replaceAll('/', '\\')}`],
    goose: ['/home/ana/.config/goose/config.yaml', '/Users/ana/.config/goose/config.yaml', `${ROAMING}\\Block\\goose\\config\\config.yaml`],
    junie: inHome('.junie/mcp/mcp.json'),
    opencode: inHome('.config/opencode/opencode.json'),
    continue: inHome('.continue/config.yaml'),
  };

  test.each(Object.entries(PATHS))('%s', (id, expected) => {
    const host: Host = HOSTS[id as HostId];
    expect(['linux', 'darwin', 'win32'].map((name) => host.files(machines[name] as Machine)[0])).toEqual(expected);
  });

  test('folders of the environment are taken where the program takes them', () => {
    const machine: Machine = {
      platform: 'linux',
      home: '/home/ana',
      environment: { XDG_CONFIG_HOME: '/home/ana/cfg', CODEX_HOME: '/home/ana/cx' },
    };
    expect(HOSTS.zed.files(machine)).toEqual(['/home/ana/cfg/zed/settings.json']);
    expect(HOSTS.codex.files(machine)).toEqual(['/home/ana/cx/config.toml']);
    expect(HOSTS.cursor.files(machine)).toEqual(['/home/ana/.cursor/mcp.json']);
  });
});

describe('entries', () => {
  test('each way of each host is known again as ours, whatever was added to it', () => {
    for (const id of HOST_IDS) {
      const host: Host = HOSTS[id];
      expect(formOf({ ...entryOf(id), disabled: true })).toBe('stdio');
      if (host.remote) expect(formOf(host.remote('https://svc.example.com/mcp'))).toBe('remote');
    }
    expect(formOf({ command: 'svc', args: ['--config', 'x'] })).toBeNull();
    expect(formOf({ command: 'other', args: ['serve', 'mcp'] })).toBeNull();
  });

  test('the other form takes the place of the first, without what belonged to that alone', () => {
    const before = '{"mcpServers": {"svc": {"command": "svc", "args": ["mcp", "serve"], "env": {"A": "b"}, "timeout": 5}}}';
    const host: Host = HOSTS.gemini;
    const remote = withEntry(host, before, { httpUrl: 'https://svc.example.com/mcp' });
    expect(JSON.parse(remote).mcpServers.svc).toEqual({ httpUrl: 'https://svc.example.com/mcp', timeout: 5 });
    expect(JSON.parse(withEntry(host, remote, entryOf('gemini'))).mcpServers.svc).toEqual({ ...entryOf('gemini'), timeout: 5 });
  });

  test('a process is started by absolute paths, from its sources and built', () => {
    const sources = launchOf();
    expect([sources.program, ...sources.args.slice(1)]).toEqual([
      process.execPath,
      expect.stringMatching(/^file:\/\/.*tsx/),
      expect.stringMatching(/^\/.*src\/cli\/main\.ts$/),
    ]);
    const built = launchOf('/usr/lib/node_modules/svc/dist/src/cli/main.js', '/usr/bin/node');
    expect(built).toEqual({ program: '/usr/bin/node', args: ['/usr/lib/node_modules/svc/dist/src/cli/main.js'], isPassing: false });
    expect(launchOf('/home/ana/.npm/_npx/1f/node_modules/svc/dist/src/cli/main.js').isPassing).toBe(true);
  });
});
