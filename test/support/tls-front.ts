import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';

/** A server with TLS before it, as managed ones have it. */
export interface TlsFront {
  readonly port: number;
  /** Its own, for `localhost` (PEM). */
  readonly certificate: string;
  /** The names that were asked for (SNI). */
  readonly names: readonly string[];
  close(): Promise<void>;
}

/** A new one for `localhost`, with its key (PEM). */
export async function newCertificate(): Promise<{ key: string; cert: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-tls-'));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
    ...['-keyout', keyFile, '-out', certFile],
  ]);
  const [key, cert] = await Promise.all([readFile(keyFile, 'utf8'), readFile(certFile, 'utf8')]);
  await rm(folder, { recursive: true });
  return { key, cert };
}

/** PostgreSQL's clients ask for TLS first: an SSLRequest is answered with S (PostgreSQL manual, 54.2.10). Others begin with it. */
export async function startTlsFront(to: { host: string; port: number }, { isAskedFor = true } = {}): Promise<TlsFront> {
  const { key, cert } = await newCertificate();
  const names: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    const begin = () => {
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
    };
    if (!isAskedFor) return begin();
    socket.once('data', (request) => {
      if (request.length !== 8) return void socket.destroy();
      socket.write('S');
      begin();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    certificate: String(cert),
    names,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
