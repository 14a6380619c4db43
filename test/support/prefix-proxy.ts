import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { newCertificate } from './tls-front.ts';

export interface PrefixProxy {
  /** With TLS, and the prefix at its end. */
  readonly url: string;
  /** Paths that were asked for outside of the prefix. */
  readonly outside: readonly string[];
  /** Where requests go from now on. */
  lead(port: number): void;
  close(): Promise<void>;
}

/** Serves a service under a path, which it takes off, as proxies do that have several behind one name; it says nothing of the path. */
export async function startPrefixProxy(prefix: string): Promise<PrefixProxy> {
  const outside: string[] = [];
  let port = 0;
  const server = createServer(await newCertificate(), (asked, reply) => {
    const path = asked.url ?? '';
    if (!path.startsWith(`${prefix}/`)) {
      outside.push(path);
      reply.writeHead(404).end();
      return;
    }
    const { method, headers } = asked;
    const onwards = request({ host: '127.0.0.1', port, method, headers, path: path.slice(prefix.length) }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    onwards.on('error', () => reply.destroy());
    reply.on('close', () => onwards.destroy());
    asked.pipe(onwards);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}${prefix}`,
    outside,
    lead(next) {
      port = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
