import { LIMITS } from '../../contract/limits.ts';
import { Fault } from '../../fault.ts';
import type { ImportFile } from '../../store/import-files.ts';
import type { Job, Phase } from '../job.ts';
import type { Format } from '../state.ts';
import { decodeFile } from '../tabular/decode.ts';
import { unreadable } from '../unreadable.ts';

const HEAD_BYTES = 64 * 1024;

interface Options {
  /** Brings a file here from its URL, all of it. */
  readonly download: (job: Job, file: ImportFile) => Promise<void>;
  /** What the import's pack reads a file as. */
  readonly formatOf: (name: string, head: Buffer) => Format;
}

/** A file at a time: fetches it where it is elsewhere, and tells what it is and how its characters are written. */
export function createInspect({ download, formatOf }: Options): Phase {
  return async (job) => {
    const files = (await job.files.list(job.row.id)).filter(({ no }) => no < MADE);
    const file = files[job.state.at];
    if (!file) return 'done';
    if (file.url !== null && file.bytes === null) {
      await download(job, file);
      return 'more';
    }
    if (file.bytes === null || file.received < file.bytes) throw new Fault('source_required', { params: { missing: missing(files) } });
    if (file.bytes === 0 && files.length === 1) throw new Fault('source_required', { params: { file: file.name, reason: 'It is empty.' } });
    const head = await headOf(job, file.no, Math.min(HEAD_BYTES, file.bytes));
    const { skip, encoding } = markOf(head);
    const text = encoding === null ? head : Buffer.from(new TextDecoder(encoding).decode(head.subarray(skip)));
    const format = formatOf(file.name, encoding === null ? head.subarray(skip) : text);
    if (format !== 'csv' && file.bytes > LIMITS.importDocumentMaxBytes)
      throw unreadable(
        `A file of this kind has at most ${LIMITS.importDocumentMaxBytes} bytes; CSV may have ${LIMITS.importSourceMaxBytes}.`,
        { file: file.name },
      );
    if (encoding === null) job.state.files.push({ no: file.no, name: file.name, bytes: file.bytes, skip, format });
    else {
      const decoded = await decodeFile(job, { no: file.no, from: skip, bytes: file.bytes, name: file.name }, encoding).catch(
        (error: unknown) => {
          if (error instanceof TypeError) throw unreadable('It begins as UTF-16, and is not.', { file: file.name });
          throw error;
        },
      );
      job.state.files.push({ ...decoded, name: file.name, skip: 0, format });
    }
    job.state.at += 1;
    job.progress = { ...job.progress, items: job.state.files.length };
    return job.state.at >= files.length ? 'done' : 'more';
  };
}

export const missing = (files: readonly ImportFile[]): { name: string; received: number; bytes: number | null }[] =>
  files
    .filter(({ url, bytes, received }) => url === null && (bytes === null || received < bytes))
    .slice(0, 20)
    .map(({ name, received, bytes }) => ({ name, received, bytes }));

/** Files that phases make are numbered from here on. */
const MADE = 1_000_000;

/** Byte order marks (Unicode 15, 23.8). */
function markOf(head: Buffer): { skip: number; encoding: 'utf-16le' | 'utf-16be' | null } {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { skip: 3, encoding: null };
  if (head[0] === 0xff && head[1] === 0xfe) return { skip: 2, encoding: 'utf-16le' };
  if (head[0] === 0xfe && head[1] === 0xff) return { skip: 2, encoding: 'utf-16be' };
  return { skip: 0, encoding: null };
}

async function headOf(job: Job, no: number, bytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of job.files.read(job.row.id, no, 0, bytes)) pieces.push(piece);
  return Buffer.concat(pieces);
}
