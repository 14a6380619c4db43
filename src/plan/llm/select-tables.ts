import type { Schema, Table } from '../schema.ts';
import { describeTable, schemaTokens, tableText } from './describe-schema.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { relevanceOf } from './relevance.ts';
import type { ValueHit } from './value-hits.ts';

export interface Selected {
  readonly tables: readonly Table[];
  /** One line a table. */
  readonly text: string;
  readonly tokens: number;
  /** Tables left out. */
  readonly omitted: number;
}

/** A table that takes more than this share of the room shows its keys and the columns that matter. */
const WIDE_SHARE = 0.2;
const WIDE_COLUMNS_MIN = 24;

/** The whole schema when it fits, else the tables that a request most likely needs, the best first. */
export function selectTables(text: string, schema: Schema, hits: readonly ValueHit[], maxTokens: number): Selected {
  const whole = schemaTokens(schema);
  if (whole <= maxTokens) {
    return { tables: schema.tables, text: schema.tables.map((table) => tableText(table).text).join('\n'), tokens: whole, omitted: 0 };
  }
  const byName = new Map(schema.tables.map((table) => [table.name, table]));
  const chosen: Table[] = [];
  const lines: string[] = [];
  let tokens = 0;
  for (const { table: name, columns } of relevanceOf(text, schema, hits)) {
    const table = byName.get(name);
    if (!table) continue;
    const line = lineOf(table, columns, maxTokens);
    if (tokens + line.tokens + 1 > maxTokens) continue;
    chosen.push(table);
    lines.push(line.text);
    tokens += line.tokens + 1;
  }
  return { tables: chosen, text: lines.join('\n'), tokens, omitted: schema.tables.length - chosen.length };
}

function lineOf(table: Table, named: ReadonlySet<string>, maxTokens: number): { text: string; tokens: number } {
  const whole = tableText(table);
  if (whole.tokens <= maxTokens * WIDE_SHARE) return whole;
  const keys = [...table.primaryKey, ...table.foreignKeys.flatMap(({ columns }) => columns)];
  const first = table.columns.slice(0, WIDE_COLUMNS_MIN).map(({ name }) => name);
  const text = describeTable(table, new Set([...named, ...keys, ...first]));
  return { text, tokens: estimateTokens(text) };
}
