import { setTimeout as delay } from 'node:timers/promises';
import { type Client, SvcError } from '../client/index.ts';
import type { InsertReply } from '../contract/insert.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Context } from './context.ts';
import { whileSpinning } from './output/spinner.ts';

type FileRow = Record<string, unknown>;

interface Load {
  readonly client: Client;
  readonly db: string;
  readonly table: string;
  readonly rows: readonly FileRow[];
}

interface Inserted {
  readonly inserted: number;
  readonly created: { readonly table: boolean; readonly columns: readonly string[]; readonly widened: readonly string[] };
  /** Of each call, in order: `svc undo` takes them back one by one. */
  readonly traceIds: readonly string[];
  readonly ms: number;
}

/**
 * Sends rows in as few calls as the limits allow. Each call is all or nothing and is repeated under its own key; where
 * one fails, those before it stay, and the error says how many rows these are.
 */
export async function insertPortions(context: Context, { client, db, table, rows }: Load): Promise<Inserted> {
  const replies: InsertReply[] = [];
  const total = () => replies.reduce((sum, { inserted }) => sum + inserted, 0);
  try {
    await whileSpinning(`Inserting ${rows.length} rows`, async (say) => {
      for (const portion of portionsOf(rows)) {
        replies.push(await insertPatiently(client, { db, table, rows: portion }, say));
        say(`Inserted ${total()} of ${rows.length} rows`);
      }
    });
  } catch (error) {
    remember(context, db, replies);
    if (replies.length > 0) context.output.note(`svc: ${total()} of ${rows.length} rows are inserted; the portion after them failed.`);
    const row = refusedRow(error);
    if (row !== null) context.output.note(`svc: Row ${total() + row + 1} of the ${rows.length} was refused (a header is not counted).`);
    throw error;
  }
  remember(context, db, replies);
  return {
    inserted: total(),
    created: {
      table: replies.some(({ created }) => created.table === true),
      columns: replies.flatMap(({ created }) => created.columns),
      widened: [...new Set(replies.flatMap(({ created }) => created.widened))],
    },
    traceIds: replies.map(({ trace }) => trace.id),
    ms: Math.round(replies.reduce((sum, { trace }) => sum + trace.ms, 0)),
  };
}

/** The service counts from 0, in the portion that it was sent. */
function refusedRow(error: unknown): number | null {
  const { row } = (error instanceof SvcError ? (error.body?.params as { row?: unknown } | undefined) : undefined) ?? {};
  return typeof row === 'number' ? row : null;
}

function remember(context: Context, db: string, replies: readonly InsertReply[]): void {
  if (replies.length > 0) context.remember({ written: { db, traceIds: replies.map(({ trace }) => trace.id) } });
}

/** A file of many portions can meet the rate limit: it waits for its turn. */
async function insertPatiently(
  client: Client,
  input: { db: string; table: string; rows: FileRow[] },
  say: (text: string) => void,
): Promise<InsertReply> {
  const idempotencyKey = crypto.randomUUID();
  for (;;) {
    try {
      return await client.insert(input, { idempotencyKey });
    } catch (error) {
      if (!(error instanceof SvcError) || error.code !== 'rate_limited' || error.retryAfterMs === null) throw error;
      say(`Waiting ${Math.ceil(error.retryAfterMs / 1_000)} s for the rate limit`);
      await delay(error.retryAfterMs);
    }
  }
}

/** Below the limits of one call: rows, bytes, and values that one statement can bind. */
function* portionsOf(rows: readonly FileRow[]): Generator<FileRow[]> {
  let portion: FileRow[] = [];
  let bytes = 0;
  let values = 0;
  for (const row of rows) {
    const size = Buffer.byteLength(JSON.stringify(row)) + 1;
    const width = Object.keys(row).length;
    if (portion.length > 0 && (portion.length >= LIMITS.insertMaxRows || bytes + size > BYTES_MAX || values + width > VALUES_MAX)) {
      yield portion;
      portion = [];
      bytes = 0;
      values = 0;
    }
    portion.push(row);
    bytes += size;
    values += width;
  }
  if (portion.length > 0) yield portion;
}

const BYTES_MAX = LIMITS.insertBodyMaxBytes / 2;
const VALUES_MAX = 60_000;
