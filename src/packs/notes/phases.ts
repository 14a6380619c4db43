import { LIMITS } from '../../contract/limits.ts';
import type { Memory, Statement } from '../../engines/engine.ts';
import { Fault } from '../../fault.ts';
import { requireText } from '../formats.ts';
import type { Job, Phase } from '../job.ts';
import type { ReadApart } from '../read/read-apart.ts';
import type { Piece, Source } from '../read/source.ts';
import type { FileState, Format, Portion } from '../state.ts';
import { unreadable } from '../unreadable.ts';
import type { NotedRow } from './read-notes.ts';

/** Notes are texts, whatever they are called. @throws Fault source_unreadable */
export function noteFormat(name: string, head: Buffer): Format {
  requireText(name, head);
  if (head.includes(0)) throw unreadable('It is no text.', { file: name });
  return 'markdown';
}

/** There are no tables to find: a note is a note. */
export const classifyNotes: Phase = async () => 'done';

/** Notes are read together up to so many of them, and bytes. */
const [NOTES_AT_ONCE, BYTES_AT_ONCE] = [200, LIMITS.importNoteMaxBytes];

/** Some notes at a time. */
export const createExtractNotes =
  (read: ReadApart): Phase =>
  async (job) => {
    const { state } = job;
    const notes = nextNotes(state.files.slice(state.at));
    const source: Source = { format: 'markdown', files: notes.map(({ name, bytes, skip }) => ({ name, bytes: bytes - skip })) };
    const reading = { content: contentOf(job, notes), owner: job.row.owner_id, signal: job.signal };
    await read(source, reading, async (piece) => {
      if (piece.kind === 'memories') await addPortion(job, piece.content, piece.rows);
      else if (piece.kind === 'note') addNote(job, piece);
    });
    state.at += notes.length;
    if (state.at < state.files.length) return 'more';
    if (job.progress.records === 0) throw new Fault('source_required', { params: { reason: 'The notes say nothing.' } });
    state.checks.push(...state.portions.map((_, index) => ({ kind: 'memories', portion: index }) as const));
    return 'done';
  };

/** @throws Fault source_unreadable for one that is too long */
function nextNotes(files: readonly FileState[]): readonly FileState[] {
  const notes: FileState[] = [];
  let sum = 0;
  for (const file of files) {
    if (file.bytes > LIMITS.importNoteMaxBytes)
      throw unreadable(`A note has at most ${LIMITS.importNoteMaxBytes} bytes.`, { file: file.name });
    sum += file.bytes;
    if (notes.length > 0 && (sum > BYTES_AT_ONCE || notes.length === NOTES_AT_ONCE)) break;
    notes.push(file);
  }
  return notes;
}

async function* contentOf({ row, files }: Job, notes: readonly FileState[]): AsyncGenerator<Buffer> {
  for (const { no, skip, bytes } of notes) yield* files.read(row.id, no, skip, bytes);
}

function addNote(job: Job, { name, records, skipped }: Extract<Piece, { kind: 'note' }>): void {
  if (skipped > 0)
    job.state.assumptions.push(
      `${skipped} of what ${name} says ${skipped === 1 ? 'looks like a secret and was' : 'look like secrets and were'} left out`,
    );
  const before = job.progress;
  job.progress = {
    ...before,
    records: (before.records ?? 0) + records,
    skipped: (before.skipped ?? 0) + skipped,
    plannedWrites: (before.plannedWrites ?? 0) + records - skipped,
  };
}

async function addPortion({ row, state, files }: Job, content: Buffer, rows: number): Promise<void> {
  const target = state.rewritten ?? { no: state.nextFile++, bytes: 0 };
  state.rewritten = target;
  const from = target.bytes;
  await files.rewrite(row.id, { no: target.no, name: 'memories' }, from, content);
  target.bytes = from + content.length;
  state.portions.push({ table: null, file: target.no, from, to: target.bytes, rows });
}

/** How many were written, those that were known before among them. */
export const rememberPortion = async (job: Job, portion: Portion): Promise<number> => (await remembered(job, portion)).length;

/** The ids of their rows. Once they are written, this writes nothing and tells them again. */
async function remembered(job: Job, portion: Portion): Promise<string[]> {
  const pieces: Buffer[] = [];
  for await (const piece of job.files.read(job.row.id, portion.file, portion.from, portion.to)) pieces.push(piece);
  const noted = JSON.parse(Buffer.concat(pieces).toString() || '[]') as NotedRow[];
  return await job.write(`memories ${portion.from}`, async (transaction, engine) => {
    const { rows } = await engine.remember(transaction, noted.map(asMemory));
    return rows.flatMap((row) => (row === null ? [] : [row.id]));
  });
}

const NOBODY = { agentId: null, endUserId: null, threadId: null };

function asMemory(noted: NotedRow): Memory {
  const shared = { id: noted.id, scope: NOBODY, source: 'import' };
  if (noted.kind === 'fact') return { ...shared, ...noted, category: null, ttlSeconds: null, recalledFrom: null };
  if (noted.kind === 'episode') return { ...shared, ...noted, ttlSeconds: null, recalledFrom: null };
  const properties = JSON.stringify(noted.properties);
  return { ...shared, ...noted, properties: properties.length > LIMITS.memoryPropertiesMaxLength ? '{}' : properties };
}

/** Those of a portion that are there. */
export async function countPortion(job: Job, portion: Portion, step: string): Promise<number> {
  const ids = await remembered(job, portion);
  const statement: Statement = {
    sql: `SELECT count(*) FROM unnest($1::uuid[]) AS given (id) WHERE ${['facts', 'episodes', 'entities']
      .map((table) => `EXISTS (SELECT FROM public.${table} AS m WHERE m.id = given.id)`)
      .join(' OR ')}`,
    params: [ids],
  };
  return await job.write(step, async (transaction) => Number(String((await transaction.run(statement, 1)).rows[0]?.[0])));
}
