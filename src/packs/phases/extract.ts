import type { Phase } from '../job.ts';
import type { TableState } from '../state.ts';
import { typeOfKinds } from '../tabular/kinds.ts';
import { keyCandidates, relationChecks } from '../tabular/relations.ts';
import { scanNext } from '../tabular/scan.ts';

/** A few megabytes at a time: counts rows and learns what the columns hold; then what may be keys, and what may point at them. */
export const extract: Phase = async (job) => {
  const { state } = job;
  const next = state.tables.findIndex(({ isScanned }) => !isScanned);
  if (next >= 0) {
    await scanNext(job, next);
    const sum = (of: (table: TableState) => number) => state.tables.reduce((total, table) => total + of(table), 0);
    const skipped = sum((table) => table.skipped);
    job.progress = { ...job.progress, records: sum(({ rows }) => rows) + skipped, skipped };
    if (state.tables.some(({ isScanned }) => !isScanned)) return 'more';
  }
  for (const table of state.tables) {
    for (const column of table.columns) {
      column.type = typeOfKinds(column.kinds);
      if (column.textAt !== null && column.textAfter >= NEARLY)
        state.assumptions.push(
          `${table.name}.${column.name} is text: row ${column.textAt} of ${table.from} has another kind of value than the ${column.textAfter} before it`,
        );
    }
    // A format may say that a table has none.
    table.key = table.key === null ? keyCandidates(table) : table.key.length === 0 ? null : table.key;
    if (table.skipped > 0)
      state.assumptions.push(
        `${table.skipped} ${table.skipped === 1 ? 'row' : 'rows'} of ${table.from} left out: what looks like a secret is not imported`,
      );
  }
  state.checks.push(
    ...state.tables.flatMap((table, index) => (table.key === null ? [] : [{ kind: 'key', table: index } as const])),
    ...relationChecks(state.tables),
    ...state.tables.map((_, index) => ({ kind: 'count', table: index }) as const),
  );
  const rows = state.tables.reduce((total, table) => total + table.rows, 0);
  job.progress = { ...job.progress, records: job.progress.records ?? 0, skipped: job.progress.skipped ?? 0, plannedWrites: rows };
  return 'done';
};

/** So many values of one kind before a text are worth a word. */
const NEARLY = 20;
