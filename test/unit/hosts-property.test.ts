import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonEditor } from '../../src/cli/hosts/edit-json.ts';
import { tomlEditor } from '../../src/cli/hosts/edit-toml.ts';
import { yamlEditor } from '../../src/cli/hosts/edit-yaml.ts';
import { lineEndOf } from '../../src/cli/hosts/editor.ts';
import { readEntry, withEntry, withoutEntry } from '../../src/cli/hosts/entry.ts';
import { HOSTS, type Host, type HostId } from '../../src/cli/hosts/hosts.ts';

const entryOf = (id: HostId) => HOSTS[id].stdio({ program: '/opt/node/bin/node', args: ['main.js', 'mcp', 'serve', '--host', id] });

/** What holds for every file that a host may have. */
function holds(id: HostId, before: string): void {
  const host: Host = HOSTS[id];
  const after = withEntry(host, before, entryOf(id));
  expect(readEntry(host, after)).toEqual({ entry: entryOf(id), isOurs: true });
  expect(withEntry(host, after, entryOf(id))).toBe(after);
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
  const config = fc
    .tuple(others, fc.option(fc.dictionary(fc.string(), server, { maxKeys: 3 }), { nil: undefined }), others)
    .map(([first, servers, last]) => ({ ...first, ...(servers ? { mcpServers: servers } : {}), ...last }))
    .filter(
      (value) => !JSON.stringify(value).includes('__proto__') && (value.mcpServers === undefined || typeof value.mcpServers === 'object'),
    );

  test('JSON', () => {
    const files = fc.tuple(mark, between, config.chain(printed), between).map((parts) => parts.join(''));
    fc.assert(
      fc.property(files, (before) => holds('cursor', before)),
      { numRuns: 400 },
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

  test('YAML, keys and values', () => {
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
      fc.property(filesOf(YAML, servers), (before) => holds('goose', before)),
      { numRuns: 200 },
    );
  });

  test('YAML, a list', () => {
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
      fc.property(filesOf(['name: c\n', ...YAML], servers), (before) => holds('continue', before)),
      { numRuns: 200 },
    );
  });

  test('TOML', () => {
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
      fc.property(files, (before) => holds('codex', before)),
      { numRuns: 200 },
    );
  });
});
