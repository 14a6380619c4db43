import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileClickHouse } from '../../src/engines/clickhouse/compile.ts';
import { startEmbeddedClickHouse } from '../../src/engines/clickhouse/embedded-alone.ts';
import { INTROSPECTION, schemaFrom } from '../../src/engines/clickhouse/introspect.ts';
import { identifier } from '../../src/engines/clickhouse/quote.ts';
import type { Statement } from '../../src/engines/engine.ts';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import type { ValueEntry } from '../../src/plan/planner.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { dumpFile } from './dump.ts';
import { GROUND_ROWS_MAX, type Grounds } from './ground.ts';

/** Columns with more distinct values are no help in finding what a word stands for. */
const DISTINCT_MAX = 20_000;

/** Gold statements group and order by position, as people do; compiled ones never do, and the engine is told so. */
export const GOLD_SETTINGS = ' SETTINGS enable_positional_arguments = 1';

/** An embedded ClickHouse for each database, one at a time, each in a folder that goes away. */
export async function clickhouseGrounds(data: string): Promise<Grounds> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-eval-'));
  await chmod(folder, 0o755);
  return {
    async open({ questions: [first] }) {
      const dir = await mkdtemp(join(folder, 'database-'));
      const engine = await startEmbeddedClickHouse({ dir });
      const read = async ({ sql, params }: Statement) =>
        (await engine.query(sql, params, { readonly: true, maxRows: GROUND_ROWS_MAX })).rows;
      try {
        await engine.exec(await readFile(dumpFile(data, 'clickhouse', first.dump), 'utf8'));
        const schema = schemaFrom(await read(INTROSPECTION));
        return {
          schema,
          values: async () => buildValueIndex(await distinctValues(schema, read)),
          compile: async (plan) => compileClickHouse(plan, schema),
          read,
          gold: async (sql) => (await engine.query(`${sql}${GOLD_SETTINGS}`, [], { readonly: false, maxRows: GROUND_ROWS_MAX })).rows,
          async close() {
            await engine.stop();
            await rm(dir, { recursive: true, force: true });
          },
        };
      } catch (error) {
        await engine.stop();
        throw error;
      }
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

async function distinctValues(
  schema: Schema,
  read: (statement: Statement) => Promise<readonly (readonly unknown[])[]>,
): Promise<ValueEntry[]> {
  const entries: ValueEntry[] = [];
  for (const table of schema.tables) {
    for (const { name } of table.columns.filter(({ type }) => type === 'text')) {
      const column = identifier(name);
      const sql = `SELECT DISTINCT ${column} FROM ${identifier(table.name)} WHERE ${column} IS NOT NULL LIMIT ${DISTINCT_MAX + 1}`;
      const rows = await read({ sql, params: [] });
      if (rows.length <= DISTINCT_MAX) entries.push({ table: table.name, column: name, values: rows.map(([value]) => String(value)) });
    }
  }
  return entries;
}
