import { availableParallelism } from 'node:os';
import { type Scanned, scanRows, type Table } from '../scan-rows.ts';
import { startThread, type Thread } from './thread.ts';

export interface Scanner {
  /**
   * The whole rows of some bytes, in one stretch or in two that follow on each other. The columns are those of before the first stretch.
   * @throws an error where a thread has ended
   */
  scan(table: Table, pieces: readonly Buffer[], isLast: boolean): Promise<readonly Scanned[]>;
  close(): Promise<void>;
}

/** Up to here it takes two milliseconds. */
const SHORT_BYTES = 128 * 1024;
const LINE_END = 0x0a;
const THREADS = Math.min(2, availableParallelism());
const IDLE_MS = 30_000;

/** Scans rows in threads, which start with the first bytes that would hold others up. Both halves are scanned at once, by the threads of one import after the other. */
export function createScanner(): Scanner {
  let threads: Thread[] = [];
  let memory = new SharedArrayBuffer(0);
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const end = async (): Promise<void> => {
    const ending = threads;
    threads = [];
    memory = new SharedArrayBuffer(0);
    await Promise.all(ending.map((thread) => thread.end()));
  };

  async function scanApart(table: Table, pieces: readonly Buffer[], length: number, isLast: boolean): Promise<readonly Scanned[]> {
    clearTimeout(idle);
    threads = threads.filter(({ hasEnded }) => !hasEnded);
    while (threads.length < THREADS) threads.push(startThread());
    // Of its own where it is long, since memory that is used for the first time costs more than the scan does.
    if (memory.byteLength < length) memory = new SharedArrayBuffer(length);
    const bytes = Buffer.from(memory, 0, length);
    let at = 0;
    for (const piece of pieces) at += piece.copy(bytes, at);
    const scan = (thread: Thread | undefined, from: number, to: number) =>
      (thread as Thread).scan({ memory, from, to, table, isLast: isLast && to === length });
    try {
      const [one, other] = threads;
      // Most line ends end a row; those that are inside of a value are found where the first half has not been read up to its end.
      const middle = other ? bytes.indexOf(LINE_END, length >> 1) + 1 : 0;
      if (middle === 0 || middle === length) return [await scan(one, 0, length)];
      const [first, second] = await Promise.all([scan(one, 0, middle), scan(other, middle, length)]);
      if (first.kind !== 'rows') return [first];
      return [first, first.consumed === middle ? second : await scan(one, first.consumed, length)];
    } finally {
      idle = setTimeout(() => void end(), IDLE_MS).unref();
    }
  }

  return {
    async scan(table, pieces, isLast) {
      const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
      if (length <= SHORT_BYTES) return [scanRows(table, Buffer.concat(pieces), isLast)];
      const scanned = last.then(() => scanApart(table, pieces, length, isLast));
      last = scanned.catch(() => undefined);
      return await scanned;
    },
    async close() {
      clearTimeout(idle);
      await end();
    },
  };
}
