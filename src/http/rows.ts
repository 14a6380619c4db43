import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RowFormat, Streamed } from '../call.ts';
import type { Rows } from '../engines/engine.ts';
import { encodeJson } from '../lib/encode-json.ts';
import { rowRecords } from '../result-set.ts';

/** What the caller wants rows as: of ours the one it prefers (RFC 9110, 12.5.1), JSON when it names none. */
export function rowFormat(request: FastifyRequest): RowFormat {
  const { accept = '' } = request.headers;
  if (accept === '' || accept === '*/*' || accept === 'application/json') return 'json';
  const wanted = accept.split(',').flatMap((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    const format = ACCEPTED[type];
    return format && quality > 0 ? [{ format, quality }] : [];
  });
  return wanted.sort((a, b) => b.quality - a.quality)[0]?.format ?? 'json';
}

const ACCEPTED: Readonly<Record<string, RowFormat>> = {
  'application/json': 'json',
  '*/*': 'json',
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
};

/**
 * Rows as they come, a portion at a time, as fast as the caller takes them. A fault before the first portion is an
 * ordinary reply; after it the connection breaks, since half a file must not look whole. Whether the cap cut the
 * rows off is in the trailer `x-svc-truncated`.
 */
export async function sendRows(
  reply: FastifyReply,
  streamed: Streamed,
  { format, signal }: { format: Exclude<RowFormat, 'json'>; signal: AbortSignal },
): Promise<FastifyReply> {
  const body = new PassThrough();
  const { type, encode } = FORMATS[format];
  let first = true;
  let began: () => void = () => undefined;
  const beginning = new Promise<void>((resolve) => {
    began = resolve;
  });
  const running = streamed.produce(async (rows) => {
    const text = encode(rows, first);
    first = false;
    began();
    // A caller who has left, or takes nothing, must not keep the engine's session.
    if (!body.write(text)) await once(body, 'drain', { signal: AbortSignal.any([signal, AbortSignal.timeout(TAKE_LIMIT_MS)]) });
  });
  await Promise.race([beginning, running]);
  reply.trailer('x-svc-truncated', async () => String((await running).truncated));
  reply.header('content-type', type);
  running.then(
    () => body.end(),
    (error: Error) => body.destroy(error),
  );
  return reply.send(body);
}

/** Longest wait for a caller to take a portion. */
const TAKE_LIMIT_MS = 30_000;

const FORMATS = {
  csv: {
    type: 'text/csv; charset=utf-8; header=present',
    /** RFC 4180. */
    encode: ({ columns, rows }: Rows, first: boolean): string =>
      stringify(
        rows.map((row) => [...row]),
        {
          header: first,
          columns: columns.map(({ name }) => name),
          record_delimiter: 'windows',
          cast: { boolean: String },
          quoted_match: /[\r\n]/,
        },
      ),
  },
  ndjson: {
    type: 'application/x-ndjson; charset=utf-8',
    encode: (rows: Rows): string =>
      rowRecords(rows)
        .map((record) => `${encodeJson(record)}\n`)
        .join(''),
  },
} as const;
