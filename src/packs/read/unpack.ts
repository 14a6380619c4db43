import type { Job } from '../job.ts';
import type { UnpackedTable } from '../phases/classify.ts';
import type { FileState } from '../state.ts';
import { unreadable } from '../unreadable.ts';
import type { ReadApart } from './read-apart.ts';

/** Of what is written of a table at once. */
const STORED_BYTES = 1024 * 1024;

/** Reads a file that is read as a whole, and stores each table in it as a file of CSV of the import's own. */
export function createUnpack(read: ReadApart) {
  return async ({ row, state, files, signal }: Job, { no, name, format, skip, bytes }: FileState): Promise<readonly UnpackedTable[]> => {
    if (format === 'csv') throw unreadable('It is no document.', { file: name });
    const tables: UnpackedTable[] = [];
    let table = { no: state.nextFile++, bytes: 0 };
    let held: Buffer[] = [];
    const store = async () => {
      const content = Buffer.concat(held);
      held = [];
      await files.rewrite(row.id, { no: table.no, name }, table.bytes, content);
      table.bytes += content.length;
    };
    const content = files.read(row.id, no, skip, bytes);
    await read({ format, files: [{ name, bytes: bytes - skip }] }, { content, owner: row.owner_id, signal }, async (piece) => {
      if (piece.kind === 'assumptions') state.assumptions.push(...piece.assumptions);
      else if (piece.kind === 'rows') {
        held.push(piece.content);
        if (held.reduce((sum, { length }) => sum + length, 0) >= STORED_BYTES) await store();
      } else if (piece.kind === 'table') {
        await store();
        const { kind: _, ...said } = piece;
        tables.push({ ...said, ...table });
        table = { no: state.nextFile++, bytes: 0 };
      }
    });
    return tables;
  };
}
