import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compressReplies } from '../../src/http/compress.ts';
import { registerDocs } from '../../src/http/docs.ts';
import { registerPages } from '../../src/http/pages.ts';

const SCRIPT = `console.log(${JSON.stringify('x'.repeat(5_000))});`;

let folder: string;
let app: FastifyInstance;
/** What was handed on to be sent, encoded or not. */
let sent: unknown[];
beforeEach(async () => {
  app = Fastify();
  compressReplies(app);
  sent = [];
  app.addHook('onSend', (_request, _reply, payload, done) => {
    sent.push(payload);
    done();
  });
  await registerDocs(app);
  folder = await mkdtemp(join(tmpdir(), 'svc-assets-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets', 'index-1.js'), SCRIPT);
  registerPages(app, folder, null);
});
afterEach(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, encoding: string, host = 'localhost') => app.inject({ url, headers: { host, 'accept-encoding': encoding } });

const PATHS = ['/openapi.json', '/docs/openapi.json', '/docs/swagger-ui-bundle.js', '/docs/swagger-ui.css', '/assets/index-1.js'];
describe.each(PATHS)('%s', (path) => {
  test.each(['br', 'gzip', 'identity'])('as %s is made once, and its bytes are everybody’s', async (encoding) => {
    await Promise.all(Array.from({ length: 20 }, () => get(path, encoding)));
    await get(path, encoding);
    expect(sent).toHaveLength(21);
    expect(new Set(sent).size).toBe(1);
  });
});

test('of each address the document names that one, however many there are', async () => {
  for (let n = 0; n < 20; n++) {
    const reply = await get('/openapi.json', 'identity', `localhost:${n + 1}`);
    expect(reply.json()).toMatchObject({ servers: [{ url: `http://localhost:${n + 1}` }] });
  }
  expect((await get('/openapi.json', 'identity')).json()).toMatchObject({ servers: [{ url: 'http://localhost' }] });
});

test('a script of the pages says what it is, for how long it may be kept, and that it is the one which somebody has', async () => {
  const reply = await get('/assets/index-1.js', 'identity');
  expect([reply.statusCode, reply.body]).toEqual([200, SCRIPT]);
  expect(reply.headers).toMatchObject({
    'content-type': expect.stringMatching(/javascript/),
    'cache-control': expect.stringMatching(/immutable/),
  });
  expect(reply.headers['content-length']).toBe(String(SCRIPT.length));
  const known = { host: 'localhost', 'if-none-match': String(reply.headers.etag) };
  const again = await app.inject({ url: '/assets/index-1.js', headers: known });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await app.inject({ method: 'HEAD', url: '/assets/index-1.js', headers: { host: 'localhost' } })).body).toBe('');
});

test('what a new build brings is found without a new start', async () => {
  expect((await get('/assets/index-2.js', 'br')).statusCode).toBe(404);
  await writeFile(join(folder, 'assets', 'index-2.js'), SCRIPT);
  expect((await get('/assets/index-2.js', 'identity')).body).toBe(SCRIPT);
});
