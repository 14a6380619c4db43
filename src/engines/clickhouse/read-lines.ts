import type { Readable } from 'node:stream';
import { Fault } from '../../fault.ts';

/** Lines of a stream, the last one also without its end. More bytes than `maxBytes` are not read. @throws Fault result_too_large */
export async function* readLines(stream: Readable, maxBytes: number): AsyncGenerator<string> {
  let pieces: Buffer[] = [];
  let total = 0;
  let held = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    total += chunk.length;
    if (total > maxBytes || held > LINE_MAX_BYTES) throw new Fault('result_too_large', { params: { bytes: total } });
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      const part = chunk.subarray(from, end);
      from = end + 1;
      yield (pieces.length === 0 ? part : Buffer.concat([...pieces, part])).toString('utf8');
      pieces = [];
      held = 0;
    }
    if (from < chunk.length) {
      pieces.push(chunk.subarray(from));
      held += chunk.length - from;
    }
  }
  if (pieces.length > 0) yield Buffer.concat(pieces).toString('utf8');
}

const NEWLINE = 10;
/** One row is held whole. */
const LINE_MAX_BYTES = 64 * 1024 * 1024;
