import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compressReplies } from '../../src/http/compress.ts';
import { registerDocs } from '../../src/http/docs.ts';

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
});
afterEach(() => app.close());

const get = (url: string, encoding: string, host = 'localhost') => app.inject({ url, headers: { host, 'accept-encoding': encoding } });

describe.each(['/openapi.json', '/docs/openapi.json', '/docs/swagger-ui-bundle.js', '/docs/swagger-ui.css'])('%s', (path) => {
  test.each(['br', 'gzip', 'identity'])('as %s is made once, and its bytes are everybody’s', async (encoding) => {
    await get(path, encoding);
    await Promise.all(Array.from({ length: 20 }, () => get(path, encoding)));
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
