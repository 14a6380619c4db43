import { readFile } from 'node:fs/promises';
import { getStaticTOMLValue, parseTOML } from 'toml-eslint-parser';
import { expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { HOST_IDS, HOSTS, type Host } from '../../src/cli/hosts/hosts.ts';

const README = await readFile(new URL('../../manifests/mcp/README.md', import.meta.url), 'utf8');
const URL_OF_SERVICE = 'http://127.0.0.1:8787/mcp';
const START = { program: 'svc', args: ['mcp', 'serve'] };

const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  json: JSON.parse,
  yaml: parseYaml,
  toml: (text) => getStaticTOMLValue(parseTOML(text)),
};

/** The whole file that holds the entry alone. */
function fileOf({ place, remote, stdio }: Host): unknown {
  const entry = remote?.(URL_OF_SERVICE) ?? stdio(START);
  const last: unknown = 'isList' in place && place.isList ? [entry] : { svc: entry };
  return [...place.path].reverse().reduce<unknown>((inner, name) => ({ [name]: inner }), last);
}

test.each(HOST_IDS)('%s: the entry that is pasted is the one that is installed', (id) => {
  const host: Host = HOSTS[id];
  const [, language = '', snippet = ''] = new RegExp(`^${host.name}, [^\\n]+:\\n\\n\`{3}(\\w+)\\n([^\`]+)\`{3}$`, 'm').exec(README) ?? [];
  expect(language).toBe(host.format);
  expect(PARSERS[language]?.(snippet)).toEqual(fileOf(host));
});
