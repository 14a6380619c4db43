import type { Readable, Writable } from 'node:stream';
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { encodeJson } from '../src/lib/encode-json.ts';
import { Flaw, readMessage } from './read-message.ts';
import { RPC } from './rpc.ts';

interface StdioTransportOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly maxBytes: number;
  /** Told each message, before it is served. */
  readonly onRead?: (message: JSONRPCMessage) => void;
  readonly onClose?: () => void;
}

const NEWLINE = 0x0a;

/**
 * One message a line, both ways. In place of the protocol library's own, which drops a line that is no JSON, ends at one
 * that is too long, and rounds numbers: a host is told what was wrong with its line and the rest goes on, and digits are kept.
 */
export function createStdioTransport({ input, output, maxBytes, onRead, onClose }: StdioTransportOptions): Transport {
  let closed = false;
  let parts: Buffer[] = [];
  let size = 0;

  const write = (message: unknown): Promise<void> =>
    new Promise((resolve, reject) => {
      output.write(`${encodeJson(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  const refuse = (code: number, message: string): void => {
    write({ jsonrpc: '2.0', error: { code, message }, id: null }).catch(() => undefined);
  };
  const onData = (chunk: Buffer): void => {
    let rest = chunk;
    for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
      const line = Buffer.concat([...parts, rest.subarray(0, end)]);
      const length = size + end + 1;
      rest = rest.subarray(end + 1);
      parts = [];
      size = 0;
      read(line, length);
    }
    size += rest.length;
    // Of a line that is too long nothing is kept but its length.
    parts = size > maxBytes ? [] : [...parts, rest];
  };
  const read = (line: Buffer, length: number): void => {
    const text = line.toString('utf8');
    if (length > maxBytes) refuse(RPC.invalidRequest, `The message is larger than ${maxBytes} bytes.`);
    else if (text.trim() !== '') {
      const read = messageIn(text);
      if ('flaw' in read) refuse(...read.flaw);
      else {
        onRead?.(read.message);
        transport.onmessage?.(read.message);
      }
    }
  };
  const onError = (error: Error): void => transport.onerror?.(error);
  const onOutputError = (error: Error): void => {
    // Once closed, late failures of writes are nobody's concern.
    if (closed) return;
    onError(error);
    void transport.close();
  };
  const onEnd = (): void => void transport.close();

  const transport: Transport = {
    async start() {
      if (input.readableEnded || input.destroyed) setImmediate(onEnd);
      input.on('data', onData).on('error', onError).on('end', onEnd).on('close', onEnd);
      output.on('error', onOutputError);
    },
    async send(message) {
      if (closed) throw new Error('The transport is closed.');
      await write(message);
    },
    async close() {
      if (closed) return;
      closed = true;
      input.off('data', onData).off('error', onError).off('end', onEnd).off('close', onEnd);
      if (input.listenerCount('data') === 0) input.pause();
      onClose?.();
      transport.onclose?.();
    },
  };
  return transport;
}

function messageIn(text: string): { message: JSONRPCMessage } | { flaw: [number, string] } {
  let value: unknown;
  try {
    value = readMessage(text);
  } catch (error) {
    return {
      flaw: error instanceof Flaw ? [RPC.invalidRequest, error.message] : [RPC.parseError, 'Parse error: the line is not valid JSON.'],
    };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { flaw: [RPC.invalidRequest, 'Not a JSON-RPC message; batches are not served.'] };
  try {
    return { message: parseJSONRPCMessage(value) };
  } catch {
    return { flaw: [RPC.invalidRequest, 'Not a JSON-RPC 2.0 message.'] };
  }
}
