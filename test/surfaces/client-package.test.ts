import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build, minify } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, startBrowser } from '../support/chromium.ts';
import { startService, type TestService } from '../support/service.ts';

const run = promisify(execFile);
const CLIENT_MAX_BYTES = 15_000;
const CONFIG = fileURLToPath(new URL('../../client/vite.config.ts', import.meta.url));
const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

let service: TestService;
let folder: string;
/** Text of the module that programs import. */
let text: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-client-'));
  await build({ configFile: CONFIG, logLevel: 'error', build: { outDir: folder } });
  text = await readFile(join(folder, 'index.js'), 'utf8');
  service = await startService();
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs where the module runs: it may name nothing from outside of itself. */
async function exercise({ createClient, SvcError }: typeof import('../../src/client/index.ts'), url: string) {
  const client = createClient({ baseUrl: url });
  const created = await client.createDatabase({ goal: 'track coffee beans with roaster, price and rating' });
  const db = created.dbId;
  const { inserted } = await client.insert({
    db,
    table: 'coffee_beans',
    rows: [
      { roaster: 'Onyx 日本', price: 18.5 },
      { roaster: 'Sey', price: 21 },
    ],
  });
  const { data } = await client.run({ db, sql: 'SELECT 9007199254740993 AS wide, 1.50::numeric AS exact' });
  const told: string[] = [];
  const asked = client.ask.stream({ db, goal: 'how many coffee beans are there?' }, { onEvent: ({ type }) => told.push(type) });
  const steps: string[] = [];
  for await (const { type } of asked) steps.push(type);
  const reply = await asked.reply();
  const stream = await client.runRows({ db, sql: 'SELECT n + 9007199254740993 AS n FROM generate_series(1, 3000) n' }, 'ndjson');
  const rows: unknown[] = [];
  if ('rows' in stream) for await (const row of stream.rows()) rows.push(row.n);
  const csv = await client.askRows({ db, goal: 'show all coffee beans' }, 'csv');
  const csvText = 'body' in csv ? await new Response(csv.body).text() : '';
  const wrote = await client.runRows({ db, sql: "INSERT INTO coffee_beans (roaster) VALUES ('Hex') RETURNING roaster" }, 'csv');
  const broken = await client
    .runRows({ db, sql: "SELECT repeat('x', 100) AS x, 1 / (200000 - n) AS q FROM generate_series(1, 300000) n" }, 'csv')
    .then(async (one) => {
      const reader = 'body' in one ? one.body.getReader() : null;
      while (reader && !(await reader.read()).done);
      return 'whole';
    })
    .catch((error: unknown) => (error instanceof SvcError ? error.code : String(error)));
  const refused = await client.run({ db, sql: 'SELECT nothing FROM nowhere' }).catch((error: unknown) => error);
  const leaving = new AbortController();
  leaving.abort();
  const left = await client.listDatabases({}, { signal: leaving.signal }).catch((error: unknown) => error);
  const noSession = await client.byollmStatus().catch((error: unknown) => error);
  const both = (() => {
    try {
      createClient({ apiKey: 'k', withCredentials: true });
      return 'made';
    } catch (error) {
      return (error as Error).name;
    }
  })();
  const codeOf = (error: unknown) => (error instanceof SvcError ? [error.code, error.httpStatus, error.body !== null] : String(error));
  return {
    inserted,
    wide: data.map((row) => [typeof row.wide, String(row.wide), row.exact])[0],
    toldAsWalked: told.join() === steps.join() && steps.includes('executing'),
    answered: 'answer' in reply && reply.answer.includes('2'),
    rows: [rows.length, typeof rows[2999], String(rows[2999])],
    csv: csvText.includes('Onyx 日本'),
    wrote: 'kind' in wrote ? [wrote.kind, wrote.rowCount] : 'a stream',
    broken,
    refused: codeOf(refused),
    left: codeOf(left),
    noSession: codeOf(noSession),
    both,
    token: client.anonymousToken()?.slice(0, 5),
  };
}

const EXPECTED = {
  inserted: 2,
  wide: ['bigint', '9007199254740993', 1.5],
  toldAsWalked: true,
  answered: true,
  rows: [3_000, 'bigint', '9007199254743993'],
  csv: true,
  wrote: ['write', 1],
  broken: 'network_error',
  refused: ['sql_rejected', 400, true],
  left: ['aborted', 0, false],
  noSession: ['byollm_requires_session', 0, true],
  both: 'TypeError',
  token: 'anon_',
};

