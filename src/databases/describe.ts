import type { Handler } from '../call.ts';
import type { EngineOf } from '../engines/engine.ts';
import type { GrantAccess } from '../grants/access.ts';
import { withGlossary } from '../plan/glossary.ts';
import { engineFor, readableDatabase } from '../rights.ts';
import type { Databases } from '../store/databases.ts';
import type { Glossaries } from '../store/glossaries.ts';

interface Dependencies {
  readonly databases: Databases;
  readonly grants: GrantAccess;
  readonly engine: EngineOf;
  readonly glossaries: Glossaries;
}

export function createDescribeDatabase({ databases, grants, engine: engineOf, glossaries }: Dependencies): Handler<'describeDatabase'> {
  return async ({ id }, call) => {
    const readable = await readableDatabase({ databases, grants }, call.caller, id);
    const { database, grant } = readable;
    const engine = engineFor(engineOf(database), readable, grants);
    // What the words mean may name what is not granted.
    const schema = withGlossary(await engine.introspect({ dbId: id }, call.signal), grant ? null : await glossaries.of(id));
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
        columns: table.columns.map(({ name, nativeType, baseType, nullable, hasDefault, generated, comment }) => ({
          name,
          type: nativeType,
          ...(baseType === undefined ? {} : { baseType }),
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
