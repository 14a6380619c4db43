import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { Fault } from '../../src/fault.ts';
import { asFault } from '../../src/http/errors.ts';

test('a caller who left before the rows were sent is no error of the service', async () => {
  const rows = new PassThrough();
  const ended = finished(rows).catch((error: unknown) => asFault(error, 1));
  rows.destroy();
  expect(await ended).toMatchObject({ code: 'query_cancelled' });
});

test('a client that went before its body had arrived is no error of the service', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const failed = new Promise<unknown>((resolve) => server.on('request', (request) => request.resume().once('error', resolve)));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 900\r\n\r\n{', () => socket.destroy());
  expect(asFault(await failed, 1)).toMatchObject({ code: 'invalid_request' });
  server.close();
});

test.each([
  ['a fault is itself', new Fault('db_not_found'), 'db_not_found'],
  ['a body that is too long', Object.assign(new Error(), { code: 'FST_ERR_CTP_BODY_TOO_LARGE' }), 'payload_too_large'],
  ['a request that cannot be read', Object.assign(new Error(), { code: 'FST_ERR_CTP_INVALID_CONTENT_LENGTH' }), 'invalid_request'],
  ['what nobody meant', new TypeError('x'), 'internal_error'],
])('%s', (_, error, code) => {
  expect(asFault(error, 1)).toMatchObject({ code });
});
