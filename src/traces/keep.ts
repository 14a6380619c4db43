import type { Receipt } from '../contract/traces.ts';
import { encodeJson } from '../lib/encode-json.ts';
import { createPace } from '../lib/pace.ts';
import { readWrittenJson } from '../lib/read-json.ts';
import { bytesOf, createTextHold, type HeldText } from '../lib/text-hold.ts';
import type { TraceRow, Traces } from '../store/traces.ts';

/** What is undefined is left out when it is written. */
export type Unwritten = { readonly [K in keyof Receipt]: K extends 'outcome' ? Optional<Receipt[K]> : Receipt[K] | undefined };
type Optional<T> = { readonly [K in keyof T]: T[K] | undefined };

/** A receipt that is worked out when nobody waits for it. */
export interface Draft {
  readonly id: string;
  readonly ownerId: string;
  readonly dbId: string;
  /** The key that the request came with. */
  readonly keyId: string | null;
  readonly build: () => Unwritten | Promise<Unwritten>;
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
/** What came within this time is stored by one statement; a batch each few milliseconds would cost more than the requests it tells of. */
const FLUSH_MS = 250;
const BATCH_ROWS = 500;
const BATCH_BYTES = 2_000_000;
/** A failed batch waits this long, so that a control plane that is away is not asked without pause. */
const RETRY_MS = 2_000;
/** Drafts hold the rows of their replies until they are built. */
const UNBUILT_MAX = 100;
/** Of memory that waiting receipts share. */
const PIECE_BYTES = 256 * 1024;

interface Waiting {
  readonly id: string;
  readonly ownerId: string;
  readonly dbId: string;
  readonly keyId: string | null;
  hasFailed: boolean;
  thread: string | null;
  /** Let go once it is built: it holds the request and its reply. */
  draft: Draft | null;
  /** Null before, and where it was built at once. */
  building: Promise<void> | null;
  createdAt: string;
  receipt: HeldText | null;
}

/**
 * Receipts wait in memory, bounded, and are stored a batch at a time, so that no request waits for them. Where there is no
 * room a receipt is lost, counted and logged; requests go on.
 */
export function createReceipts({ traces, log, waitingMax = WAITING_MAX, flushMs = FLUSH_MS }: Options): Receipts {
  const waiting = new Map<string, Waiting>();
  let unbuilt: Waiting[] = [];
  let timer: NodeJS.Timeout | null = null;
  let isBuilding = false;
  let flushing: Promise<void> | null = null;
  let lost = 0;
  let told = 0;
  let closed = false;

  const hold = createTextHold(PIECE_BYTES);

  /** Null when it is built already: most are at once. */
  function built(one: Waiting): Promise<void> | null {
    const { draft } = one;
    if (!draft) return one.building;
    one.draft = null;
    try {
      const receipt = draft.build();
      if (!(receipt instanceof Promise)) write(one, receipt);
      else
        one.building = receipt
          .then((made) => write(one, made))
          .catch((error: unknown) => giveUp(one, error))
          .finally(() => {
            one.building = null;
          });
    } catch (error) {
      giveUp(one, error);
    }
    return one.building;
  }

  function write(one: Waiting, receipt: Unwritten): void {
    one.createdAt = receipt.createdAt as string;
    one.hasFailed = receipt.outcome.status === 'error';
    one.thread = receipt.asked?.scope?.threadId ?? null;
    one.receipt = hold(encodeJson(receipt));
  }

  /** A receipt that cannot be made must not end the process, nor stand in the way of the others. */
  function giveUp({ id }: Waiting, error: unknown): void {
    waiting.delete(id);
    lost += 1;
    log.warn({ err: error }, 'a receipt could not be made');
  }

  /** One after the other and in slices: a receipt's hash runs over all rows of its reply. */
  async function buildAll(): Promise<void> {
    const pace = createPace();
    while (unbuilt.length > 0) {
      const now = unbuilt;
      unbuilt = [];
      for (const one of now) {
        const building = built(one);
        if (building) await building;
        const turn = pace();
        if (turn) await turn;
      }
    }
    isBuilding = false;
  }

  function schedule(ms: number): void {
    if (timer !== null || closed) return;
    timer = setTimeout(() => {
      timer = null;
      void flushOnce();
    }, ms);
    timer.unref();
  }

  async function flushAll(): Promise<void> {
    if (lost > told) {
      log.warn({ lost: lost - told, lostInAll: lost }, 'receipts were lost: more came than could be stored');
      told = lost;
    }
    // What comes meanwhile is the next flush's.
    for (let left = waiting.size; left > 0; ) {
      const batch = await nextBatch();
      if (batch.length === 0) return;
      await traces.save(batch);
      for (const { id } of batch) waiting.delete(id);
      left -= batch.length;
    }
  }

  async function nextBatch(): Promise<TraceRow[]> {
    const batch: TraceRow[] = [];
    let bytes = 0;
    for (const one of waiting.values()) {
      if (batch.length === BATCH_ROWS || bytes > BATCH_BYTES) break;
      await built(one);
      if (!one.receipt) continue;
      const receipt = bytesOf(one.receipt);
      const { id, ownerId, dbId, keyId, hasFailed, thread, createdAt } = one;
      batch.push({ id, ownerId, dbId, keyId, hasFailed, thread, createdAt, receipt });
      bytes += receipt.length;
    }
    return batch;
  }

  /** All that waits now: one that is under way left out what came since it began. */
  async function flush(): Promise<void> {
    await flushing;
    await flushOnce();
  }

  function flushOnce(): Promise<void> {
    flushing ??= flushAll()
      .then(
        () => flushMs,
        (error: unknown) => {
          log.warn({ err: error, waiting: waiting.size }, 'receipts were not stored; it is tried again');
          return RETRY_MS;
        },
      )
      .then((pauseMs) => {
        flushing = null;
        if (waiting.size > 0) schedule(pauseMs);
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
        return;
      }
      const { id, ownerId, dbId, keyId } = draft;
      const one: Waiting = {
        id,
        ownerId,
        dbId,
        keyId,
        hasFailed: false,
        thread: null,
        draft,
        building: null,
        createdAt: '',
        receipt: null,
      };
      waiting.set(id, one);
      unbuilt.push(one);
      // Its own turn comes; begun now, it does not wait for those before it.
      if (unbuilt.length > UNBUILT_MAX) void built(one);
      if (!isBuilding) {
        isBuilding = true;
        setImmediate(() => void buildAll());
      }
      // A flush that is under way sets the next one's time.
      if (!flushing) schedule(flushMs);
    },
    async find(id, ownerId) {
      const held = waiting.get(id);
      if (held && held.ownerId !== ownerId) return null;
      if (held) await built(held);
      const text = held?.receipt ? bytesOf(held.receipt).toString() : await traces.find(id, ownerId);
      return text === null ? null : (readWrittenJson(text) as Receipt);
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
