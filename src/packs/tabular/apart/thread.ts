import { startWorker } from '../../../lib/start-worker.ts';
import type { Scanned, Table } from '../scan-rows.ts';

/** Bytes `from` up to `to` of the memory that is shared with the thread. */
export interface Told {
  readonly memory: SharedArrayBuffer;
  readonly from: number;
  readonly to: number;
  readonly table: Table;
  readonly isLast: boolean;
}

export interface Thread {
  /** One stretch at a time. @throws an error where the thread has ended */
  scan(told: Told): Promise<Scanned>;
  readonly hasEnded: boolean;
  end(): Promise<unknown>;
}

/** Of where the rows stand: a few megabytes may be millions of empty lines. */
const HEAP_MB = 256;

export function startThread(): Thread {
  const worker = startWorker(new URL('./thread-main', import.meta.url), { name: 'imports', heapMb: HEAP_MB });
  let hasEnded = false;
  let settle: { resolve: (scanned: Scanned) => void; reject: (error: Error) => void } | null = null;
  const fail = (error: Error): void => {
    hasEnded = true;
    settle?.reject(error);
  };
  worker.on('message', (scanned: Scanned) => settle?.resolve(scanned));
  worker.once('error', fail);
  worker.once('exit', () => fail(new Error('The thread has ended.')));
  return {
    scan: (told) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
        if (hasEnded) reject(new Error('The thread has ended.'));
        worker.postMessage(told);
      }),
    get hasEnded() {
      return hasEnded;
    },
    end: () => worker.terminate(),
  };
}
