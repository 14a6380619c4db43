import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonEditor } from '../../src/cli/hosts/edit-json.ts';
import { tomlEditor } from '../../src/cli/hosts/edit-toml.ts';
import { yamlEditor } from '../../src/cli/hosts/edit-yaml.ts';
import { lineEndOf } from '../../src/cli/hosts/editor.ts';
import { readEntry, withEntry, withoutEntry } from '../../src/cli/hosts/entry.ts';
import { HOST_IDS, HOSTS, type Host, type HostId, type Start } from '../../src/cli/hosts/hosts.ts';

/** How a host of each platform starts `svc`. */
const STARTS = {
  linux: { program: '/usr/bin/node', main: '/home/ana/.npm/lib/node_modules/svc/dist/src/cli/main.js' },
  darwin: { program: '/opt/homebrew/opt/node/bin/node', main: "/Users/Ana O'Neil/n/lib/node_modules/svc/dist/src/cli/main.js" },
  win32: {
    program: 'C:\\Program Files\\nodejs\\node.exe',
    main: 'C:\\Users\\Ana\\AppData\\Roaming\\npm\\node_modules\\svc\\dist\\src\\cli\\main.js',
  },
} as const;
const PLATFORMS = ['linux', 'darwin', 'win32'] as const;
type Platform = (typeof PLATFORMS)[number];
const startOf = (id: HostId, platform: Platform): Start => {
  const { program, main } = STARTS[platform];
  return { program, args: [main, 'mcp', 'serve', '--host', id] };
};
const EACH = HOST_IDS.flatMap((id) => PLATFORMS.map((platform) => [id, platform] as const));
const of = (format: Host['format'], isList = false) =>
  EACH.filter(([id]) => HOSTS[id].format === format && ((HOSTS[id] as Host).place.isList === true) === isList);

/** What holds for every file that a host may have. */
function holds(id: HostId, platform: Platform, before: string): void {
  const host: Host = HOSTS[id];
  const entry = host.stdio(startOf(id, platform));
  const after = withEntry(host, before, entry);
  expect(readEntry(host, after)).toEqual({ entry, isOurs: true });
  expect(withEntry(host, after, entry)).toBe(after);
  expect(withoutEntry(host, after, before)).toBe(before);
  const left = withoutEntry(host, after, null);
  expect(left === null ? undefined : readEntry(host, left).entry).toBeUndefined();
  // Beside other servers every byte comes back without the copy too; only TOML, where ours is last, keeps a line end.
  if (hasServers(host, before)) expect(left).toBe(host.format === 'toml' && !before.endsWith('\n') ? before + lineEndOf(before) : before);
}

function hasServers({ format, place }: Host, text: string): boolean {
  const document = { json: jsonEditor, yaml: yamlEditor, toml: tomlEditor }[format].parse(text.replace(/^\ufeff/, ''));
  const servers = (document as Record<string, object> | undefined)?.[place.path[0] ?? ''];
  return Object.keys(servers ?? {}).length > 0;
}

const eol = fc.constantFrom('\n', '\r\n');
const mark = fc.constantFrom('', '\ufeff');

