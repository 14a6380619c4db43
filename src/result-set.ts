import type { ResultSet } from './contract/ask.ts';
import { LIMITS } from './contract/limits.ts';
import type { Numbers } from './contract/numbers.ts';
import { tooLarge } from './encode-reply.ts';
import type { ResultColumn, Rows } from './engines/engine.ts';
import { numbersAsText } from './lib/json-array.ts';
import { createPace } from './lib/pace.ts';
import { Verbatim } from './lib/verbatim.ts';

/**
 * A reply's rows; a name that stands twice gets a number, so that no value is lost.
 * @throws Fault result_too_large when the names alone, which each row repeats, are more than a reply may be
 */
export async function resultSet(rows: Rows, numbers: Numbers = 'literal'): Promise<ResultSet> {
  const names = uniqueNames(rows.columns);
  // Each value has at least its name, two quotes, a colon, one character and a comma.
  const rowBytes = names.reduce((sum, { length }) => sum + length + 5, 1);
  if (rowBytes * rows.rows.length > LIMITS.replyMaxBytes) throw tooLarge();
  const columns = rows.columns.map(({ type }, index) => ({ name: names[index] as string, type }));
  const { rows: cells } = numbers === 'text' ? withTexts(rows) : rows;
  return { data: await recordsOf(names, cells), columns, rowCount: rows.affected ?? rows.rows.length, truncated: rows.truncated };
}

/** The same with the numbers of wide columns as text. */
export function withTexts<Some extends Pick<Rows, 'columns' | 'rows'>>(rows: Some): Some {
  if (!rows.columns.some(({ isWide }) => isWide)) return rows;
  return { ...rows, rows: rows.rows.map((row) => row.map((value, index) => (rows.columns[index]?.isWide ? asText(value) : value))) };
}

/** A value of a wide column, its numbers as text. */
export const asText = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asText);
  if (value instanceof Verbatim && value.json.startsWith('[')) return new Verbatim(numbersAsText(value.json));
  return typeof value === 'number' || value instanceof Verbatim ? String(value) : value;
};

/** A million values are built in turns, between which others are answered. */
async function recordsOf(names: readonly string[], rows: Rows['rows']): Promise<Record<string, unknown>[]> {
  // Assigning to `__proto__` would set a prototype and lose the column.
  const plain = !names.includes('__proto__');
  const pace = createPace();
  const records: Record<string, unknown>[] = [];
  for (const row of rows) {
    let record: Record<string, unknown> = {};
    if (plain) for (let index = 0; index < names.length; index++) record[names[index] as string] = row[index];
    else record = Object.fromEntries(names.map((name, index) => [name, row[index]]));
    records.push(record);
    await pace();
  }
  return records;
}

export function uniqueNames(columns: readonly ResultColumn[]): string[] {
  const taken = new Set<string>();
  return columns.map(({ name }) => {
    let unique = name;
    for (let n = 2; taken.has(unique); n++) unique = `${name}_${n}`;
    taken.add(unique);
    return unique;
  });
}
