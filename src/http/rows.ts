import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RowFormat, Streamed } from '../call.ts';
import type { Rows } from '../engines/engine.ts';
import { rowRecords } from '../trace.ts';

/** What the caller wants rows as; JSON unless it asks for another of ours by name. */
export function rowFormat(request: FastifyRequest): RowFormat {
  const accept = request.headers.accept ?? '';
  if (/\btext\/csv\b/.test(accept)) return 'csv';
  return /\bapplication\/x-ndjson\b/.test(accept) ? 'ndjson' : 'json';
}

/**
 * Rows as they come, a portion at a time, as fast as the caller takes them. A fault before the first portion is an
 * ordinary reply; after it the connection breaks, since half a file must not look whole. Whether the cap cut the
 * rows off is in the trailer `x-svc-truncated`.
 */
export async function sendRows(reply: FastifyReply, streamed: Streamed, format: Exclude<RowFormat, 'json'>): Promise<FastifyReply> {
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
    if (!body.write(text)) await once(body, 'drain');
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
        .map((record) => `${JSON.stringify(record)}\n`)
        .join(''),
  },
} as const;
