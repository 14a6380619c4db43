import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { identifier, textLiteral } from './quote.ts';

/**
 * Makes the tables' lists of inserted blocks true after a kill. The engine notes a block's token before it puts the block's part in place: killed
 * between the two it would take the block for inserted when it comes again, and its rows would be missing. Such an entry is taken back, as the
 * engine takes back that of a part which is dropped. For who holds the directory, before anybody writes.
 * @param query gives the rows as JSONCompactEachRow
 */
export function forgetLostBlocks(query: (sql: string) => string, database: string): void {
  const rowsOf = (sql: string) =>
    query(sql)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as string[]);
  const tables = rowsOf(
    `SELECT name, data_paths[1] FROM system.tables WHERE database = ${textLiteral(database)} AND endsWith(engine, 'MergeTree')`,
  );
  for (const [name = '', path = ''] of tables) {
    const log = readLog(join(path, 'deduplication_logs'));
    if (log === null || log.entries.length === 0) continue;
    const parts = rowsOf(
      `SELECT partition_id, toString(min_block_number), toString(max_block_number) FROM system.parts WHERE database = ${textLiteral(database)} AND table = ${textLiteral(name)} AND active`,
    );
    const ranges = new Map<string, (readonly [number, number])[]>();
    for (const [partition = '', from, to] of parts) {
      const known = ranges.get(partition);
      if (known) known.push([Number(from), Number(to)]);
      else ranges.set(partition, [[Number(from), Number(to)]]);
    }
    const isThere = ({ partition, from, to }: Entry) => ranges.get(partition)?.some((range) => range[0] <= from && range[1] >= to) ?? false;
    const lost = log.entries.filter((entry) => !isThere(entry));
    if (lost.length === 0) continue;
    const table = `${identifier(database)}.${identifier(name)}`;
    // The engine reads the log when it opens the table.
    query(`DETACH TABLE ${table} SYNC`);
    try {
      appendFileSync(log.newest, lost.map(({ part, block }) => `${DROP}\t${part}\t${block}\n`).join(''));
    } finally {
      query(`ATTACH TABLE ${table}`);
    }
  }
}

/** A block that is noted as inserted, by the part that it became. */
interface Entry {
  readonly part: string;
  readonly block: string;
  readonly partition: string;
  readonly from: number;
  readonly to: number;
}

const DROP = '2';
/** What is done, the part's name (partition, first and last block, level, version), the block. */
const RECORD = /^([12])\t((.+?)_(\d+)_(\d+)_\d+(?:_\d+)?)\t(.+)$/;
const FILE = /^deduplication_log_(\d+)\.txt$/;

/** Null where there is none, or one whose records are unlike those that are known here: it is left as it is. */
function readLog(folder: string): { readonly entries: readonly Entry[]; readonly newest: string } | null {
  const files = namesIn(folder)
    .filter((name) => FILE.test(name))
    .sort((a, b) => numberOf(a) - numberOf(b));
  const newest = files.at(-1);
  if (newest === undefined) return null;
  const entries = new Map<string, Entry>();
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8');
    if (text !== '' && !text.endsWith('\n')) return null;
    for (const line of text.split('\n').slice(0, -1)) {
      const [, done, part = '', partition = '', from, to, block = ''] = RECORD.exec(line) ?? [];
      if (done === undefined) return null;
      if (done === DROP) entries.delete(block);
      else entries.set(block, { part, block, partition, from: Number(from), to: Number(to) });
    }
  }
  return { entries: [...entries.values()], newest: join(folder, newest) };
}

const numberOf = (name: string): number => Number(FILE.exec(name)?.[1]);

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A table that was made without such a list has no folder of it.
    return [];
  }
}
