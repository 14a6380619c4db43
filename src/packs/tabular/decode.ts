import type { Job } from '../job.ts';
import type { Portion, TableState } from '../state.ts';

/** Characters that are put into UTF-8 at once. */
const DECODED_LENGTH = 2 * 1024 * 1024;

/** Puts a file into UTF-8, as a file beside it; the number and the length of that. */
export async function decodeFile(
  { row, state, files }: Pick<Job, 'row' | 'state' | 'files'>,
  source: { readonly no: number; readonly from: number; readonly bytes: number; readonly name: string },
  encoding: 'utf-16le' | 'utf-16be' | 'windows-1252',
): Promise<{ no: number; bytes: number }> {
  const no = state.nextFile++;
  const decoder = new TextDecoder(encoding, { fatal: encoding !== 'windows-1252' });
  let at = 0;
  const add = async (text: string) => {
    const content = Buffer.from(text);
    await files.rewrite(row.id, { no, name: source.name }, at, content);
    at += content.length;
  };
  let held = '';
  for await (const piece of files.read(row.id, source.no, source.from, source.bytes)) {
    held += decoder.decode(piece, { stream: true });
    if (held.length < DECODED_LENGTH) continue;
    await add(held);
    held = '';
  }
  await add(held + decoder.decode());
  return { no, bytes: at };
}

/** A table whose file is not UTF-8: it is read as Western European, which is said, and from its beginning. */
export async function decodeLatin(job: Job, table: TableState): Promise<void> {
  const { no, bytes } = await decodeFile(job, { no: table.no, from: table.begins, bytes: table.bytes, name: table.from }, 'windows-1252');
  const index = job.state.tables.indexOf(table);
  const others = job.state.portions.filter((portion: Portion) => portion.table !== index);
  job.state.portions.splice(0, job.state.portions.length, ...others);
  Object.assign(table, { no, bytes, at: 0, rows: 0, seen: 0, skipped: 0, hasWide: false, isDecoded: true });
  for (const column of table.columns)
    Object.assign(column, { kinds: 0, values: 0, textAt: null, textAfter: 0, looked: 0, numbers: 0, days: 0 });
  job.state.assumptions.push(`${table.from} is not UTF-8 and was read as Windows-1252 (Western European)`);
}
