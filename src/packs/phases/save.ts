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

/** The database, then its tables, then a portion of rows at a time. */
export function createSave({ provide, tablesOf, remember }: Options): Phase {
  return async (job) => {
    const { state } = job;
    job.progress = { ...job.progress, written: job.progress.written ?? 0 };
    const step = state.at;
    if (step === 0) {
      if ((await provide(job)) === 'more') return 'more';
      renameTaken(job, await tablesOf(job));
    } else if (step <= state.tables.length) {
      const table = state.tables[step - 1] as TableState;
      await job.write(`make ${step}`, async (transaction, engine) => {
        await bulk(engine.importing).make(transaction, asImported(table));
        return null;
      });
    } else {
      const portion = state.portions[step - 1 - state.tables.length];
      if (!portion) return 'done';
      const rows = portion.table === null ? await remember(job, portion) : await copy(job, portion, `portion ${step}`);
      job.progress = { ...job.progress, written: (job.progress.written ?? 0) + rows };
    }
    state.at += 1;
    return state.at > state.tables.length + state.portions.length ? 'done' : 'more';
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

async function copy(job: Job, portion: Portion, step: string): Promise<number> {
  const table = job.state.tables[portion.table as number] as TableState;
  try {
    return await job.write(step, async (transaction, engine) => {
      const rows = await bulk(engine.importing).copy(transaction, asImported(table), {
        pieces: piecesOf(job, portion),
        delimiter: table.delimiter,
      });
      if (rows !== portion.rows)
        throw unreadable(`The engine reads ${rows} rows where ${portion.rows} were counted.`, { file: table.from });
      return rows;
    });
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'invalid_value') throw error;
    const { sqlstate, line, column } = error.params ?? {};
    if (String(sqlstate).startsWith(TOO_MUCH))
      throw unreadable(
        `A row is wider than the engine stores: what its ${table.columns.length} columns hold takes more than a page. Divide it into several files.`,
        { file: table.from },
      );
    const before = job.state.portions.slice(0, job.state.portions.indexOf(portion)).filter((one) => one.table === portion.table);
    const isCounted = typeof line === 'number' && table.seen === table.rows;
    const row = isCounted ? table.rowsBefore + before.reduce((sum, { rows }) => sum + rows, 0) + line : undefined;
    throw unreadable(`A value of ${column === undefined ? 'it' : `the column ${String(column)}`} does not fit its type.`, {
      file: table.from,
      ...(row === undefined ? {} : { row }),
    });
  }
}

/** The class of program_limit_exceeded (PostgreSQL manual, appendix A). */
const TOO_MUCH = '54';

/** @throws Fault import_not_found where some are missing: it was deleted meanwhile */
async function* piecesOf({ files, row }: Job, { file, from, to }: Portion): AsyncGenerator<Buffer> {
  let at = from;
  for await (const piece of files.read(row.id, file, from, to)) {
    at += piece.length;
    yield piece;
  }
  if (at !== to) throw new Fault('import_not_found');
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
