import { setTimeout as delay } from 'node:timers/promises';
import { type Client, SvcError } from '../../client/index.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { ImportRecord } from '../../contract/packs.ts';
import type { Run } from '../command-run.ts';
import type { Context } from '../context.ts';
import { databaseOf } from '../database.ts';
import { safeText } from '../output/safe-text.ts';
import { type Spinner, stopSpinning, whileSpinning } from '../output/spinner.ts';
import { importAction } from '../own-words.ts';
import { findFiles, type LocalFile, packOf, readPart } from '../read/import-files.ts';
import { Stop } from '../stop.ts';

/** Files up to so many bytes go with the request that creates the import. */
const INLINE_BYTES = 4 * 1024 * 1024;
const LOOK_EVERY_MS = 300;
/** An import that stands still for this long waits for somebody to go on with it. */
const STILL_MS = 5_000;

/** The work is done by the service: whoever interrupts this only stops looking, and what is half sent is sent on from there. */
export const importFiles: Run = async (context, words, { db: dbGiven, pack, name, resume, json }) => {
  const client = await context.client();
  const given = words.filter((word) => word !== undefined);
  const isUrl = given.length === 1 && /^https?:\/\//.test(given[0] ?? '');
  const { files, left } = given.length === 0 || isUrl ? { files: [], left: [] } : await findFiles(given, pack);
  if (resume === undefined && given.length === 0) throw new Stop('usage', 'Name files, a folder or a URL to import.');
  if (left.length > 0) context.output.note(`svc: Left out, as it is nothing that this import reads: ${someOf(left)}`);
  const record = await whileSpinning(resume === undefined ? 'Sending the files' : 'Looking at the import', async (say) => {
    const begun = resume === undefined ? await begin() : await client.getImport({ id: resume });
    interrupted(context, begun.id, given);
    if (begun.phase === 'inspecting') await sendParts(client, begun.id, files, resume !== undefined, say);
    await requireAccount(context, begun.id);
    if (resume !== undefined) await goOn(client, begun);
    return await watch(client, begun.id, say);
  });
  if (json) context.output.json(record);
  else show(context, record);
  if (record.error) return 'failed';
  if (record.dbId !== null && dbGiven === undefined) context.remember({ db: record.dbId });
  return 'ok';

  async function begin(): Promise<ImportRecord> {
    const db = dbGiven === undefined ? null : await databaseOf(context, dbGiven);
    const packId = (pack ?? (isUrl ? 'tabular' : await packOf(files))) as ImportRecord['packId'];
    const isShort = files.reduce((sum, { bytes }) => sum + bytes, 0) <= INLINE_BYTES;
    const source = isUrl
      ? { url: given[0] ?? '' }
      : {
          files: await Promise.all(
            files.map(async (file) =>
              isShort
                ? { name: file.name, base64: (await readPart(file, 0, file.bytes)).toString('base64') }
                : { name: file.name, bytes: file.bytes },
            ),
          ),
        };
    return await client.createImport({ packId, source, ...(db === null ? {} : { db }), ...(name === undefined ? {} : { name }) });
  }
};

const someOf = (names: readonly string[]): string =>
  `${names.slice(0, NAMES_MAX).map(safeText).join(', ')}${names.length > NAMES_MAX ? ` and ${names.length - NAMES_MAX} more` : ''}.`;
const NAMES_MAX = 5;

/** What Ctrl-C leaves is said with it. */
function interrupted({ output }: Context, id: string, given: readonly string[]): void {
  const files = given.map((one) => (/^[\w./:-]+$/.test(one) ? one : JSON.stringify(one))).join(' ');
  // Before the one that ends the process.
  process.prependOnceListener('SIGINT', () => {
    stopSpinning();
    output.note(`svc: The import is kept. Go on with it: svc import --resume ${id} ${files}`);
  });
}

