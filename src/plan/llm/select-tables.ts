import type { Schema, Table } from '../schema.ts';
import { describeTable, schemaTokens, tableText } from './describe-schema.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { type Relevance, relevanceOf } from './relevance.ts';
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

interface Request {
  readonly text: string;
  readonly schema: Schema;
  readonly hits: readonly ValueHit[];
  /** How near each table is in meaning; null where words alone tell. */
  readonly near: ReadonlyMap<string, number> | null;
}

/** The whole schema when it fits, else the tables that a request most likely needs, the best first. */
export function selectTables({ text, schema, hits, near }: Request, maxTokens: number): Selected {
  const whole = schemaTokens(schema);
  if (whole <= maxTokens) {
    return { tables: schema.tables, text: schema.tables.map((table) => tableText(table).text).join('\n'), tokens: whole, omitted: 0 };
  }
  const byName = new Map(schema.tables.map((table) => [table.name, table]));
  const chosen: Table[] = [];
  const lines: string[] = [];
  let tokens = 0;
  for (const { table: name, columns } of ranked(relevanceOf(text, schema, hits), near)) {
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

/** By words and by meaning, as reciprocal ranks (Cormack et al., 2009): what is near the top of either comes early. */
function ranked(byWords: readonly Relevance[], near: ReadonlyMap<string, number> | null): readonly Relevance[] {
  if (near === null) return byWords;
  const byMeaning = [...byWords].sort((a, b) => (near.get(b.table) ?? -1) - (near.get(a.table) ?? -1));
  const places = new Map(byMeaning.map(({ table }, at) => [table, at]));
  const worth = ({ table, score }: Relevance, at: number): number =>
    1 / (RANK_OFFSET + (places.get(table) ?? byWords.length)) + (score > 0 ? 1 / (RANK_OFFSET + at) : 0);
  const worths = new Map(byWords.map((each, at) => [each.table, worth(each, at)]));
  return [...byWords].sort((a, b) => (worths.get(b.table) ?? 0) - (worths.get(a.table) ?? 0));
}

const RANK_OFFSET = 60;

function lineOf(table: Table, named: ReadonlySet<string>, maxTokens: number): { text: string; tokens: number } {
  const whole = tableText(table);
  if (whole.tokens <= maxTokens * WIDE_SHARE) return whole;
  const keys = [...table.primaryKey, ...table.foreignKeys.flatMap(({ columns }) => columns)];
  const first = table.columns.slice(0, WIDE_COLUMNS_MIN).map(({ name }) => name);
  const text = describeTable(table, new Set([...named, ...keys, ...first]));
  return { text, tokens: estimateTokens(text) };
}
