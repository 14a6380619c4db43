import type { ResultSet } from './contract/ask.ts';
import type { Numbers } from './contract/numbers.ts';
import type { ResultColumn, Rows } from './engines/engine.ts';
import { numbersAsText } from './lib/json-array.ts';
import { Verbatim } from './lib/verbatim.ts';

/** A reply's rows; a name that stands twice gets a number, so that no value is lost. */
export function resultSet(rows: Rows, numbers: Numbers = 'literal'): ResultSet {
  const names = uniqueNames(rows.columns);
  const columns = rows.columns.map(({ type }, index) => ({ name: names[index] as string, type }));
  const { rows: cells } = numbers === 'text' ? withTexts(rows) : rows;
  return { data: recordsOf(names, cells), columns, rowCount: rows.affected ?? rows.rows.length, truncated: rows.truncated };
}

/** The same with the numbers of wide columns as text. */
export function withTexts<Some extends Pick<Rows, 'columns' | 'rows'>>(rows: Some): Some {
  if (!rows.columns.some(({ isWide }) => isWide)) return rows;
  return { ...rows, rows: rows.rows.map((row) => row.map((value, index) => (rows.columns[index]?.isWide ? asText(value) : value))) };
}

const asText = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asText);
  if (value instanceof Verbatim && value.json.startsWith('[')) return new Verbatim(numbersAsText(value.json));
  return typeof value === 'number' || value instanceof Verbatim ? String(value) : value;
};

function recordsOf(names: readonly string[], rows: Rows['rows']): Record<string, unknown>[] {
  // Assigning to `__proto__` would set a prototype and lose the column.
  const plain = !names.includes('__proto__');
  return rows.map((row) => {
    if (!plain) return Object.fromEntries(names.map((name, index) => [name, row[index]]));
    const record: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index++) record[names[index] as string] = row[index];
    return record;
  });
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
