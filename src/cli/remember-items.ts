import type { Client } from '../client/index.ts';
import { LIMITS } from '../contract/limits.ts';
import type { RememberedRow, RememberItem } from '../contract/memory.ts';
import type { Context } from './context.ts';
import { whileSpinning } from './output/spinner.ts';
import { patiently } from './patiently.ts';
import { readRows } from './read/rows.ts';
import { Stop } from './stop.ts';

interface Wanted {
  readonly client: Client;
  readonly db: string;
  /** What counts for each that does not say its own. */
  readonly defaults: Pick<RememberItem, 'kind' | 'ttl' | 'agentId' | 'endUserId' | 'threadId'>;
}

/** Objects of a file, or of standard input, each what one call would send. @throws Stop for a file that cannot hold them */
export async function readItems(file: string): Promise<readonly Record<string, unknown>[]> {
  const { rows, isText } = await readRows(file, undefined);
  if (isText)
    throw new Stop(
      'usage',
      'Tags and properties have no place in CSV.',
      'Give NDJSON: {"content": "…", "tags": ["…"]}, one object a line.',
    );
  return rows;
}

/** Remembers them in as few calls as the limits allow, each all or nothing. Where one fails, the note says how many are kept. */
export async function rememberItems(
  context: Context,
  items: readonly Record<string, unknown>[],
  { client, db, defaults }: Wanted,
): Promise<readonly RememberedRow[]> {
  const kept: RememberedRow[] = [];
  try {
    await whileSpinning(`Remembering ${items.length}`, async (say) => {
      for (const portion of portionsOf(items)) {
        const reply = await patiently((options) => client.remember({ db, ...defaults, items: [...portion] }, options), say);
        kept.push(...reply.items);
        say(`Remembered ${kept.length} of ${items.length}`);
      }
    });
  } catch (error) {
    if (kept.length > 0)
      context.output.note(
        `svc: ${kept.length} of ${items.length} are kept; of those after them, counted from 0 anew, none of the call is.`,
      );
    throw error;
  }
  return kept;
}

function* portionsOf(items: readonly Record<string, unknown>[]): Generator<readonly Record<string, unknown>[]> {
  let portion: Record<string, unknown>[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = Buffer.byteLength(JSON.stringify(item)) + 1;
    if (portion.length > 0 && (portion.length >= LIMITS.memoryItemsMax || bytes + size > BYTES_MAX)) {
      yield portion;
      portion = [];
      bytes = 0;
    }
    portion.push(item);
    bytes += size;
  }
  if (portion.length > 0) yield portion;
}

const BYTES_MAX = LIMITS.insertBodyMaxBytes / 2;
