import { type IncomingMessage, maxHeaderSize, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Stop } from '../fastify/stop.ts';
import { Fault } from '../fault.ts';
import { newId } from '../lib/id.ts';
import { mayHaveBody } from './arriving.ts';
import { envelope, headersOf, REPLY_HEADERS } from './errors.ts';

/** How long a client that is refused may take to read why, before its connection goes. */
const LINGER_MS = 2_000;

/**
 * What Node would refuse by itself, bare or in silence, gets the envelope too: an expectation that nobody meets, a tunnel,
 * bytes that are no HTTP. And `Expect: 100-continue` is answered when the body is wanted, not before, so that who is
 * refused on its headers sends no body at all.
 */
export function refuseAsNode(app: FastifyInstance): void {
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => app.routing(request, response));
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (/^100-continue$/i.test(request.headers.expect ?? '') && !reply.raw.headersSent) reply.raw.writeContinue();
    done();
  });
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { text, headers } = refusal(malformed('The only expectation that is met here is 100-continue.'));
    response.writeHead(417, headers).end(text);
  });
  app.server.on('connect', (_request: IncomingMessage, socket: Socket) => refuseSocket(socket, malformed('This is no proxy.'), 405));
}

/**
 * A compressed body is not read as what it is not, on any path, nor unpacked: a few bytes may become gigabytes.
 * `Accept-Encoding` says what would be taken (RFC 9110, 12.5.3).
 */
export function refuseEncoded(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const encoding = request.headers['content-encoding'];
    if (encoding === undefined || /^\s*(?:identity)?\s*$/i.test(encoding)) return done();
    reply.header('accept-encoding', 'identity');
    const reason = `Bodies with Content-Encoding ${encoding.slice(0, 80)} are not read: send it without compression.`;
    done(new Fault('unsupported_media_type', { params: { reason, allowed: ['identity'] } }));
  });
}

/** For Fastify's `clientErrorHandler`: what Node cannot parse, or did not get in time, reaches no route. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  refuseSocket(socket, UNREADABLE[error.code ?? '']?.() ?? malformed('This is not a well-formed HTTP request.'));
}

/** By Node's error code. */
const UNREADABLE: Readonly<Record<string, () => Fault>> = {
  HPE_HEADER_OVERFLOW: () => new Fault('headers_too_large', { params: { maxBytes: maxHeaderSize } }),
  ERR_HTTP_REQUEST_TIMEOUT: () => new Fault('request_timeout'),
};

const malformed = (reason: string): Fault => new Fault('invalid_request', { params: { reason } });

/** @param status The fault's own when absent. */
function refuseSocket(socket: Socket, fault: Fault, status?: number): void {
  const { status: own, text, headers } = refusal(fault);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const code = status ?? own;
  socket.end(`HTTP/1.1 ${code} ${STATUS_CODES[code]}\r\n${lines.join('')}\r\n${text}`);
  // A client that neither reads nor closes would keep its descriptor for ever.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function refusal(fault: Fault): { status: number; text: string; headers: Record<string, string> } {
  const requestId = newId();
  const { status, body } = envelope(fault, requestId);
  const text = JSON.stringify(body);
  const headers = {
    'x-request-id': requestId,
    ...REPLY_HEADERS,
    ...headersOf(fault),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  };
  return { status, text, headers };
}

/**
 * A client that is refused while it still sends must be able to read why: closing at once resets the connection, and the
 * reply is lost with it (RFC 9112, 9.6). What it still sends is read and thrown away, for a while.
 */
export function lingerAfterRefusals(app: FastifyInstance, stop: Stop): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { raw } = request;
    if (raw.complete || !mayHaveBody(raw)) return done();
    // Fastify closes such a connection at once; during a stop it is meant to.
    if (!stop.begun) reply.removeHeader('connection');
    reply.raw.once('finish', () => {
      if (raw.complete) return;
      raw.resume();
      const timer = setTimeout(() => raw.socket.destroy(), LINGER_MS).unref();
      raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
    });
    done();
  });
}
