import { createServer as createPlainServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { newCertificate } from './tls-front.ts';

export interface PrefixProxy {
  /** With the prefix at its end. */
  readonly url: string;
  /** Paths that were asked for outside of the prefix. */
  readonly outside: readonly string[];
  /** Where requests go from now on. */
  lead(port: number): void;
  close(): Promise<void>;
}

/**
 * Serves a service under a path, which it takes off, as proxies do that have several behind one name; it says nothing of the path.
 * What agent hosts look for at the top of a site, under the name of the path, is led there as it is.
 */
export async function startPrefixProxy(prefix: string, { withTls = true } = {}): Promise<PrefixProxy> {
  const outside: string[] = [];
  const wellKnown = [`/.well-known/oauth-authorization-server${prefix}`, `/.well-known/oauth-protected-resource${prefix}/mcp`];
  let port = 0;
  const lead = (asked: IncomingMessage, reply: ServerResponse) => {
    const path = asked.url ?? '';
    const isUnder = path.startsWith(`${prefix}/`);
    if (!isUnder && !wellKnown.includes(path)) {
      outside.push(path);
      reply.writeHead(404).end();
      return;
    }
    const { method, headers } = asked;
    const onwards = request({ host: '127.0.0.1', port, method, headers, path: isUnder ? path.slice(prefix.length) : path }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    onwards.on('error', () => reply.destroy());
    reply.on('close', () => onwards.destroy());
    asked.pipe(onwards);
  };
  const server = withTls ? createServer(await newCertificate(), lead) : createPlainServer(lead);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `${withTls ? 'https' : 'http'}://localhost:${(server.address() as AddressInfo).port}${prefix}`,
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
