import { pipeline, type Readable, type Transform } from 'node:stream';
import { type BrotliOptions, brotliCompress, constants, createBrotliCompress, createGzip, gzip, type ZlibOptions } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/**
 * Replies in the encoding that the caller likes best (RFC 9110, 12.5.3), off the event loop. A stream of rows is flushed
 * with each piece, so that what has come can be read; a stream of events is left as it is.
 *
 * Not `@fastify/compress`: it takes CSV whose header begins with the bytes of a zlib stream (`hb`, `H,`) for compressed
 * text, and sends it as it is under a `Content-Encoding` that it does not have.
 */
export function compressReplies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isText(payload) && !isStream(payload)) return done();
    if (!COMPRESSIBLE.test(String(reply.getHeader('content-type')))) return done();
    varyByEncoding(reply);
    if (request.method === 'HEAD' || (isText(payload) && Buffer.byteLength(payload) < WORTH_BYTES)) return done();
    const encoding = encodingFor(request);
    if (encoding === 'identity') return done();
    reply.header('content-encoding', encoding);
    // A file's is of what it was before.
    reply.removeHeader('content-length');
    const { whole, stream } = ENCODERS[encoding];
    if (Buffer.isBuffer(payload) && KEPT.has(payload)) encodedOf(payload, encoding).then((encoded) => done(null, encoded), done);
    else if (isText(payload)) whole(payload, done);
    // A pipeline would only say that it closed too early.
    else if (payload.errored) done(payload.errored);
    // Whoever reads the stream is told of its errors by the stream itself.
    else
      done(
        null,
        pipeline(payload, stream(), () => undefined),
      );
  });
}

/** What each reply sends as it is: its encoded forms are made once, and by one for all that wait for it. */
export function keepEncoded(payload: Buffer): Buffer {
  if (!KEPT.has(payload)) KEPT.set(payload, new Map());
  return payload;
}

type Encoding = keyof typeof ENCODERS;

const KEPT = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>();

function encodedOf(payload: Buffer, encoding: Encoding): Promise<Buffer> {
  const forms = KEPT.get(payload);
  const known = forms?.get(encoding);
  if (known) return known;
  const made = new Promise<Buffer>((resolve, reject) =>
    ENCODERS[encoding].whole(payload, (error, encoded) => (error ? reject(error) : resolve(encoded))),
  );
  forms?.set(encoding, made);
  made.catch(() => forms?.delete(encoding));
  return made;
}

/** Below this a reply fits into one packet, or nearly. */
const WORTH_BYTES = 1_024;

const COMPRESSIBLE = /^(?:application\/(?:x-ndjson|json|javascript)|text\/(?:csv|html|css|javascript)|image\/svg\+xml)(?:;|$)/;

const isText = (payload: unknown): payload is string | Buffer => typeof payload === 'string' || Buffer.isBuffer(payload);
const isStream = (payload: unknown): payload is Readable => typeof (payload as Readable | null)?.pipe === 'function';

/** About 200 MB of CSV a second on one core; a window of 256 KiB keeps what a stream takes small. */
const BROTLI: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_LGWIN]: 18 } };
const GZIP: ZlibOptions = { level: 4 };

interface Encoder {
  readonly whole: (payload: string | Buffer, done: (error: Error | null, encoded: Buffer) => void) => void;
  readonly stream: () => Transform;
}

const ENCODERS: Readonly<Record<'br' | 'gzip', Encoder>> = {
  br: {
    whole: (payload, done) => brotliCompress(payload, BROTLI, done),
    stream: () => createBrotliCompress({ ...BROTLI, flush: constants.BROTLI_OPERATION_FLUSH }),
  },
  gzip: {
    whole: (payload, done) => gzip(payload, GZIP, done),
    stream: () => createGzip({ ...GZIP, flush: constants.Z_SYNC_FLUSH }),
  },
};

const OFFERED = ['br', 'gzip', 'identity'] as const;

/** Of equally liked ones the first on offer; a caller that says nothing, or refuses all of them, gets the text as it is. */
function encodingFor({ headers }: FastifyRequest): (typeof OFFERED)[number] {
  const accepted = headers['accept-encoding'];
  if (accepted === undefined) return 'identity';
  const negotiator = new Negotiator({ headers: { 'accept-encoding': accepted } }) as unknown as Preferring;
  return (negotiator.encoding(OFFERED, { preferred: OFFERED }) as (typeof OFFERED)[number] | undefined) ?? 'identity';
}

/** Of version 1.0, where the types are of 0.6. */
interface Preferring {
  encoding(offered: readonly string[], options: { readonly preferred: readonly string[] }): string | undefined;
}

function varyByEncoding(reply: FastifyReply): void {
  const vary = reply.getHeader('vary');
  if (vary === undefined) reply.header('vary', 'Accept-Encoding');
  // A refusal in place of a reply has it already.
  else if (!String(vary).includes('Accept-Encoding')) reply.header('vary', `${vary}, Accept-Encoding`);
}
