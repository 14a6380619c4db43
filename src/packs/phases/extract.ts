import type { Job, Phase } from '../job.ts';
import type { ColumnState, TableState } from '../state.ts';
import type { Scanner } from '../tabular/apart/scanner.ts';
import { readingOf } from '../tabular/forms.ts';
import { keyCandidates, relationChecks } from '../tabular/relations.ts';
import { scanNext } from '../tabular/scan.ts';

/** Some megabytes at a time: counts rows and learns what the columns hold; then what may be keys, and what may point at them. */
export const createExtract =
  (scan: Scanner['scan']): Phase =>
  (job) =>
    extract(job, scan);

/** Before they are stored: each time costs a transaction. */
const STRETCHES = 4;

async function extract(job: Job, scan: Scanner['scan']): Promise<'more' | 'done'> {
  const { state } = job;
  const next = () => state.tables.findIndex(({ isScanned }) => !isScanned);
  if (next() >= 0) {
    for (let left = STRETCHES; left > 0 && next() >= 0 && !job.signal.aborted; left--) await scanNext(job, next(), scan);
    const sum = (of: (table: TableState) => number) => state.tables.reduce((total, table) => total + of(table), 0);
    const skipped = sum((table) => table.skipped);
    job.progress = { ...job.progress, records: sum(({ rows }) => rows) + skipped, skipped };
    if (state.tables.some(({ isScanned }) => !isScanned)) return 'more';
  }
  let told = 0;
  for (const table of state.tables) {
    for (const column of table.columns) {
      const { type, form, said } = readingOf(column.kinds);
      Object.assign(column, { type, form });
      const sentence = said ?? (type === 'text' ? whyText(column, table.from) : null);
      if (sentence === null) continue;
      told += 1;
      if (told <= TOLD_MAX) state.assumptions.push(`${table.name}.${column.name} ${sentence}`);
    }
    // A format may say that a table has none.
    table.key = table.key === null ? keyCandidates(table) : table.key.length === 0 ? null : table.key;
    if (table.rows + table.skipped === 0) state.assumptions.push(`${table.from} has no rows below its header`);
    if (table.skipped > 0)
      state.assumptions.push(
        `${table.skipped} ${table.skipped === 1 ? 'row' : 'rows'} of ${table.from} left out: what looks like a secret is not imported`,
      );
  }
  if (told > TOLD_MAX) state.assumptions.push(`${told - TOLD_MAX} more columns were read in the same ways`);
  state.checks.push(
    // Before anything compares their values.
    ...state.tables.flatMap(({ columns }, index) => (columns.some(({ form }) => form) ? [{ kind: 'convert', table: index } as const] : [])),
    ...state.tables.flatMap((table, index) => (table.key === null ? [] : [{ kind: 'key', table: index } as const])),
    ...relationChecks(state.tables),
    ...state.tables.map((_, index) => ({ kind: 'count', table: index }) as const),
  );
  const rows = state.tables.reduce((total, table) => total + table.rows, 0);
  job.progress = { ...job.progress, records: job.progress.records ?? 0, skipped: job.progress.skipped ?? 0, plannedWrites: rows };
  return 'done';
}

/** What a person would have taken for something else than text; null where nobody would. */
function whyText({ textAt, textAfter, looked, numbers, days }: ColumnState, from: string): string | null {
  if (textAt === null) return null;
  if (textAfter >= NEARLY) return `is text: row ${textAt} of ${from} has another kind of value than the ${textAfter} before it`;
  const [most, what] = numbers > days ? [numbers, 'numbers'] : [days, 'dates'];
  if (looked < SOME || most <= looked / 2) return null;
  return most === looked
    ? `stays text: its values look like ${what}, and are written in ways that are not read`
    : `stays text: ${most} of its first ${looked} values look like ${what} and others do not; one that is not read is in row ${textAt} of ${from}`;
}

/** So many values of one kind before a text are worth a word. */
const NEARLY = 20;
/** Of fewer values nothing is said. */
const SOME = 3;
const TOLD_MAX = 100;
