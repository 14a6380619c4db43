import { parentPort } from 'node:worker_threads';
import { scanRows } from '../scan-rows.ts';
import type { Told } from './thread.ts';

/** What runs in a thread: it scans one stretch of rows after the other, as it is told. */
parentPort?.on('message', ({ memory, from, to, table, isLast }: Told) =>
  parentPort?.postMessage(scanRows(table, Buffer.from(memory, from, to - from), isLast)),
);
