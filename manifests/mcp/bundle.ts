import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packExtension } from '@anthropic-ai/mcpb';
import { build } from 'vite';
import { TOOL_LIST } from '../../mcp/tool-list.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Packs `svc mcp serve` as one file that desktop hosts install (MCPB 0.3): it needs Node and nothing else. @returns where it is */
export async function makeBundle(outputPath: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-mcpb-'));
  try {
    await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(await manifest(), null, 2)}\n`);
    await bundleServer(join(folder, 'server'));
    const path = resolve(outputPath);
    await mkdir(dirname(path), { recursive: true });
    if (!(await packExtension({ extensionPath: folder, outputPath: path, silent: true }))) throw new Error('The bundle was not packed.');
    return path;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function bundleServer(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: at('.'),
    logLevel: 'error',
    build: {
      ssr: at('./entry.ts'),
      outDir,
      emptyOutDir: true,
      target: 'node20',
      reportCompressedSize: false,
      // A keychain is native code of one platform: without it the key is kept in a file of its user alone.
      rolldownOptions: { external: ['@napi-rs/keyring'], output: { entryFileNames: 'main.mjs', chunkFileNames: '[name].mjs' } },
    },
    ssr: { noExternal: true },
  });
}

async function manifest(): Promise<object> {
  const { version, description, license, engines } = JSON.parse(await readFile(at('../../package.json'), 'utf8')) as {
    readonly version: string;
    readonly description: string;
    readonly license: string;
    readonly engines: { readonly node: string };
  };
  return {
    manifest_version: '0.3',
    name: 'svc',
    display_name: 'svc',
    version,
    description,
    author: { name: 'svc' },
    license,
    server: {
      type: 'node',
      entry_point: 'server/main.mjs',
      mcp_config: {
        command: 'node',
        args: [`${filledIn('__dirname')}/server/main.mjs`],
        env: { SVC_API_URL: userConfig('api_url'), SVC_API_KEY: userConfig('api_key') },
      },
    },
    tools: TOOL_LIST.map(({ name, title }) => ({ name, description: title })),
    prompts_generated: true,
    user_config: {
      api_url: {
        type: 'string',
        title: 'Address of the service',
        description: 'Where svc runs; `svc serve` starts it on this machine.',
        default: 'http://127.0.0.1:8787',
        required: true,
      },
      api_key: {
        type: 'string',
        title: 'Key',
        description: 'An agent’s key of your account (sk_mcp_…). A service on this machine needs none.',
        sensitive: true,
        required: false,
        default: '',
      },
    },
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: engines.node } },
  };
}

/** What the host fills in. */
const filledIn = (name: string): string => `$\{${name}}`;
const userConfig = (name: string): string => filledIn(`user_config.${name}`);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = await makeBundle(process.argv[2] ?? at('../../dist/svc.mcpb'));
  process.stdout.write(`${path}\n`);
}