describe('install, then uninstall, gives the original bytes', () => {
  /** JSON printed with anything between its tokens that a person may have put there. */
  const between = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('', ' ', '\n', '\n  ', '\r\n\t', '\n\n    ') },
    fc.constantFrom('/* a comment, with { and , */', ' // to the end of the line\n', '\t// "svc": {}\r\n'),
  );
  const printed = (value: unknown): fc.Arbitrary<string> => {
    const listed = (open: string, items: readonly fc.Arbitrary<string>[], close: string) =>
      fc
        .tuple(fc.tuple(...items.map((item) => fc.tuple(between, item, between))), between, fc.boolean())
        .map(
          ([parts, end, trails]) =>
            `${open}${parts.map((part) => part.join('')).join(',')}${trails && parts.length > 0 ? ',' : ''}${end}${close}`,
        );
    if (Array.isArray(value)) return listed('[', value.map(printed), ']');
    if (typeof value !== 'object' || value === null) return fc.constant(JSON.stringify(value));
    const members = Object.entries(value).map(([key, one]) =>
      fc.tuple(between, printed(one)).map(([gap, text]) => `${JSON.stringify(key)}:${gap}${text}`),
    );
    return listed('{', members, '}');
  };
  const server = fc.record({ command: fc.string(), args: fc.array(fc.string(), { maxLength: 2 }) });
  const others = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
  const configOf = (key: string) =>
    fc
      .tuple(others, fc.option(fc.dictionary(fc.string(), server, { maxKeys: 3 }), { nil: undefined }), others)
      .map(([first, servers, last]): Record<string, unknown> => ({ ...first, ...(servers ? { [key]: servers } : {}), ...last }))
      .filter((value) => !JSON.stringify(value).includes('__proto__') && (value[key] === undefined || typeof value[key] === 'object'));

  test('is of every host on every platform', () => {
    expect(EACH.length).toBe(39);
    expect([...of('json'), ...of('yaml'), ...of('yaml', true), ...of('toml')].sort()).toEqual([...EACH].sort());
  });

  test.each(of('json'))('JSON: %s on %s', (id, platform) => {
    const files = fc.tuple(mark, between, configOf(HOSTS[id].place.path[0]).chain(printed), between).map((parts) => parts.join(''));
    fc.assert(
      fc.property(files, (before) => holds(id, platform, before)),
      { numRuns: id === 'cursor' ? 400 : 60 },
    );
  });

  /** A file of some of the pieces in some order, with servers in some form. */
  const filesOf = (pieces: readonly string[], servers: readonly string[]) =>
    fc
      .tuple(mark, fc.shuffledSubarray([...pieces]), fc.constantFrom(...servers), fc.nat({ max: 9 }), eol, fc.boolean())
      .map(([bom, some, one, at, end, isEnded]) => {
        const text = [...some.slice(0, at), one, ...some.slice(at)].join('');
        return bom + (isEnded ? text : text.replace(/\n$/, '')).replaceAll('\n', end);
      });

  const YAML = [
    '# a comment\n',
    '\n\n',
    'GOOSE_MODEL: gpt-4o # inline\n',
    "\"quoted: key\": 'it''s'\n",
    'text: |+\n  kept\n\n\n',
    'folded: >-\n    indented\n    deeply\n',
    'anchor: &x\n  a: 1\n',
    'list:\n- a\n- b: 1\n  c: 2\n',
    'flow: {a: [1, 2,\n  3], b: {}}\n',
    '? complex\n: value\n',
  ];

  test.each(of('yaml'))('YAML, keys and values: %s on %s', (id, platform) => {
    const servers = [
      '',
      'extensions:\n',
      'extensions: {}\n',
      'extensions: { }  # none yet\n',
      'extensions: {a: {type: builtin}}\n',
      'extensions:\n  # first\n  a:\n    type: builtin\n\n    # inside\n    name: a\n  # last\n',
      'extensions: &e # here\n    "a b":\n        type: builtin\n    z: {type: builtin}\n',
      'extensions:\n\n  a:\n    text: |\n      extensions:\n        svc: no\n',
    ];
    fc.assert(
      fc.property(filesOf(YAML, servers), (before) => holds(id, platform, before)),
      { numRuns: 200 },
    );
  });

  test.each(of('yaml', true))('YAML, a list: %s on %s', (id, platform) => {
    const servers = [
      '',
      'mcpServers:\n',
      'mcpServers: []\n',
      'mcpServers: [{name: a, command: a}]\n',
      'mcpServers:\n- name: a\n  command: a\n',
      'mcpServers:\n    # first\n    - name: a\n      command: a\n    -   command: b\n        name: b\n    # last\n',
      'mcpServers:\n  -\n    name: a\n    args:\n    - "-y"\n',
    ];
    fc.assert(
      fc.property(filesOf(['name: c\n', ...YAML], servers), (before) => holds(id, platform, before)),
      { numRuns: 200 },
    );
  });

  test.each(of('toml'))('TOML: %s on %s', (id, platform) => {
    const pieces = [
      '# a comment\n',
      '\n\n',
      '[tui]\nnotifications = true # inline\n',
      '[projects."/home/ana"]\ntrust_level = "trusted"\n\n',
      '[text]\nlong = """\n[mcp_servers.svc]\ncommand = "no"\n"""\n',
      '  [odd]\n  a = [\n    1, # one\n    2,\n  ]\n',
      '[[many]]\na = 1\n[[many]]\na = 2\n',
      "[windows]\npath = 'C:\\tools'\n",
    ];
    const servers = [
      '',
      '[mcp_servers]\n',
      '[mcp_servers.a]\ncommand = "a"\n[mcp_servers.a.env]\nK = "v"\n',
      '[mcp_servers]\na = { command = "a" }\n',
      '[ mcp_servers . "a b" ]\nurl = "https://a.example"\n\n\n',
      '[mcp_servers.svc2]\ncommand = "a"\n',
    ];
    const files = fc
      .tuple(fc.constantFrom('', 'model = "o3"\n'), filesOf(pieces, servers))
      .map(([first, rest]) => (rest.startsWith('\ufeff') ? `\ufeff${first}${rest.slice(1)}` : first + rest));
    fc.assert(
      fc.property(files, (before) => holds(id, platform, before)),
      { numRuns: 200 },
    );
  });
});
