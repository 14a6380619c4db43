import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const ADDRESS = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const;

export const isLoopbackAddress = (address: string): boolean => ADDRESS.test(address);

/**
 * Whether a request comes from this machine itself and calls it by a loopback name. A proxy on this machine stands for
 * people elsewhere; most say so in a header, or speak HTTP/1.0.
 */
export const isFromThisMachine = ({ headers, httpVersion, socket }: IncomingMessage): boolean =>
  isLoopbackAddress(socket.remoteAddress ?? '') &&
  HOST.test(headers.host ?? '') &&
  httpVersion !== '1.0' &&
  PROXY_HEADERS.every((name) => headers[name] === undefined);

/** The address and port that a connection came to: `127.0.0.1:8787`, `[::1]:8787`. */
export function arrivedAt({ localAddress = '', localPort = 0 }: Socket): string {
  const address = localAddress.replace(/^::ffff:(?=\d+\.)/, '');
  return `${address.includes(':') ? `[${address}]` : address}:${localPort}`;
}
