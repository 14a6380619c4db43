import { type Client, SvcError } from '../client/index.ts';
import type { InsertReply } from '../contract/insert.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Context } from './context.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { onInterrupt } from './interrupted.ts';
import { whileSpinning } from './output/spinner.ts';
import { patiently } from './patiently.ts';
import { Stop } from './stop.ts';

type FileRow = Record<string, unknown>;

interface Load {
  readonly client: Client;
  readonly db: string;
  readonly table: string;
  readonly rows: readonly FileRow[];
  /** Rows of the file before these. */
  readonly skipped: number;
  /** The command that goes on after so many rows of the file. */
  readonly goOn: (from: number) => string;
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
 * one fails, those before it stay, and the error says how many rows these are. Ctrl-C waits for the call that is on its way,
 * so that what is in is known; pressed again it does not.
 */
export async function insertPortions(context: Context, { client, db, table, rows, skipped, goOn }: Load): Promise<Inserted> {
  const replies: InsertReply[] = [];
  const total = () => replies.reduce((sum, { inserted }) => sum + inserted, 0);
  const { note } = context.output;
  let isStopping = false;
  let sending = 0;
  const forget = onInterrupt(() => {
    isStopping = true;
    note('svc: Stopping after the rows that are on their way; Ctrl-C again does not wait for them.');
    onInterrupt(() => {
      note(
        `svc: ${total()} of ${rows.length} rows are inserted${total() === 0 ? '' : ', which `svc undo` takes back'}; whether the ${sending} after them are is not known: look before they are sent again.`,
      );
      process.exit(EXIT_CODES.interrupted.code);
    });
  });
  try {
    await whileSpinning(`Inserting ${rows.length} rows`, async (say) => {
      for (const portion of portionsOf(rows)) {
        if (isStopping) break;
        sending = portion.length;
        replies.push(await patiently((options) => client.insert({ db, table, rows: portion }, options), say));
        remember(context, db, replies);
        say(`Inserted ${total()} of ${rows.length} rows`);
      }
    });
  } catch (error) {
    if (replies.length > 0)
      note(`svc: ${total()} of ${rows.length} rows are inserted; the portion after them failed. ${wayOn(goOn(skipped + total()))}`);
    const row = refusedRow(error);
    if (row !== null)
      note(`svc: Row ${skipped + total() + row + 1} of the ${skipped + rows.length} was refused (a header is not counted).`);
    throw error;
  } finally {
    forget();
  }
  if (total() < rows.length)
    throw new Stop('interrupted', `${total()} of ${rows.length} rows are inserted.`, wayOn(goOn(skipped + total())));
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

const wayOn = (command: string): string => `\`${command}\` goes on after them; \`svc undo\` takes them back.`;

/** The service counts from 0, in the portion that it was sent. */
function refusedRow(error: unknown): number | null {
  const { row } = (error instanceof SvcError ? (error.body?.params as { row?: unknown } | undefined) : undefined) ?? {};
  return typeof row === 'number' ? row : null;
}

function remember(context: Context, db: string, replies: readonly InsertReply[]): void {
  if (replies.length > 0) context.remember({ written: { db, traceIds: replies.map(({ trace }) => trace.id) } });
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
