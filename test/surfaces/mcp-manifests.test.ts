import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackExtension, validateManifest } from '@anthropic-ai/mcpb';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { makeBundle } from '../../manifests/mcp/bundle.ts';
import { TOOLS } from '../../mcp/tools.ts';
import { startService, type TestService } from '../support/service.ts';
import { startSession } from '../support/session.ts';

let service: TestService;
let folder: string;
beforeAll(async () => {
  [service, folder] = [await startService(), await mkdtemp(join(tmpdir(), 'svc-manifests-'))];
});
afterAll(async () => {
  await service?.close();
  await rm(folder, { recursive: true, force: true });
});

interface Manifest {
  readonly tools: readonly { name: string }[];
  readonly server: { mcp_config: { command: string; args: string[]; env: Record<string, string> } };
}

test('the bundle is valid, holds no path of this machine, and serves a host once it is unpacked', async () => {
  const bundle = await makeBundle(join(folder, 'svc.mcpb'));
  const unpacked = join(folder, 'unpacked');
  expect(await unpackExtension({ mcpbPath: bundle, outputDir: unpacked, silent: true })).toBe(true);
  expect(validateManifest(join(unpacked, 'manifest.json'))).toBe(true);
  const text = await readFile(join(unpacked, 'manifest.json'), 'utf8');
  const manifest = JSON.parse(text) as Manifest;
  expect(manifest.tools.map(({ name }) => name)).toEqual(Object.keys(TOOLS));
  expect(await readFile(join(unpacked, 'server/main.mjs'), 'utf8')).not.toContain(process.cwd());
  const { token, db } = await startSession(service);
  const said: Record<string, string> = { __dirname: unpacked, 'user_config.api_url': service.url, 'user_config.api_key': token };
  const filled = (value: string) => value.replace(/\$\{([^}]+)\}/g, (_, name: string) => said[name] ?? '');
  const { command, args, env } = manifest.server.mcp_config;
  const client = new Client({ name: 'desktop host', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: command === 'node' ? process.execPath : command,
      args: args.map(filled),
      env: { HOME: folder, ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)])) },
    }),
  );
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(Object.keys(TOOLS));
  const { structuredContent } = await client.callTool({ name: 'run', arguments: { db, sql: 'SELECT 1 AS one' } });
  expect(structuredContent).toMatchObject({ rows: [[1]] });
  await client.close();
});

const Input = z.strictObject({
  description: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  default: z.string().optional(),
  placeholder: z.string().optional(),
});
const Named = Input.extend({ name: z.string() });
/** The registry's format of 2025-12-11, as far as it is used, without what it tolerates: fields of other names. */
const ServerJson = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  packages: z.array(
    z.strictObject({
      registryType: z.literal('npm'),
      identifier: z.string(),
      version: z.string().regex(/^\d+\.\d+\.\d+$/),
      runtimeHint: z.literal('npx'),
      packageArguments: z.array(z.strictObject({ type: z.literal('positional'), value: z.string() })),
      environmentVariables: z.array(Named),
      transport: z.strictObject({ type: z.literal('stdio') }),
    }),
  ),
  remotes: z.array(
    z.strictObject({
      type: z.literal('streamable-http'),
      url: z.string().regex(/^https:\/\/[^\s]+$/),
      variables: z.record(z.string(), Input),
      headers: z.array(Named),
    }),
  ),
});

test('the entry for the registry has its format, and says of the package what the package says', async () => {
  const read = async (path: string) => JSON.parse(await readFile(new URL(`../../${path}`, import.meta.url), 'utf8')) as unknown;
  const server = ServerJson.parse(await read('manifests/mcp/server.json'));
  const { name, version, mcpName } = (await read('package.json')) as { name: string; version: string; mcpName: string };
  expect(server).toMatchObject({ name: mcpName, version, packages: [{ identifier: name, version }] });
  for (const { url, variables } of server.remotes)
    expect([...url.matchAll(/\{(\w+)\}/g)].map(([, variable]) => variable)).toEqual(Object.keys(variables));
});