async function sendParts(client: Client, id: string, files: readonly LocalFile[], isResumed: boolean, say: Spinner['say']): Promise<void> {
  if (!isResumed && files.reduce((sum, { bytes }) => sum + bytes, 0) <= INLINE_BYTES) return;
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let sent = 0;
  for (const file of files) {
    // An empty part tells how much is there already.
    let { received } = await client.addToImport({ id, file: file.name, at: 0 });
    while (received < file.bytes) {
      const part = await readPart(file, received, LIMITS.importPartMaxBytes);
      ({ received } = await patiently(say, () =>
        client.addToImport({ id, file: file.name, at: received, base64: part.toString('base64') }),
      ));
      say(`Sent ${megabytes(sent + received)} of ${megabytes(total)} MB`);
    }
    sent += file.bytes;
  }
}

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0);

/** Many parts can meet the rate limit: they wait for their turn. */
async function patiently<T>(say: Spinner['say'], work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SvcError) || error.code !== 'rate_limited' || error.retryAfterMs === null) throw error;
      say(`Waiting ${Math.ceil(error.retryAfterMs / 1_000)} s for the rate limit`);
      await delay(error.retryAfterMs);
    }
  }
}

/** @throws Stop for who has none: the import waits */
async function requireAccount(context: Context, id: string): Promise<void> {
  const credential = await context.credential();
  if (credential !== null && !credential.bearer.startsWith('anon_')) return;
  throw new Stop(
    'credential',
    `An import is done by an account. This one waits for you as ${id}.`,
    `Sign in with \`svc login\`, then: svc import --resume ${id}`,
  );
}

async function goOn(client: Client, { id, phase, error }: ImportRecord): Promise<void> {
  if (phase === 'complete') return;
  try {
    await (error ? client.retryImport({ id }) : client.advanceImport({ id }));
  } catch (refused) {
    // Somebody works on it.
    if (!(refused instanceof SvcError) || refused.code !== 'import_busy') throw refused;
  }
}

async function watch(client: Client, id: string, say: Spinner['say']): Promise<ImportRecord> {
  let seen = '';
  let seenAt = performance.now();
  for (;;) {
    const record = await patiently(say, () => client.getImport({ id }));
    if (record.phase === 'complete' || record.error) return record;
    say(progressOf(record));
    if (record.updatedAt !== seen) [seen, seenAt] = [record.updatedAt, performance.now()];
    else if (performance.now() - seenAt > STILL_MS) {
      await goOn(client, record);
      seenAt = performance.now();
    }
    await delay(LOOK_EVERY_MS);
  }
}

function progressOf({ phase, progress: { items, records, plannedWrites, written, verified } }: ImportRecord): string {
  const word = phase.charAt(0).toUpperCase() + phase.slice(1);
  if (phase === 'verifying') return `${word}: ${verified ?? 0} of ${plannedWrites ?? 0}`;
  if (phase === 'saving') return `${word}: ${written ?? 0} of ${plannedWrites ?? 0}`;
  return records !== null ? `${word}: ${records} found` : items !== null ? `${word}: ${items} ${items === 1 ? 'file' : 'files'}` : word;
}

function show({ output }: Context, { id, dbId, phase, progress, assumptions, error }: ImportRecord): void {
  const { records, written, verified, skipped } = progress;
  if (error) {
    const { file, row, reason } = (error.params ?? {}) as { file?: unknown; row?: unknown; reason?: unknown };
    const where = [file, row === undefined ? undefined : `row ${String(row)}`].filter((one) => one !== undefined).join(', ');
    output.note(
      `svc: ${error.message}${where === '' ? '' : ` ${where}:`}${reason === undefined ? '' : ` ${String(reason)}`} (${error.code}, while ${phase})`,
    );
    output.note(`svc: ${error.retryable ? `Try again: svc import --resume ${id}` : importAction(error)}`);
  } else {
    output.line(
      `${verified} of ${records} records are in ${dbId}, counted there${skipped ? `; ${skipped} that look like secrets were left out` : ''}.`,
    );
    if (written !== verified) output.line(`${written} were written.`);
  }
  for (const one of assumptions) output.line(output.paint('dim', `  ${safeText(one)}`));
}
