import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';

/** PostgreSQL with TLS before it, as managed ones have it: answers an SSLRequest with S (PostgreSQL manual, 54.2.10). */
export interface TlsFront {
  readonly port: number;
  /** The names that were asked for (SNI). */
  readonly names: readonly string[];
  close(): Promise<void>;
}

export async function startTlsFront(to: { host: string; port: number }): Promise<TlsFront> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-tls-'));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
    ...['-keyout', keyFile, '-out', certFile],
  ]);
  const [key, cert] = await Promise.all([readFile(keyFile), readFile(certFile)]);
  await rm(folder, { recursive: true });
  const names: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (request) => {
      if (request.length !== 8) return void socket.destroy();
      socket.write('S');
      const SNICallback = (name: string, done: (error: Error | null) => void) => {
        names.push(name);
        done(null);
      };
      const secure = new TLSSocket(socket, { isServer: true, key, cert, SNICallback });
      const inner = connect(to);
      for (const [one, other] of [
        [secure, inner],
        [inner, secure],
      ] as const) {
        one.on('error', () => other.destroy());
        one.on('close', () => other.destroy());
        one.pipe(other);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, names, close: () => new Promise((resolve) => void server.close(() => resolve())) };
}