/** Says so where it is not, since the client is then not tried in it. */
function isThere(program: string): boolean {
  const found = spawnSync(program, ['--version']).status === 0;
  if (!found) console.warn(`The client is not tried in ${program}, which is not installed here.`);
  return found;
}

/** What a program of another runtime reports. */
async function exercisedBy(program: string, args: readonly string[]): Promise<unknown> {
  const file = join(folder, 'exercise.mjs');
  const exercised = `import * as client from './index.js'; const exercise = ${exercise.toString()};`;
  await writeFile(file, `${exercised} console.log(JSON.stringify(await exercise(client, '${service.url}')));`);
  const { stdout } = await run(program, [...args, file]);
  return JSON.parse(stdout);
}

describe('the client as programs get it', () => {
  test('is one module that imports nothing, and small', async () => {
    expect((await readdir(folder)).filter((name) => name.endsWith('.js'))).toEqual(['index.js']);
    // Without its comments, which show imports.
    const { code } = await minify('index.js', text);
    expect(code).not.toMatch(/\bimport\b|\bfrom["'`]|\brequire\(|["'`]node:/);
    const bytes = gzipSync(code).length;
    expect(bytes).toBeLessThan(CLIENT_MAX_BYTES);
  });

  test('works in Node', async () => {
    const module = (await import(
      /* @vite-ignore */ pathToFileURL(join(folder, 'index.js')).href
    )) as typeof import('../../src/client/index.ts');
    expect(await exercise(module, service.url)).toEqual(EXPECTED);
  });

  // `.ci/with-deno-and-bun` brings both.
  test.runIf(isThere('deno'))('works in Deno', async () => {
    expect(await exercisedBy('deno', ['run', '--allow-net'])).toEqual(EXPECTED);
  });

  test.runIf(isThere('bun'))('works in Bun', async () => {
    expect(await exercisedBy('bun', [])).toEqual(EXPECTED);
  });

  test.runIf(hasChromium)('works in a page, and in a worker of it', async () => {
    const { context, end } = await startBrowser();
    try {
      const page = await context.newPage();
      const serve = (name: string, body: string) =>
        context.route(`**/${name}`, (route) => route.fulfill({ body, contentType: 'text/javascript' }));
      await serve('client-in-test.js', text);
      const exercised = `const exercise = ${exercise.toString()};`;
      await serve(
        'worker-in-test.js',
        `import * as client from '/client-in-test.js'; ${exercised}
        exercise(client, location.origin).then(postMessage, (error) => postMessage(String(error)));`,
      );
      await page.goto(`${service.url}/healthz`);
      const inPage = `(async () => { const client = await import('/client-in-test.js'); ${exercised} return await exercise(client, location.origin); })()`;
      expect(await page.evaluate(inPage)).toEqual(EXPECTED);
      const inWorker = `new Promise((resolve) => { const worker = new Worker('/worker-in-test.js', { type: 'module' }); worker.onmessage = ({ data }) => resolve(data); worker.onerror = ({ message }) => resolve(message); })`;
      expect(await page.evaluate(inWorker)).toEqual(EXPECTED);
    } finally {
      await end();
    }
  });

  test('its types serve a strict program of a page without Node’s', async () => {
    await run(process.execPath, [
      TSC,
      '-p',
      fileURLToPath(new URL('../../client/tsconfig.json', import.meta.url)),
      '--outDir',
      join(folder, 'types'),
    ]);
    const program = `import { createClient, SvcError, type AskReply } from './types/client/index.js';
const client = createClient({ apiKey: 'k' });
const reply: AskReply = await client.ask({ goal: 'x' });
if (reply.kind === 'query') reply.rowCount.toFixed();
// @ts-expect-error There is no such field.
await client.run({ sqll: 'SELECT 1' });
for await (const { type } of client.ask.stream({ goal: 'x' })) type.trim();
export const isOurs = (error: unknown): error is SvcError => error instanceof SvcError;
`;
    await writeFile(join(folder, 'program.ts'), program);
    const options = {
      strict: true,
      target: 'es2022',
      module: 'preserve',
      moduleResolution: 'bundler',
      lib: ['es2023', 'dom', 'dom.iterable'],
    };
    const paths = { zod: [fileURLToPath(new URL('../../node_modules/zod', import.meta.url))] };
    const compilerOptions = { ...options, types: [], noEmit: true, paths };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
    const { stdout } = await run(process.execPath, [TSC, '-p', folder]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  });
});
