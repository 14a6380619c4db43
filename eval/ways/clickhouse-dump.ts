import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TABLE_SETTINGS } from '../../src/engines/clickhouse/ddl.ts';
import type { ScoredQuestion } from '../questions.ts';
import { dumpFile, readDump } from './dump.ts';

/**
 * A database's tables and rows as ClickHouse takes them, of tables as the service makes them: the engine's own dump, or, of a schema with
 * columns of text and whole numbers alone, what PostgreSQL's says.
 */
export async function clickhouseDump(data: string, { dump, write }: ScoredQuestion): Promise<string> {
  const schema = write?.schema ?? null;
  if (schema === null || existsSync(join(data, 'clickhouse/db', `${dump}.sql`)))
    return (await readFile(dumpFile(data, 'clickhouse', dump), 'utf8')).replaceAll(
      /(\) ENGINE = MergeTree ORDER BY [^;]*);/g,
      `$1 ${TABLE_SETTINGS};`,
    );
  const statements = await readDump(dumpFile(data, 'postgres', dump), schema);
  return statements.flatMap((statement) => translated(statement, schema)).join(';\n');
}

const TYPES: Readonly<Record<string, string>> = { text: 'Nullable(String)', integer: 'Nullable(Int32)', bigint: 'Nullable(Int64)' };

function translated(statement: string, schema: string): string[] {
  if (/^CREATE SCHEMA/i.test(statement)) return [];
  const inSchema = statement.replace(`${schema}.`, '');
  // A backslash is one more character to PostgreSQL.
  if (/^INSERT/i.test(statement)) return [inSchema.replaceAll('\\', '\\\\')];
  const columns = inSchema.replaceAll(/^( {2}"?\w+"?) (\w+)(,?)$/gm, (line, name: string, type: string, comma: string) => {
    const known = TYPES[type];
    if (known === undefined) throw new Error(`${line.trim()}: a column of this type is not translated.`);
    return `${name} ${known}${comma}`;
  });
  return [`${columns} ENGINE = MergeTree ORDER BY tuple() ${TABLE_SETTINGS}`];
}
