import type { Engine, Target } from '../engines/engine.ts';
import type { Query } from '../plan/plan.ts';

/** Whether any table of the database has a row. */
export async function holdsRows(engine: Engine, target: Target, signal: AbortSignal): Promise<boolean> {
  const schema = await engine.introspect(target, signal);
  for (const { name } of schema.tables.filter(({ kind }) => kind === 'table')) {
    const { rows } = await engine.read(target, engine.compile(anyRow(name), schema), { maxRows: 1, signal });
    if (rows.length > 0) return true;
  }
  return false;
}

const anyRow = (table: string): Query => ({
  kind: 'select',
  columns: [{ expr: { kind: 'literal', value: 1, type: 'integer' }, as: 'one' }],
  from: { kind: 'table', table, as: 't' },
  limit: 1,
});
