import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RowFormat, Streamed } from '../call.ts';
import type { Numbers } from '../contract/numbers.ts';
import type { Portion, ResultColumn } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import { encodeJson, quoteJson } from '../lib/encode-json.ts';
import type { Leaving } from '../lib/leaving.ts';
import { createPace } from '../lib/pace.ts';
import { Verbatim } from '../lib/verbatim.ts';
import { uniqueNames, withTexts } from '../result-set.ts';
import { preferredType } from './accept.ts';

/** What the caller wants rows as; JSON when it names none of ours. */
export const rowFormat = (request: FastifyRequest): RowFormat => FORMAT_OF[preferredType(request, ACCEPTED)];

const ACCEPTED = ['application/json', 'text/csv', 'application/x-ndjson'] as const;
const FORMAT_OF = { 'application/json': 'json', 'text/csv': 'csv', 'application/x-ndjson': 'ndjson' } as const;

/** `true` where the caller's `maxRows` left rows out. */
export const TRUNCATED_TRAILER = 'x-svc-truncated';

interface SendOptions {
  readonly format: Exclude<RowFormat, 'json'>;
  readonly leaving: Leaving;
  /** Longest wait for a caller to take `PIECE_BYTES`. */
  readonly stallMs: number;
}

/**
 * Rows as they come, a portion at a time, as fast as the caller takes them. A fault before the first portion is an
 * ordinary reply; after it the connection breaks, since half a file must not look whole: so it does where our own cap cuts
 * the rows off. Whether the caller's `maxRows` did is in the trailer `x-svc-truncated`.
 */
export async function sendRows(reply: FastifyReply, streamed: Streamed, { format, leaving, stallMs }: SendOptions): Promise<FastifyReply> {
  const body = new PassThrough({ highWaterMark: PIECE_BYTES });
  // An error that comes before anybody listens is still there for who comes later.
  body.on('error', () => undefined);
  const { type, encode } = FORMATS[format];
  let first = true;
  let began: () => void = () => undefined;
  const beginning = new Promise<void>((resolve) => {
    began = resolve;
  });
  const running = streamed.produce(async (portion) => {
    const pace = createPace();
    for (const bytes of encode(portion, { first, numbers: streamed.numbers })) {
      first = false;
      began();
      for (const piece of piecesOf(bytes)) if (!body.write(piece)) await drained(body, leaving, stallMs);
      await pace();
    }
  });
  await Promise.race([beginning, running]);
  reply.trailer(TRUNCATED_TRAILER, async () => String((await running).truncated));
  reply.header('content-type', type);
  running.then(
    ({ truncated }) => {
      if (truncated && streamed.maxRows === undefined) body.destroy(new Fault('result_too_large'));
      else body.end();
    },
    (error: Error) => body.destroy(error),
  );
  return reply.send(body);
}

/** What a caller has to take at a time: one that takes a little now and then is slow, one that takes none has stalled. */
const PIECE_BYTES = 64 * 1024;

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) yield bytes.subarray(from, from + PIECE_BYTES);
}

/** @throws Fault query_cancelled when the caller has left, or has taken nothing for too long and must not keep the engine's session */
function drained(body: PassThrough, leaving: Leaving, stallMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Fault) => () => {
      clearTimeout(timer);
      body.off('drain', drain).off('close', leave);
      leaving.removeEventListener('abort', leave);
      if (error) reject(error);
      else resolve();
    };
    const drain = settle();
    const leave = settle(new Fault('query_cancelled'));
    const timer = setTimeout(leave, stallMs);
    body.once('drain', drain).once('close', leave);
    leaving.addEventListener('abort', leave, { once: true });
    if (leaving.aborted || body.destroyed) leave();
  });
}

interface Encoding {
  readonly first: boolean;
  readonly numbers: Numbers;
}

/** Each gives at least one buffer a portion, so that it is known to have begun. */
const FORMATS = {
  csv: {
    type: 'text/csv; charset=utf-8; header=present',
    *encode({ columns, lines }: Portion, { first }: Encoding): Generator<Buffer> {
      if (first) yield Buffer.from(headerLine(columns));
      yield* lines ?? [];
    },
  },
  ndjson: {
    type: 'application/x-ndjson; charset=utf-8',
    *encode(portion: Portion, { numbers }: Encoding): Generator<Buffer> {
      const names = uniqueNames(portion.columns).map((name) => `${quoteJson(name)}:`);
      const { rows } = numbers === 'text' ? withTexts(portion) : portion;
      let text = '';
      for (const row of rows) {
        for (let index = 0; index < row.length; index++) {
          const value = row[index];
          text += `${index === 0 ? '{' : ','}${names[index]}`;
          if (value instanceof Verbatim && value.json.length > SLICE_CHARS) {
            yield Buffer.from(text);
            for (const slice of slicesOf(value.json)) yield Buffer.from(slice);
            text = '';
          } else if (typeof value === 'string' && value.length > SLICE_CHARS) {
            yield Buffer.from(`${text}"`);
            for (const slice of slicesOf(value)) yield Buffer.from(JSON.stringify(slice).slice(1, -1));
            text = '"';
          } else text += encodeJson(value);
        }
        text += row.length === 0 ? '{}\n' : '}\n';
        if (text.length < SLICE_CHARS) continue;
        yield Buffer.from(text);
        text = '';
      }
      yield Buffer.from(text);
    },
  },
} as const;

/** What is made into JSON in one go: a value may be tens of megabytes, and others wait meanwhile. */
const SLICE_CHARS = 512 * 1024;

/** Never between the halves of a surrogate pair, which apart would be escaped. */
function* slicesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    let end = Math.min(text.length, from + SLICE_CHARS);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
    yield text.slice(from, end);
    from = end;
  }
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/** RFC 4180; names that stand twice are told apart as in a JSON reply. */
const headerLine = (columns: readonly ResultColumn[]): string => `${uniqueNames(columns).map(csvName).join(',')}\r\n`;

const csvName = (name: string): string => (name === '' || /[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);
