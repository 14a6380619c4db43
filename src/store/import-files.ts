import { sql } from 'kysely';
import { LIMITS } from '../contract/limits.ts';
import type { Store } from './control-plane.ts';
import { CONTROL_SCHEMA } from './migrations.ts';

export interface ImportFile {
  readonly no: number;
  readonly name: string;
  /** Where it is fetched from, sealed; null where it was sent. */
  readonly url: string | null;
  /** Null until it is known. */
  readonly bytes: number | null;
  /** Of them, those that are here. */
  readonly received: number;
}

/** The files of imports, in pieces; gone with their import, and with its completion. */
export interface ImportFiles {
  insert(
    transaction: Store,
    importId: string,
    file: Pick<ImportFile, 'no' | 'name' | 'url' | 'bytes'>,
    content: Buffer | null,
  ): Promise<void>;
  list(importId: string): Promise<ImportFile[]>;
  /** Adds what comes next; false, and nothing is added, when another part is expected next. */
  append(importId: string, no: number, at: number, content: Buffer): Promise<boolean>;
  /** The same for a file that a phase makes: whatever a crash left from `at` on is gone. */
  rewrite(importId: string, file: Pick<ImportFile, 'no' | 'name'>, at: number, content: Buffer): Promise<void>;
  /** Its length is known now. */
  finish(importId: string, no: number, bytes: number): Promise<void>;
  /** Bytes `from` up to `to`, in pieces. */
  read(importId: string, no: number, from: number, to: number): AsyncGenerator<Buffer>;
}

/** Of one row, and what is read at once. */
const PIECE_BYTES = 512 * 1024;
/** As much as is scanned at once, so that all of what comes next is read while a stretch is scanned. */
const READ_BYTES = LIMITS.importPortionBytes;
const READERS_MAX = 4;

/** Where somebody is in a file: a source is read from its beginning to its end, again from the last line end before. */
interface Reader {
  /** The last piece, and the byte of the file that it begins at. */
  readonly last: Buffer;
  readonly at: number;
  /** What follows it: on its way while the rest is worked on. */
  readonly coming: Promise<Buffer[]>;
}

export function importFilesIn(store: Store): ImportFiles {
  const addPieces = async (transaction: Store, importId: string, no: number, at: number, content: Buffer) => {
    for (let offset = 0; offset < content.length; offset += PIECE_BYTES)
      await transaction
        .insertInto('import_part')
        .values({ import_id: importId, file_no: no, at: at + offset, bytes: content.subarray(offset, offset + PIECE_BYTES) })
        .execute();
  };
  /** Bytes `from` up to `to`, fewer where they are more than is read at once. */
  const pieces = async (importId: string, no: number, from: number, to: number): Promise<Buffer[]> => {
    const end = Math.min(to, from + READ_BYTES);
    const part = sql.table(`${CONTROL_SCHEMA}.import_part`);
    // A COPY takes no parameters.
    const [first, last] = [sql.lit(from), sql.lit(end)];
    const own = sql`substring(bytes FROM greatest(${first} - at, 0)::int + 1 FOR (${last} - greatest(at, ${first}))::int)`;
    const wanted = sql`import_id = ${sql.lit(importId)} AND file_no = ${sql.lit(no)} AND at > ${sql.lit(from - PIECE_BYTES)} AND at < ${last}`;
    const { rows } = await sql<Buffer>`COPY (SELECT ${own} FROM ${part} WHERE ${wanted} ORDER BY at) TO STDOUT (FORMAT binary)`.execute(
      store,
    );
    return rows.filter(({ length }) => length > 0);
  };
  /** The same before they are wanted: nobody may wait for them yet when they fail. */
  const soon = (...of: Parameters<typeof pieces>): Promise<Buffer[]> => {
    const coming = pieces(...of);
    coming.catch(() => undefined);
    return coming;
  };
  const readers = new Map<string, Reader>();
  const note = (key: string, reader: Reader): void => {
    readers.delete(key);
    readers.set(key, reader);
    for (const oldest of readers.keys()) {
      if (readers.size <= READERS_MAX) break;
      readers.delete(oldest);
    }
  };
  return {
    async insert(transaction, importId, { no, name, url, bytes }, content) {
      await transaction
        .insertInto('import_file')
        .values({ import_id: importId, no, name, url, bytes, received: content?.length ?? 0 })
        .execute();
      if (content) await addPieces(transaction, importId, no, 0, content);
    },
    async list(importId) {
      const rows = await store
        .selectFrom('import_file')
        .select(['no', 'name', 'url', 'bytes', 'received'])
        .where('import_id', '=', importId)
        .orderBy('no')
        .execute();
      return rows.map(({ bytes, received, ...row }) => ({
        ...row,
        bytes: bytes === null ? null : Number(bytes),
        received: Number(received),
      }));
    },
    async append(importId, no, at, content) {
      return await store.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable('import_file')
          .set({ received: at + content.length })
          .where('import_id', '=', importId)
          .where('no', '=', no)
          .where('received', '=', sql<string>`${at}::bigint`)
          .where((is) => is.or([is('bytes', 'is', null), is('bytes', '>=', sql<string>`${at + content.length}::bigint`)]))
          .returning('no')
          .executeTakeFirst();
        if (!row) return false;
        await addPieces(transaction, importId, no, at, content);
        return true;
      });
    },
    async rewrite(importId, { no, name }, at, content) {
      readers.clear();
      await store.transaction().execute(async (transaction) => {
        const received = at + content.length;
        await transaction
          .insertInto('import_file')
          .values({ import_id: importId, no, name, url: null, bytes: null, received })
          .onConflict((conflict) => conflict.columns(['import_id', 'no']).doUpdateSet({ received, name }))
          .execute();
        await transaction
          .deleteFrom('import_part')
          .where('import_id', '=', importId)
          .where('file_no', '=', no)
          .where('at', '>=', sql<string>`${at}::bigint`)
          .execute();
        await addPieces(transaction, importId, no, at, content);
      });
    },
    async finish(importId, no, bytes) {
      await store.updateTable('import_file').set({ bytes }).where('import_id', '=', importId).where('no', '=', no).execute();
    },
    async *read(importId, no, from, to) {
      const key = `${importId} ${no}`;
      const known = readers.get(key);
      readers.delete(key);
      let at = from;
      let last: Buffer | null = null;
      if (known && known.at <= from && from < known.at + known.last.length) {
        last = known.last.subarray(from - known.at, to - known.at);
        yield last;
        at += last.length;
      }
      let coming = known !== undefined && at === known.at + known.last.length ? known.coming.catch(() => []) : null;
      while (at < to) {
        const found = (await coming) ?? [];
        const next = found.length > 0 ? found : await pieces(importId, no, at, to);
        // It was deleted meanwhile: whoever reads finds its lease gone.
        if (next.length === 0) return;
        const end = Math.min(at + next.reduce((sum, { length }) => sum + length, 0), to);
        coming = soon(importId, no, end, end < to ? to : end + READ_BYTES);
        for (const piece of next) {
          last = piece.subarray(0, to - at);
          if (last.length === 0) break;
          yield last;
          at += last.length;
        }
      }
      if (last !== null) note(key, { last, at: at - last.length, coming: coming ?? soon(importId, no, at, at + READ_BYTES) });
    },
  };
}
