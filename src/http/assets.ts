import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { send } from '@fastify/send';
import { keepEncoded } from './compress.ts';

export interface Asset {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/**
 * Files of a folder whose names change with what is in them. Each is read once, and the same bytes are sent to everybody: a file
 * that is open for a reader who takes nothing is a descriptor and an encoder, and Node ends neither where the reply still waits
 * for its turn when the connection goes.
 */
export function createAssets(folder: string): (path: string) => Promise<Asset | null> {
  const kept = new Map<string, Promise<Asset | null>>();
  return (path) => {
    const known = kept.get(path);
    if (known) return known;
    if (kept.size >= KEPT_MAX) kept.clear();
    const reading = read(folder, path);
    kept.set(path, reading);
    const forget = () => void kept.delete(path);
    reading.then((asset) => asset ?? forget(), forget);
    return reading;
  };
}

/** A build has some ten; those of one that is made while this runs come beside them. */
const KEPT_MAX = 100;

async function read(root: string, path: string): Promise<Asset | null> {
  const found = await send(ANYBODYS_REQUEST, path, { root, ...FOR_EVER });
  return found.type === 'file' ? { headers: found.headers, bytes: keepEncoded(await buffer(found.stream)) } : null;
}

/** For the whole file, whatever the first caller has of it. */
const ANYBODYS_REQUEST = { method: 'GET', headers: {} } as IncomingMessage;

const FOR_EVER = { maxAge: '1y', immutable: true, index: false, acceptRanges: false, dotfiles: 'ignore' } as const;
