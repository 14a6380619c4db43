import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, rootCertificates } from 'node:tls';
import { Fault } from '../../fault.ts';
import { type Reach, resolveHost } from '../resolve-host.ts';
import { ADDRESSES_MAX, CONNECT_MS, isNobodyThere, SOCKET_REASONS } from '../socket-fault.ts';
import type { ClickHouseUrl } from './connection-url.ts';

interface Options {
  readonly reach: Reach;
  /** Certificates (PEM) that are trusted besides the system's. */
  readonly trusted?: string | undefined;
  /** Connections at once; what else is sent waits for one. */
  readonly sockets: number;
}

type Where = Pick<ClickHouseUrl, 'host' | 'port' | 'isTls'>;
type Connected = (error: Error | null, socket?: Socket) => void;

/**
 * Dials one host, on an address that is resolved and checked for each new connection, whatever a request names. TLS is to the host's name: it is
 * what the server is asked for (SNI, RFC 6066) and what its certificate has to be of.
 */
export function createPinnedAgent(where: Where, options: Options): HttpAgent {
  const settings = { keepAlive: true, maxSockets: options.sockets };
  const agent = where.isTls ? new HttpsAgent(settings) : new HttpAgent(settings);
  return Object.assign(agent, {
    createConnection(_: unknown, done?: Connected): undefined {
      dial(where, options).then(
        (socket) => done?.(null, socket),
        (error: Error) => done?.(error),
      );
    },
  });
}

/** @throws Fault db_unreachable, db_misconfigured, invalid_request */
async function dial(where: Where, { reach, trusted }: Options): Promise<Socket> {
  const addresses = await resolveHost(where.host, reach);
  let failure: unknown;
  for (const address of addresses.slice(0, ADDRESSES_MAX)) {
    try {
      return await connected(address, where, trusted);
    } catch (error) {
      failure = error;
      if (!isNobodyThere(error)) break;
    }
  }
  throw unreachable(failure);
}

function connected(address: string, { host, port, isTls }: Where, trusted: string | undefined): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket = isTls
      ? connectTls({
          host: address,
          port,
          ...name,
          ALPNProtocols: ['http/1.1'],
          ...(trusted === undefined ? {} : { ca: [...rootCertificates, trusted] }),
        })
      : connectTcp({ host: address, port });
    const timer = setTimeout(() => socket.destroy(Object.assign(new Error('timeout expired'), { code: 'ETIMEDOUT' })), CONNECT_MS);
    const failed = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    socket.once('error', failed);
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer);
      socket.off('error', failed);
      resolve(socket);
    });
  });
}

function unreachable(error: unknown): Fault {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const [, fault, reason] = SOCKET_REASONS.find(([pattern]) => pattern.test(String(code)) || pattern.test(String(message))) ?? OTHER;
  return new Fault(fault, { params: { reason }, cause: error });
}

const OTHER = [/./, 'db_unreachable', 'The connection was ended before anything was said.'] as const;
