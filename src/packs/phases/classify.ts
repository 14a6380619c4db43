import { LIMITS } from '../../contract/limits.ts';
import { Fault } from '../../fault.ts';
import type { Job, Phase } from '../job.ts';
import { pickName } from '../names.ts';
import type { FileState, TableState } from '../state.ts';
import { BrokenRow } from '../tabular/csv-rows.ts';
import { readDialect } from '../tabular/dialect.ts';
import { unreadable } from '../unreadable.ts';

const SAMPLE_BYTES = 256 * 1024;

/** A file at a time: which tables it holds, and what their columns are called. */
export function createClassify({ unpack }: { readonly unpack: (job: Job, file: FileState) => Promise<readonly UnpackedTable[]> }): Phase {
  return async (job) => {
    const file = job.state.files[job.state.at];
    if (!file) return 'done';
    if (file.format === 'csv') await addCsv(job, file, { from: file.name, name: stem(file.name) });
    else for (const table of await unpack(job, file)) addTable(job, table);
    if (job.state.tables.length > LIMITS.importTablesMax) throw unreadable(`An import makes at most ${LIMITS.importTablesMax} tables.`);
    job.state.at += 1;
    if (job.state.at < job.state.files.length) return 'more';
    if (job.state.tables.length === 0) throw new Fault('source_required', { params: { reason: 'There is no table in it.' } });
    return 'done';
  };
}

/** A table that was taken out of another format, as rows of CSV with a comma and without a header. */
export interface UnpackedTable {
  readonly from: string;
  readonly name: string;
  readonly no: number;
  readonly bytes: number;
  /** How many rows stand before the first. */
  readonly rowsBefore: number;
  readonly columns: readonly { readonly text: string; readonly kinds: number }[];
  /** Columns that are the key, where the format says so; none where it says that there is none. */
  readonly key?: readonly string[];
}

const stem = (name: string): string => (name.split('/').at(-1) ?? name).replace(/\.[a-z0-9]{1,10}$/i, '');

const isTaken = (job: Job): Set<string> => new Set(job.state.tables.map(({ name }) => name));

async function addCsv(job: Job, file: FileState, { from, name }: { from: string; name: string }): Promise<void> {
  const pieces: Buffer[] = [];
  const to = Math.min(file.bytes, file.skip + SAMPLE_BYTES);
  for await (const piece of job.files.read(job.row.id, file.no, file.skip, to)) pieces.push(piece);
  const sample = Buffer.concat(pieces);
  let dialect: ReturnType<typeof readDialect>;
  try {
    dialect = readDialect(sample, { isWhole: to === file.bytes, name: file.name });
  } catch (error) {
    if (error instanceof BrokenRow) throw unreadable(error.message, { file: from, row: error.row + 1 });
    throw error;
  }
  if (dialect === null) {
    job.state.assumptions.push(`${from} is empty and was left out`);
    return;
  }
  const table = pickName(name, { instead: 'data', taken: isTaken(job) });
  if (table.isChanged) job.state.assumptions.push(`${from} became the table ${table.name}`);
  for (const said of dialect.assumptions.slice(0, 20)) job.state.assumptions.push(`${from}: ${said}`);
  const begins = file.skip + dialect.begins;
  job.state.tables.push({
    ...fresh,
    name: table.name,
    from,
    no: file.no,
    bytes: file.bytes,
    delimiter: dialect.delimiter,
    begins,
    at: begins,
    rowsBefore: dialect.rowsBefore,
    isScanned: begins >= file.bytes,
    columns: dialect.columns.map((column) => newColumn(column, 0)),
  });
}

function addTable(job: Job, { from, name, no, bytes, rowsBefore, columns, key }: UnpackedTable): void {
  const table = pickName(name, { instead: 'data', taken: isTaken(job) });
  const taken = new Set<string>();
  job.state.tables.push({
    ...fresh,
    name: table.name,
    from,
    no,
    bytes,
    delimiter: ',',
    begins: 0,
    at: 0,
    rowsBefore,
    isScanned: bytes === 0,
    columns: columns.map(({ text, kinds }, index) => newColumn(pickName(text, { instead: `column_${index + 1}`, taken }).name, kinds)),
    key: key === undefined ? null : [...key],
  });
}

const fresh = { rows: 0, seen: 0, skipped: 0, hasWide: false, isDecoded: false, key: null } satisfies Partial<TableState>;

/** @param kinds what is known of its values before they are looked at */
const newColumn = (name: string, kinds: number): TableState['columns'][number] => ({
  name,
  kinds,
  values: 0,
  textAt: null,
  textAfter: 0,
  looked: 0,
  numbers: 0,
  days: 0,
  type: 'text',
  form: null,
});
