import type { ImportedTable, Importing } from '../../engines/engine.ts';
import { Fault } from '../../fault.ts';
import type { Job, Phase } from '../job.ts';
import type { Portion, TableState } from '../state.ts';
import { unreadable } from '../unreadable.ts';

interface Options {
  /** Makes the import's database where it has none yet; `more` while that is under way. */
  readonly provide: Phase;
  /** Names of tables that are in it. */
  readonly tablesOf: (job: Job) => Promise<readonly string[]>;
  readonly remember: (job: Job, portion: Portion) => Promise<number>;
}

/** The database, then a table at a time with all of its rows, then a portion of memories at a time. */
export function createSave({ provide, tablesOf, remember }: Options): Phase {
  return async (job) => {
    const { state } = job;
    job.progress = { ...job.progress, written: job.progress.written ?? 0 };
    const step = state.at;
    const memories = state.portions.filter(({ table }) => table === null);
    if (step === 0) {
      if ((await provide(job)) === 'more') return 'more';
      renameTaken(job, await tablesOf(job));
    } else {
      const portion = memories[step - 1 - state.tables.length];
      const rows = step <= state.tables.length ? await fill(job, step - 1) : portion ? await remember(job, portion) : 0;
      job.progress = { ...job.progress, written: (job.progress.written ?? 0) + rows };
    }
    state.at += 1;
    return state.at > state.tables.length + memories.length ? 'done' : 'more';
  };
}

export function bulk(importing: Importing | undefined): Importing {
  if (!importing) throw new Fault('unconfigured', { params: { reason: 'Imports go into hosted Postgres databases.' } });
  return importing;
}

export const asImported = ({ name, columns, key, rows }: TableState): ImportedTable => ({
  name,
  columns: columns.map(({ name: column, type, form, values }) => ({
    name: column,
    type: form ? 'text' : type,
    hasValue: values > 0,
    isFull: values === rows,
  })),
  key,
});

/** A table and its rows in one transaction: rows of a table that nobody has seen are written as if they were old, and need no second look. */
async function fill(job: Job, index: number): Promise<number> {
  const table = job.state.tables[index] as TableState;
  return await job.write(`table ${index}`, async (transaction, engine) => {
    const importing = bulk(engine.importing);
    const imported = asImported(table);
    await importing.make(transaction, imported);
    let written = 0;
    for (const portion of job.state.portions.filter((one) => one.table === index)) {
      const pieces = await piecesOf(job, portion);
      await job.requireRoom();
      const rows = await importing
        .fill(transaction, imported, { pieces, delimiter: table.delimiter })
        .catch((error: unknown) => Promise.reject(misfit(error, table, written)));
      if (rows !== portion.rows)
        throw unreadable(`The engine reads ${rows} rows where ${portion.rows} were counted.`, { file: table.from });
      written += rows;
    }
    return written;
  });
}

async function piecesOf(job: Job, { file, from, to }: Portion): Promise<readonly Buffer[]> {
  const pieces: Buffer[] = [];
  for await (const piece of job.files.read(job.row.id, file, from, to)) pieces.push(piece);
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  if (bytes !== to - from) throw new Fault('import_not_found');
  return pieces;
}

/** @param before rows of the table that were written before what the engine could not read */
function misfit(error: unknown, table: TableState, before: number): unknown {
  if (!(error instanceof Fault) || error.code !== 'invalid_value') return error;
  const { line, column } = error.params ?? {};
  const isCounted = typeof line === 'number' && table.seen === table.rows;
  return unreadable(`A value of the column ${String(column ?? '')} does not fit its type.`, {
    file: table.from,
    ...(isCounted ? { row: table.rowsBefore + before + line } : {}),
  });
}

/** A table of the database keeps its name, and the import's gets another. */
function renameTaken({ state }: Job, names: readonly string[]): void {
  const taken = new Set([...names, ...state.tables.map(({ name }) => name)]);
  for (const table of state.tables) {
    if (!names.includes(table.name)) continue;
    const base = table.name.slice(0, 55);
    let name = table.name;
    for (let number = 2; taken.has(name); number++) name = `${base}_${number}`;
    taken.add(name);
    state.assumptions.push(`${table.from} became the table ${name}, since there is a table ${table.name} already`);
    table.name = name;
  }
}
