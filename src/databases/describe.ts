import type { Handler } from '../call.ts';
import type { Engine } from '../engines/engine.ts';
import { withGlossary } from '../plan/glossary.ts';
import { ownDatabase } from '../rights.ts';
import type { Databases } from '../store/databases.ts';
import type { Glossaries } from '../store/glossaries.ts';

interface Dependencies {
  readonly databases: Databases;
  readonly engine: (name: 'postgres' | 'clickhouse') => Engine;
  readonly glossaries: Glossaries;
}

export function createDescribeDatabase({ databases, engine, glossaries }: Dependencies): Handler<'describeDatabase'> {
  return async ({ id }, call) => {
    const database = await ownDatabase(databases, call.caller, id);
    const schema = withGlossary(await engine(database.engine).introspect({ dbId: id }, call.signal), await glossaries.of(id));
    return {
      dbId: id,
      engine: database.engine,
      fingerprint: schema.fingerprint,
      tables: schema.tables.map((table) => ({
        name: table.name,
        schema: table.place?.schema ?? 'public',
        kind: table.kind,
        comment: table.comment,
        rowEstimate: table.rowEstimate,
        columns: table.columns.map(({ name, nativeType, nullable, hasDefault, generated, comment }) => ({
          name,
          type: nativeType,
          nullable,
          hasDefault,
          generated,
          comment,
        })),
        primaryKey: [...table.primaryKey],
        uniques: table.uniques.map((columns) => [...columns]),
        foreignKeys: table.foreignKeys.map(({ columns, table: to, references, onDelete }) => ({
          columns: [...columns],
          table: to,
          references: [...references],
          onDelete,
        })),
      })),
    };
  };
}
