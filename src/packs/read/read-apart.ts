import { type ChildProcess, spawn } from 'node:child_process';
import { on } from 'node:events';
import { createRequire } from 'node:module';
import { constants, setPriority, totalmem } from 'node:os';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { Fault } from '../../fault.ts';
import { createTurns } from '../../lib/turns.ts';
import { unreadable } from '../unreadable.ts';
import { readSource } from './readers.ts';
import type { Piece, Said, Source } from './source.ts';

/** Of this machine's memory, for all of them. */
const SHARE = 0.25;
const BYTES_IN_MB = 1024 ** 2;
const TURN_WAIT_MS = 60_000;
/** What a reader may take, without the time in which its pieces are stored. */
const DEADLINE_MS = 120_000;
/** Reading fewer bytes takes less than starting a process does. */
const SHORT_BYTES = 16 * 1024;

interface Reading {
  /** The content of the source's files, one after the other. */
  readonly content: AsyncIterable<Buffer>;
  /** Whose source it is: one owner does not take all turns. */
  readonly owner: string;
  readonly signal: AbortSignal;
}

interface Options {
  /** Of one process that reads. */
  readonly heapMb?: number;
}

/** Reads a source, and awaits `take` for each piece, in order. @throws Fault source_unreadable, overloaded, and what `take` throws */
export type ReadApart = (source: Source, reading: Reading, take: (piece: Piece) => Promise<void>) => Promise<void>;

/**
 * Reads sources in processes of their own, with a bound on their memory and time: reading megabytes as a whole holds the event loop for seconds, what a file of some
 * kilobytes unpacks to can end a process, and an array that grows too far ends it from within a thread too. A few run at once.
 */
export function createReadApart({ heapMb = 768 }: Options = {}): ReadApart {
  const max = Math.max(1, Math.floor((totalmem() * SHARE) / (heapMb * BYTES_IN_MB)));
  const turns = createTurns({
    max,
    maxPerParty: Math.ceil(max / 2),
    waitMs: TURN_WAIT_MS,
    full: (waitedMs) => new Fault('overloaded', { params: { reason: 'Too many sources are read at once.', waitedMs } }),
    left: () => ended({}),
  });
  return async (source, reading, take) => {
    if (isShort(source)) await readHere(source, reading, take);
    else await turns.take(reading.owner, reading.signal, () => readThere(source, reading, take, heapMb));
  };
}

/** Of what unpacks, a few bytes may be much. */
const isShort = ({ format, files }: Source): boolean =>
  format !== 'xlsx' && format !== 'parquet' && files.reduce((sum, { bytes }) => sum + bytes, 0) <= SHORT_BYTES;

async function readHere(source: Source, { content }: Reading, take: (piece: Piece) => Promise<void>): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  for await (const piece of readSource(source, Buffer.concat(pieces))) await take(piece);
}

async function readThere(
  source: Source,
  { content, signal }: Reading,
  take: (piece: Piece) => Promise<void>,
  heapMb: number,
): Promise<void> {
  const file = source.files.length === 1 ? { file: source.files[0]?.name ?? '' } : {};
  const advice = ADVICE[source.format];
  const child = startReader(heapMb);
  const ending = new AbortController();
  const notBegun = () => ending.abort(unreadable('Reading it could not be begun.', file));
  const leave = () => ending.abort(ended(file));
  const watch = createWatch(() => ending.abort(unreadable(`Reading it takes too long: ${advice}`, file)));
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  try {
    child.once('error', notBegun);
    child.send(source, (error) => void (error && notBegun()));
    // A reader that ends before it has read all says why, or its end does.
    if (child.stdin) pipeline(content, child.stdin).catch((error: NodeJS.ErrnoException) => void (isCutOff(error) || ending.abort(error)));
    watch.start();
    for await (const [said] of on(child, 'message', { signal: ending.signal, close: ['exit'] }) as AsyncIterable<[Said]>) {
      watch.stop();
      if (said.kind === 'end') return;
      if (said.kind === 'refused') throw refusal(said.params, file);
      if (said.kind === 'too large') break;
      await take(said.piece);
      child.send('taken', () => undefined);
      watch.start();
    }
    throw unreadable(`It needs more memory than a file may: ${advice}`, file);
  } catch (error) {
    throw ending.signal.aborted ? ending.signal.reason : error;
  } finally {
    watch.stop();
    signal.removeEventListener('abort', leave);
    child.kill('SIGKILL');
  }
}

/** Runs out when the times between `start` and `stop` are longer than the deadline together. */
function createWatch(onLate: () => void): { start(): void; stop(): void } {
  let leftMs = DEADLINE_MS;
  let from = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    start() {
      from = performance.now();
      timer = setTimeout(onLate, leftMs);
    },
    stop() {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      leftMs = Math.max(0, leftMs - (performance.now() - from));
    },
  };
}

const ended = (file: { readonly file?: string }): Fault => unreadable('Reading it was ended.', file);

const refusal = (params: Readonly<Record<string, unknown>>, file: { readonly file?: string }): Fault =>
  'reason' in params ? new Fault('source_unreadable', { params }) : unreadable('It cannot be read as what it is called.', file);

const isCutOff = ({ code }: NodeJS.ErrnoException): boolean =>
  code === 'EPIPE' || code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE';

const ADVICE: Readonly<Record<Source['format'], string>> = {
  json: 'divide it, or export it as CSV.',
  ndjson: 'divide it, or export it as CSV.',
  issues: 'divide it.',
  'git-log': 'divide it.',
  markdown: 'divide it.',
  xlsx: 'save its sheets as CSV.',
  parquet: 'export it as CSV.',
};

/** In development the sources run as they are, through tsx. */
function startReader(heapMb: number): ChildProcess {
  const isSource = import.meta.url.endsWith('.ts');
  const script = fileURLToPath(new URL(isSource ? './reader-process.ts' : './reader-process.js', import.meta.url));
  const loader = isSource ? ['--import', createRequire(import.meta.url).resolve('tsx/esm')] : [];
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMb}`, ...loader, script], {
    cwd: '/',
    env: {},
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  try {
    // Whoever waits for a reply comes first.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, and its end is told.
  }
  return child;
}
