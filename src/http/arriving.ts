import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Fault } from '../fault.ts';
import { addressGroup } from '../lib/address-group.ts';
import { callerAddress } from './forwarded.ts';

/** Longest time that the body of a request without a credential may take; of others Node's own limit decides. */
const UNKNOWN_BODY_MS = 10_000;
/** Bodies of one address on their way at once. */
const PER_ADDRESS_MAX = 64;

/** Pieces of a body, and bytes of each on average: each piece is work, and one read of a connection may bring ten thousand of one byte. */
const PIECES_MAX = 4_096;
const PIECE_BYTES_MIN = 16;

/**
 * Bounds bodies that come slowly, or in crumbs: each holds a connection and what has arrived of it. A body that came with its headers is
 * none of these. Where an address has too many, the one that takes the longest gives way.
 */
export function boundArrivals(app: FastifyInstance): void {
  /** By address, the longest on its way first. */
  const arriving = new Map<string, Set<() => void>>();

  app.addHook('preParsing', (request, _reply, _payload, done) => {
    done();
    const { raw } = request;
    // All of it may have come while the caller was looked up, and in crumbs it would still be work; less is no more pieces than that.
    if (!mayHaveBody(raw) || (raw.complete && raw.readableLength < PIECES_MAX)) return;
    refuseCrumbs(raw);
    if (raw.complete) return;
    const address = addressGroup(callerAddress(request));
    const others = arriving.get(address) ?? new Set();
    arriving.set(address, others);
    const giveWay = () => cut(raw, new Fault('overloaded', { params: { reason: 'Too many bodies from this address arrive slowly.' } }));
    others.add(giveWay);
    const late = () => cut(raw, new Fault('request_timeout'));
    const timer = request.headers.authorization === undefined ? setTimeout(late, UNKNOWN_BODY_MS) : undefined;
    const settle = () => {
      clearTimeout(timer);
      others.delete(giveWay);
      if (others.size === 0 && arriving.get(address) === others) arriving.delete(address);
    };
    raw.once('end', settle).once('close', settle);
    if (others.size <= PER_ADDRESS_MAX) return;
    const [longest] = others;
    if (longest) others.delete(longest);
    longest?.();
  });
}

function refuseCrumbs(raw: IncomingMessage): void {
  let [pieces, bytes] = [0, 0];
  raw.on('data', (piece: Buffer) => {
    pieces += 1;
    bytes += piece.length;
    if (pieces < PIECES_MAX || bytes >= pieces * PIECE_BYTES_MIN) return;
    if (pieces === PIECES_MAX)
      cut(raw, new Fault('invalid_request', { params: { reason: 'The body comes in too many small pieces: send larger ones.' } }));
    // Who goes on is not listened to until it has read why.
    else if (pieces > 2 * PIECES_MAX) raw.socket.destroy();
  });
}

export const mayHaveBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Whoever reads the body answers with the fault; when nobody does any more, the connection goes. */
function cut(raw: IncomingMessage, fault: Fault): void {
  if (raw.listenerCount('error') > 0) raw.emit('error', fault);
  else raw.destroy();
}
