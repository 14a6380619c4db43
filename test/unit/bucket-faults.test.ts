import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bucketAt } from '../../src/admin/bucket.ts';

const STALLED_MS = 150;

beforeEach(() => {
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, 'of-a-test');
  vi.stubEnv('AWS_REGION', '');
});
afterEach(() => void vi.unstubAllEnvs());

/** What is said of a bucket whose server is this. */
async function saidOf(listener: RequestListener, scheme = 'http'): Promise<unknown> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  vi.stubEnv('AWS_ENDPOINT_URL_S3', `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`);
  try {
    return await bucketAt('s3://backups/monday', STALLED_MS).manifest();
  } catch (error) {
    return (error as Error).message;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const refuses =
  (status: number, code: string, message: string): RequestListener =>
  (_request, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`);

test.each<[string, string]>([
  ['before it answers', ''],
  ['half-way through a file', 'The first half'],
])('a server that stops answering is not waited for without end: %s', async (_, begun) => {
  const said = await saidOf((_request, response) => {
    if (begun !== '') response.writeHead(200, { 'content-length': '1000' }).write(begun);
  });
  expect(said).toBe('The server of the bucket backups does not answer any more: look at it, and run the same command again.');
});

test('a server that is slow is waited for while something comes', async () => {
  const said = await saidOf(async (_request, response) => {
    response.writeHead(200, { 'content-length': '10' });
    for (let part = 0; part < 10; part++) {
      response.write('x');
      await new Promise((done) => setTimeout(done, STALLED_MS / 3));
    }
    response.end();
  });
  expect(said).toBe('xxxxxxxxxx');
});

test.each<[string, RequestListener, string]>([
  [
    'a wrong secret',
    refuses(403, 'SignatureDoesNotMatch', 'The request signature does not match.'),
    'The bucket backups answers SignatureDoesNotMatch: AWS_SECRET_ACCESS_KEY is not that of AWS_ACCESS_KEY_ID.',
  ],
  [
    'another region',
    refuses(301, 'PermanentRedirect', 'The bucket must be addressed using the specified endpoint.'),
    'The bucket backups answers PermanentRedirect: it is in another region, or on another server. Look at AWS_REGION and AWS_ENDPOINT_URL_S3.',
  ],
  [
    'a sentence of the server',
    refuses(400, 'ExpiredToken', 'The provided token has expired.'),
    'The bucket backups answers ExpiredToken: The provided token has expired.',
  ],
  [
    'a server of something else',
    (_request, response) => void response.writeHead(404, { 'content-type': 'application/json' }).end('{"error": "not found"}'),
    'What answers for the bucket backups (HTTP 404) does not speak S3: look at AWS_ENDPOINT_URL_S3.',
  ],
])('%s is told in one line', async (_, listener, said) => {
  expect(await saidOf(listener)).toBe(said);
});

test('a server without TLS that is asked with it is told in one line', async () => {
  expect(await saidOf(refuses(200, '', ''), 'https')).toMatch(
    /^The server of the bucket backups cannot be reached by TLS \([A-Z_]+\): look at AWS_ENDPOINT_URL_S3; [^\n]+$/,
  );
});

test.each(['127.0.0.1:9000', 's3.example.com', 'localhost:9000'])('an endpoint without a scheme is refused: %s', (endpoint) => {
  vi.stubEnv('AWS_ENDPOINT_URL_S3', endpoint);
  expect(() => bucketAt('s3://backups/monday')).toThrow(
    'AWS_ENDPOINT_URL_S3 takes the address of a server, with https:// or http://, such as https://s3.example.com.',
  );
});
