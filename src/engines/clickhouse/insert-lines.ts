import { Fault } from '../../fault.ts';
import { createPace } from '../../lib/pace.ts';
import { type Column, needsValue } from '../../plan/schema.ts';
import type { Cells, Layout } from '../insert-cells.ts';
import { invalidCell } from '../insert-values.ts';
import { cellWriter, Refused } from './insert-cell.ts';

export type InsertColumn = Pick<Column, 'name' | 'nativeType' | 'nullable' | 'hasDefault'>;

interface Lines {
  /** The engine's name for how the rows are written. */
  readonly format: 'JSONCompactEachRow' | 'JSONEachRow';
  /** In portions, one after the other. */
  readonly lines: readonly Buffer[];
}

/**
 * Rows as the engine reads them: arrays where every row has every column, else objects, whose missing columns get their defaults. The platform
 * writes some hundreds at a time, with turns for others.
 * @throws Fault invalid_value with the row and the column, payload_too_large
 */
export async function linesOf(table: string, columns: readonly InsertColumn[], rows: readonly Cells[]): Promise<Lines> {
  const writers = columns.map((column) => ({
    ...{ name: column.name, nativeType: column.nativeType, write: cellWriter(column.nativeType) },
    /** A null is then no value, and the default is taken. */
    takesDefault: !column.nullable && !needsValue(column),
  }));
  const required = columns.filter(({ nullable }) => !nullable);
  const isWhole = rows.every(
    (row) => row.layout.columns.length === columns.length && required.every(({ name }) => (row.get(name) ?? null) !== null),
  );
  const pace = createPace();
  const lines: Buffer[] = [];
  let bytes = 0;
  let layout: Layout | null = null;
  let places: readonly number[] = [];
  for (let from = 0; from < rows.length; from += PORTION_ROWS) {
    const portion: unknown[] = [];
    const to = Math.min(rows.length, from + PORTION_ROWS);
    for (let index = from; index < to; index += 1) {
      const row = rows[index] as Cells;
      if (row.layout !== layout) {
        layout = row.layout;
        places = placesIn(layout, columns);
      }
      const cells: unknown[] = [];
      const record: Record<string, unknown> = {};
      for (let at = 0; at < writers.length; at += 1) {
        const { name, nativeType, write, takesDefault } = writers[at] as (typeof writers)[number];
        const value = row.values[places[at] as number];
        if (!isWhole && (value === undefined || (value === null && takesDefault))) continue;
        const cell = write(value);
        if (cell instanceof Refused) throw invalidCell({ table, row: index, column: name, value }, cell.why, { type: nativeType });
        if (isWhole) cells.push(cell);
        else record[name] = cell;
      }
      portion.push(isWhole ? cells : record);
    }
    const text = JSON.stringify(portion).slice(1, -1);
    const line = Buffer.from(from === 0 ? text : `,\n${text}`);
    bytes += line.length;
    if (bytes > BYTES_MAX) throw new Fault('payload_too_large', { params: { maxBytes: BYTES_MAX } });
    lines.push(line);
    await pace();
  }
  return { format: isWhole ? 'JSONCompactEachRow' : 'JSONEachRow', lines };
}

/** Rows of a portion; a table has up to 1,600 columns. */
const PORTION_ROWS = 200;
const BYTES_MAX = 48 * 1024 * 1024;

/** Where each column stands in a row of the layout; -1 for one that it lacks. */
const placesIn = ({ places }: Layout, columns: readonly InsertColumn[]): number[] => columns.map(({ name }) => places.get(name) ?? -1);
