import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { lookAtClickHouse } from '../../src/engines/clickhouse/open-server.ts';

test('a server of something else, where a ClickHouse was named, is told as what it is', async () => {
  const server = createServer((_request, response) => void response.writeHead(404).end('{"error": "not found"}')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(lookAtClickHouse(url, 5_000)).rejects.toThrow(
    `CLICKHOUSE_URL: no ClickHouse answers at ${url} (What answers there is not the HTTP interface of a ClickHouse server). Check that it runs, and the port of its HTTP interface: usually 8123, with https 8443.`,
  );
  server.close();
});
