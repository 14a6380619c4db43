import type { NewTable } from '../contract/create-schema.ts';
import { Fault } from '../fault.ts';
import { hasSqlMarks, looksLikeDdl, NO_SQL, type ParseChange } from './parse/ddl.ts';
import type { Brief, Designer } from './planner.ts';
import type { Schema } from './schema.ts';
import type { ChangeStep, StepOf } from './schema-change.ts';

/**
 * A designer that also reads CREATE TABLE as it is written, with ALTER TABLE after it, by PostgreSQL's own parser.
 * What of it no schema here can have is refused by name: nothing of SQL is guessed.
 */
export const withDdl = (designer: Designer, parse: ParseChange): Designer => ({
  ...designer,
  design: async (brief, ...more) => (looksLikeDdl(brief) ? readDdl(brief, parse) : null) ?? (await designer.design(brief, ...more)),
});

/** Null for a brief that begins as SQL does: "create table books (title, author)". @throws Fault not_understood, schema_mismatch */
function readDdl(brief: string, parse: ParseChange): Brief | null {
  try {
    const { change, assumptions } = parse(brief, EMPTY);
    const tables = change.steps.reduce(withStep, []);
    const title = tables[0]?.name ?? 'data';
    return { kind: 'schema', schema: { title, tables }, assumptions };
  } catch (problem) {
    if (!(problem instanceof Fault) || problem.code !== 'llm_failed') throw problem;
    if (problem.params?.construct === NO_SQL && !hasSqlMarks(brief)) return null;
    const reason = `${String(problem.params?.reason ?? 'The SQL could not be read')}.`;
    throw new Fault('not_understood', { params: { reason, unclear: [] } });
  }
}

const EMPTY: Schema = { fingerprint: '', tables: [] };

const withStep = (tables: readonly NewTable[], step: ChangeStep): NewTable[] => {
  if (step.do === 'addTable') return [...tables, step.definition];
  const read = STEPS[step.do] as ((table: NewTable, step: ChangeStep) => NewTable) | undefined;
  if (!read)
    throw new Fault('llm_failed', { params: { reason: 'Of a new database, tables are added alone; leave out what drops or renames' } });
  return tables.map((table) => (table.name === step.table ? read(table, step) : table));
};

const STEPS: { readonly [Do in ChangeStep['do']]?: (table: NewTable, step: StepOf<Do>) => NewTable } = {
  addColumn: (table, { column, references }) => ({
    ...table,
    columns: [...table.columns, column],
    ...(references === undefined ? {} : { references: [...(table.references ?? []), { column: column.name, table: references }] }),
  }),
  addReference: (table, { column, to }) => ({ ...table, references: [...(table.references ?? []), { column, table: to }] }),
  setUnique: (table, { column }) => withColumn(table, column, { unique: true }),
  setNullable: (table, { column, nullable }) => withColumn(table, column, { nullable }),
};

const withColumn = (table: NewTable, name: string, more: Partial<NewTable['columns'][number]>): NewTable => ({
  ...table,
  columns: table.columns.map((column) => (column.name === name ? { ...column, ...more } : column)),
});
