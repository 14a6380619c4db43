import type { Schemas } from '../ask/schemas.ts';
import { Continued, type Handler } from '../call.ts';
import type { EngineOf } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import type { GrantAccess } from '../grants/access.ts';
import { createSharedNext } from '../lib/shared-next.ts';
import { withGlossary } from '../plan/glossary.ts';
import type { Schema, Table } from '../plan/schema.ts';
import { engineFor, readableDatabase } from '../rights.ts';
import type { Databases } from '../store/databases.ts';
import type { Glossaries } from '../store/glossaries.ts';

interface Dependencies {
  readonly databases: Databases;
  readonly grants: GrantAccess;
  readonly engine: EngineOf;
  readonly glossaries: Glossaries;
  readonly schemas: Schemas;
}

export function createDescribeDatabase({
  databases,
  grants,
  engine: engineOf,
  glossaries,
  schemas,
}: Dependencies): Handler<'describeDatabase'> {
  // Of hundreds of tables it takes a tenth of a second, and a crowd may ask for it at once.
  const shared = createSharedNext<Schema>();
  return async ({ id, table: filter, limit, cursor }, call) => {
    const readable = await readableDatabase({ databases, grants }, call.caller, id);
    const { database, grant } = readable;
    const engine = engineFor(engineOf(database), readable, grants);
    const { signal } = new AbortController();
    // A listing begins with the tables and estimates of now; its other pages are of the schema that is kept while the engine says that none has changed.
    const schema =
      cursor === undefined
        ? // What the words mean may name what is not granted.
          withGlossary(
            await shared(`${engine.part ?? ''} ${id}`, () => engine.introspect({ dbId: id }, signal)),
            grant ? null : await glossaries.of(id),
          )
        : await shared(`${engine.part ?? ''} ${id} kept`, () => schemas.of(engine, id, signal));
    if (call.signal.aborted) throw new Fault('query_cancelled');
    const { tables, next } = pageOf(schema.tables, { filter, limit, cursor });
    const reply = {
      dbId: id,
      engine: database.engine,
      fingerprint: schema.fingerprint,
      tables: tables.map((table) => ({
        name: table.name,
        schema: table.place?.schema ?? 'public',
        kind: table.kind,
        comment: table.comment,
        rowEstimate: table.rowEstimate,
        columns: table.columns.map(({ name, nativeType, baseType, labels, nullable, hasDefault, generated, comment }) => ({
          name,
          type: nativeType,
          ...(labels === undefined ? {} : { labels: [...labels] }),
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
    return next === null ? reply : new Continued(reply, next);
  };
}

interface Asked {
  readonly filter: string | undefined;
  readonly limit: number | undefined;
  readonly cursor: string | undefined;
}

/** The cursor is the name of the last table before. @throws Fault invalid_body for one that is there no more */
function pageOf(all: readonly Table[], { filter, limit, cursor }: Asked): { tables: readonly Table[]; next: string | null } {
  const named = filter === undefined ? all : all.filter(({ name }) => matches(name, filter));
  const before = cursor === undefined ? -1 : named.findIndex(({ name }) => name === cursor);
  if (cursor !== undefined && before < 0)
    throw new Fault('invalid_body', {
      params: { issues: [{ path: 'cursor', message: 'No table where a page could begin: begin anew without it.' }] },
    });
  const rest = named.slice(before + 1);
  const tables = rest.slice(0, limit ?? rest.length);
  return { tables, next: tables.length < rest.length ? (tables.at(-1)?.name ?? null) : null };
}

/** A part of the name; where a `*` stands, the whole of it. */
function matches(name: string, filter: string): boolean {
  const [first = '', ...rest] = filter.toLowerCase().split('*');
  const lower = name.toLowerCase();
  if (rest.length === 0) return lower.includes(first);
  if (!lower.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of rest.entries()) {
    const isLast = index === rest.length - 1;
    const found = isLast ? lower.length - part.length : lower.indexOf(part, at);
    if (found < at || !lower.startsWith(part, found)) return false;
    at = found + part.length;
  }
  return true;
}
