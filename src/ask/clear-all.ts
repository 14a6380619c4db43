import type { Engine, Target } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import { clearOptions } from '../plan/builtin/writes/clear-all.ts';
import type { Query } from '../plan/plan.ts';
import type { Schema } from '../plan/schema.ts';

/** Tables that are looked at for rows; of more, the others are taken to have some. */
const LOOKED_AT_MAX = 200;

/**
 * What to say to "clear my database", which is never done at once: one instruction a table that has rows, each to be sent
 * again as an ordinary ask, the first of which can be followed at once.
 * @throws Fault clarify_required; write_no_rows when there is nothing to clear
 */
export async function askWhatToClear(
  schema: Schema,
  { engine, target, signal }: { readonly engine: Engine; readonly target: Target; readonly signal: AbortSignal },
): Promise<never> {
  const has = async (table: string, column: string | null): Promise<boolean> => {
    const { rows } = await engine.read(target, engine.compile(anyRow(table, column), schema), { maxRows: 1, signal });
    return rows.length > 0;
  };
  const tables = schema.tables.filter(({ kind }) => kind === 'table').map(({ name }) => name);
  const empty = new Set<string>();
  const unset = new Set<string>();
  for (const name of tables.slice(0, LOOKED_AT_MAX)) if (!(await has(name, null))) empty.add(name);
  let options = clearOptions(schema, empty, unset);
  for (let first = options[0]?.empties; first && !(await has(first.table, first.column)); first = options[0]?.empties) {
    unset.add(`${first.table}.${first.column}`);
    options = clearOptions(schema, empty, unset);
  }
  if (options.length > 0) throw new Fault('clarify_required', { params: { options: options.map(({ label, goal }) => ({ label, goal })) } });
  const reason =
    empty.size === tables.length
      ? 'Every table of this database is empty already.'
      : 'The tables that have rows hold each other by keys that may not be empty: delete their rows in one statement with POST /v1/run.';
  throw new Fault('write_no_rows', { params: { phase: 'preview', reason } });
}

/** A row; with a column, one that has something in it. */
const anyRow = (table: string, column: string | null): Query => ({
  kind: 'select',
  columns: [{ expr: { kind: 'literal', value: 1, type: 'integer' }, as: 'one' }],
  from: { kind: 'table', table, as: 't' },
  ...(column === null ? {} : { where: { kind: 'not', arg: { kind: 'isNull', arg: { kind: 'column', table: 't', column } } } }),
  limit: 1,
});
