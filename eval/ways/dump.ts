import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineName } from '../../src/contract/database.ts';
import { Fault } from '../../src/fault.ts';
import { splitStatements } from './split.ts';

const FOLDERS = { postgres: ['db'], clickhouse: ['clickhouse/db', 'db'] } as const satisfies Record<EngineName, readonly string[]>;

/**
 * The file with a database's tables and rows for an engine.
 * @throws Fault unconfigured when the data folder has none
 */
export function dumpFile(data: string, engine: EngineName, name: string): string {
  const places = FOLDERS[engine].map((folder) => join(data, folder, `${name}.sql`));
  const found = places.find((place) => existsSync(place));
  if (found === undefined)
    throw new Fault('unconfigured', { params: { reason: `There is no dump of "${name}": ${places.join(' or ')}.` } });
  return found;
}

/** A dump's statements in order, without their closing semicolons; of one `schema` alone when the dump holds several. */
export async function readDump(file: string, schema: string | null = null): Promise<string[]> {
  const statements = [...splitStatements(await readFile(file, 'utf8'))];
  if (schema === null) return statements;
  const from = statements.findIndex((statement) => schemaMadeBy(statement) === schema);
  const next = statements.findIndex((statement, at) => at > from && schemaMadeBy(statement) !== null);
  return from < 0 ? [] : statements.slice(from, next < 0 ? statements.length : next);
}

const schemaMadeBy = (statement: string) => /^CREATE SCHEMA "?(\w+)"?$/i.exec(statement)?.[1] ?? null;
