import type { AlikeRows, ColumnSeen } from '../../lib/alike-rows.ts';
import { needsValue } from '../../plan/schema.ts';
import type { InsertResult } from '../engine.ts';
import { meant, NOT_UNDOABLE } from './insert-rows.ts';
import { identifier, tableSql } from './quote.ts';
import { parseType } from './values.ts';
import type { ClickHouseWrite } from './write.ts';

/**
 * Inserts rows as the bytes that they came in, where the table has their columns and each column takes all that was seen of its values as it
 * is written. Null, with nothing done, where that is not so or cannot be told: `insertRows` then reads them.
 */
export async function insertAlike(write: ClickHouseWrite, given: string, rows: AlikeRows): Promise<InsertResult | null> {
  const schema = await write.schema();
  const name = meant(given, schema);
  const table = schema.tables.find((each) => each.name === name);
  if (table === undefined || table.kind === 'view') return null;
  const seen = new Map(rows.columns.map((column) => [column.name, column]));
  const known = new Map(table.columns.map((column) => [column.name, column]));
  const areTaken = rows.columns.every((column) => {
    const into = known.get(column.name);
    return into !== undefined && !into.generated && takes(into.nativeType, column);
  });
  const isWhole = table.columns.every((column) => seen.has(column.name) || !needsValue(column));
  if (!areTaken || !isWhole) return null;
  write.expect(name);
  const into = `${tableSql(schema, name)} (${rows.columns.map((column) => identifier(column.name)).join(', ')})`;
  await write.insert({ table: name, into, format: FORMAT, lines: rows.json.slices(), count: rows.count });
  return {
    inserted: rows.count,
    notUndoable: NOT_UNDOABLE,
    table: name,
    createdTable: false,
    createdColumns: [],
    widenedColumns: [],
    assumptions: [],
    statement: { sql: `INSERT INTO ${into} FORMAT ${FORMAT}`, params: [] },
  };
}

const FORMAT = 'JSONEachRow';

/** Whether a column of the native type takes all values of this one as they are written. */
export function takes(nativeType: string, column: ColumnSeen): boolean {
  const { name, args } = parseType(nativeType);
  if (name === 'Nullable') return takes(args[0] ?? '', { ...column, hasNulls: false });
  if (name === 'LowCardinality') return takes(args[0] ?? '', column);
  if (column.hasNulls) return false;
  if (!column.hasBooleans && !column.hasNumbers && column.texts === null) return true;
  const isOf = (kind: 'booleans' | 'numbers' | 'texts') =>
    column.hasBooleans === (kind === 'booleans') &&
    column.hasNumbers === (kind === 'numbers') &&
    (column.texts !== null) === (kind === 'texts');
  const { whole, fraction, hasNegatives, texts } = column;
  const isWithin = (from: number, to: number) => column.firstYear >= from && column.lastYear <= to;
  const int = /^(U?)Int(8|16|32|64|128|256)$/.exec(name);
  if (int) return isOf('numbers') && fraction === 0 && !(int[1] === 'U' && hasNegatives) && whole <= (DIGITS[int[2] ?? ''] ?? 0);
  switch (name) {
    case 'Decimal':
      return isOf('numbers') && fraction <= Number(args[1] ?? 0) && whole <= Number(args[0]) - Number(args[1] ?? 0);
    case 'Float32':
    case 'Float64':
      return isOf('numbers');
    case 'String':
      return isOf('texts');
    case 'Bool':
      return isOf('booleans');
    case 'Date':
      return isOf('texts') && texts === 'day' && isWithin(1970, 2148);
    case 'Date32':
      return isOf('texts') && texts === 'day' && isWithin(1900, 2299);
    case 'DateTime':
      return isOf('texts') && texts === 'moment' && isWithin(1970, 2105);
    case 'DateTime64':
      return isOf('texts') && texts === 'moment' && isWithin(1900, 2261);
    default:
      return false;
  }
}

/** As many as any number of which fits. */
const DIGITS: Readonly<Record<string, number>> = { 8: 2, 16: 4, 32: 9, 64: 15, 128: 15, 256: 15 };
