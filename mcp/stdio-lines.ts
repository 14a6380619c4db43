import { Readable } from 'node:stream';
import { RPC } from './rpc.ts';

const NEWLINE = 0x0a;
const BLANK = /^\s*$/;

/**
 * The lines of a host that can be messages. The transport drops a line that is no JSON, and ends at one that is too
 * long; a host is better told: `refuse` gets every such line's error, and the rest goes on.
 */
export function messageLines(
  input: Readable,
  { maxBytes, refuse }: { maxBytes: number; refuse: (code: number, message: string) => void },
): Readable {
  const flawOf = (line: Buffer, size: number): [number, string] | null => {
    if (size > maxBytes) return [RPC.invalidRequest, `The message is larger than ${maxBytes} bytes.`];
    try {
      const message: unknown = JSON.parse(line.toString('utf8'));
      const isMessage = typeof message === 'object' && message !== null && !Array.isArray(message);
      return isMessage ? null : [RPC.invalidRequest, 'Not a JSON-RPC message; batches are not served.'];
    } catch {
      return [RPC.parseError, 'Parse error: the line is not valid JSON.'];
    }
  };

  async function* lines(): AsyncGenerator<Buffer> {
    let parts: Buffer[] = [];
    let size = 0;
    for await (const chunk of input as AsyncIterable<Buffer>) {
      let rest = chunk;
      for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
        const line = Buffer.concat([...parts, rest.subarray(0, end + 1)]);
        rest = rest.subarray(end + 1);
        const flaw = flawOf(line, size + line.length);
        parts = [];
        size = 0;
        if (flaw === null) yield line;
        else if (!BLANK.test(line.toString('latin1'))) refuse(...flaw);
      }
      size += rest.length;
      // Of a line that is too long nothing is kept but its length.
      parts = size > maxBytes ? [] : [...parts, rest];
    }
  }
  return Readable.from(lines(), { objectMode: false });
}
