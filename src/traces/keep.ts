import type { Receipt } from '../contract/traces.ts';
import { encodeJson } from '../lib/encode-json.ts';
import { readExactJson } from '../lib/read-json.ts';
import type { TraceRow, Traces } from '../store/traces.ts';

/** A receipt that is worked out when nobody waits for it. */
export interface Draft {
  readonly id: string;
  readonly ownerId: string;
  readonly dbId: string;
  readonly build: () => Receipt | Promise<Receipt>;
}

export interface Receipts {
  /** Puts it aside and returns at once. */
  keep(draft: Draft): void;
  /** The owner's own receipt, stored or waiting to be; null when there is none. */
  find(id: string, ownerId: string): Promise<Receipt | null>;
  /** Stores what waits. */
  flush(): Promise<void>;
  close(): Promise<void>;
  /** Receipts that found no room. */
  readonly lost: number;
}

interface Options {
  readonly traces: Traces;
  readonly log: { warn(facts: object, text: string): void };
  /** Receipts that may wait at once. */
  readonly waitingMax?: number;
  readonly flushMs?: number;
}

const WAITING_MAX = 5_000;
const FLUSH_MS = 250;
const BATCH_ROWS = 200;
/** A failed batch waits this long, so that a control plane that is away is not asked without pause. */
const RETRY_MS = 2_000;
/** Drafts hold the rows of their replies until they are built. */
const UNBUILT_MAX = 100;

interface Waiting {
  readonly draft: Draft;
  receipt: Promise<Receipt> | null;
}

/**
 * Receipts wait in memory, bounded, and are stored a batch at a time, so that no request waits for them. Where there is no
 * room a receipt is lost, counted and logged; requests go on.
 */
export function createReceipts({ traces, log, waitingMax = WAITING_MAX, flushMs = FLUSH_MS }: Options): Receipts {
  const waiting = new Map<string, Waiting>();
  const unbuilt: Waiting[] = [];
  let timer: NodeJS.Timeout | null = null;
  let building = false;
  let flushing: Promise<void> | null = null;
  let lost = 0;
  let told = 0;
  let closed = false;

  const built = (one: Waiting): Promise<Receipt> => (one.receipt ??= (async () => await one.draft.build())());

  /** One after the other: a receipt's hash runs over all rows of its reply. */
  async function buildNext(): Promise<void> {
    const next = unbuilt.shift();
    try {
      if (next) await built(next);
    } catch (error) {
      // A receipt that cannot be made must not end the process, nor stand in the way of the others.
      if (next) waiting.delete(next.draft.id);
      lost += 1;
      log.warn({ err: error }, 'a receipt could not be made');
    }
    building = unbuilt.length > 0;
    if (building) setImmediate(() => void buildNext());
  }

  function schedule(ms: number): void {
    if (timer !== null || closed) return;
    timer = setTimeout(() => {
      timer = null;
      void flush();
    }, ms);
    timer.unref();
  }

  async function flushAll(): Promise<void> {
    if (lost > told) {
      log.warn({ lost: lost - told, lostInAll: lost }, 'receipts were lost: more came than could be stored');
      told = lost;
    }
    while (waiting.size > 0) {
      const batch = [...waiting.values()].slice(0, BATCH_ROWS);
      try {
        await traces.save(await Promise.all(batch.map(async (one) => rowOf(one.draft, await built(one)))));
      } catch (error) {
        log.warn({ err: error, waiting: waiting.size }, 'receipts were not stored; it is tried again');
        return;
      }
      for (const { draft } of batch) waiting.delete(draft.id);
    }
  }

  function flush(): Promise<void> {
    flushing ??= flushAll().finally(() => {
      flushing = null;
      if (waiting.size > 0) schedule(RETRY_MS);
    });
    return flushing;
  }

  return {
    get lost() {
      return lost;
    },
    keep(draft) {
      if (waiting.size >= waitingMax) {
        lost += 1;
        schedule(flushMs);
        return;
      }
      const one: Waiting = { draft, receipt: null };
      waiting.set(draft.id, one);
      unbuilt.push(one);
      // Its own turn comes; begun now, it does not wait for those before it.
      if (unbuilt.length > UNBUILT_MAX) void built(one).catch(() => undefined);
      if (!building) {
        building = true;
        setImmediate(() => void buildNext());
      }
      schedule(flushMs);
    },
    async find(id, ownerId) {
      const held = waiting.get(id);
      if (held) return held.draft.ownerId === ownerId ? await built(held) : null;
      const text = await traces.find(id, ownerId);
      return text === null ? null : (readExactJson(text) as Receipt);
    },
    flush,
    async close() {
      await flush();
      // What came while the last batch was under way.
      await flush();
      closed = true;
      if (timer) clearTimeout(timer);
      if (waiting.size > 0) log.warn({ lost: waiting.size }, 'receipts were not stored before the end');
    },
  };
}

const rowOf = ({ id, ownerId, dbId }: Draft, receipt: Receipt): TraceRow => ({
  id,
  ownerId,
  dbId,
  createdAt: new Date(receipt.createdAt),
  receipt: encodeJson(receipt),
});
