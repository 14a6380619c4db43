import type { Expr, Join, Select } from '../../plan.ts';
import type { Column } from '../../schema.ts';
import { DATED, NUMERIC, unfit } from '../linking/expressions.ts';
import { lengthOf } from '../phrases/stretch.ts';
import { at, columnOf, entryOf, equal, labelOf, type Place } from './place.ts';
import type { Field, Group, Measure, Stretch, Unit } from './sentence.ts';

interface Measured {
  readonly expr: Expr;
  readonly as: string;
  /** Whose columns it is made of. */
  readonly tables: readonly string[];
}

export const count = (filter?: Expr): Expr => ({ kind: 'aggregate', fn: 'count', arg: { kind: 'star' }, ...(filter ? { filter } : {}) });

export function measured(measure: Measure, things: string, place: Place): Measured {
  if (measure.kind === 'count') return { expr: count(), as: 'count', tables: [] };
  if (measure.kind === 'different') {
    const { table, column } = measure.of;
    const own = entryOf(table, place).table.primaryKey.map((name) => at(table, name));
    const [key, ...more] = column === null ? own : grouped(measure.of, place).keys;
    if (key === undefined || more.length > 0) return unfit();
    return { expr: { kind: 'aggregate', fn: 'count', arg: key, distinct: true }, as: 'count', tables: [table] };
  }
  if (measure.kind === 'between') {
    const arg = lengthIn(measure, things, measure.unit, place);
    return { expr: { kind: 'aggregate', fn: measure.fn, arg }, as: `${STATISTICS[measure.fn]}_${measure.unit}s`, tables: [] };
  }
  if (measure.kind === 'days') return { expr: daysOf(measure, columnOf(things, measure.column, place), things), as: 'days', tables: [] };
  const ends = measure.times === null && ['min', 'max'].includes(measure.kind);
  const [only, by] = [measure.column, ...(measure.times === null ? [] : [measure.times])].map((one) => numberOf(one, things, place, ends));
  if (only === undefined) return unfit();
  const arg: Expr = by === undefined ? only.expr : { kind: 'arithmetic', op: '*', left: only.expr, right: by.expr };
  return {
    expr: { kind: 'aggregate', fn: measure.kind, arg },
    as: `${measure.kind}_${only.as}`,
    tables: [only, ...(by === undefined ? [] : [by])].map(({ table }) => table),
  };
}

const STATISTICS = { sum: 'total', avg: 'average', min: 'fewest', max: 'most' } as const;

/** How long it is from one date, or time of day, to the other. */
export function lengthIn({ from, to }: Stretch, things: string, unit: Unit, place: Place): Expr {
  const [start, end] = [columnOf(things, from, place), columnOf(things, to, place)];
  const isTimes = start.type === 'time' && end.type === 'time';
  if (start.name === end.name || !(isTimes || (DATED.has(start.type) && DATED.has(end.type)))) return unfit();
  return lengthOf({ table: things, start, end }, things, unit);
}

function daysOf({ since }: { since: boolean }, { name, type }: Column, things: string): Expr {
  if (!DATED.has(type)) return unfit();
  const moment: Expr = { kind: 'aggregate', fn: since ? 'max' : 'min', arg: at(things, name) };
  const day: Expr = type === 'date' ? moment : { kind: 'cast', type: 'date', arg: moment };
  const today: Expr = { kind: 'call', fn: 'today', args: [] };
  return { kind: 'arithmetic', op: '-', left: since ? today : day, right: since ? day : today };
}

/** A column that can be added up, or a date of which one is the first. */
export function numberOf(field: Field, things: string, place: Place, dates = false): { expr: Expr; as: string; table: string } {
  const { table, column, span } = typeof field === 'string' ? { table: things, column: field } : field;
  if (column === null || span !== undefined) return unfit();
  const { type } = columnOf(table, column, place);
  return NUMERIC.has(type) || (dates && DATED.has(type)) ? { expr: at(table, column), as: column, table } : unfit();
}

interface Grouped {
  readonly keys: Expr[];
  readonly columns: Select['columns'];
  /** Of the rows that a key leads to. */
  readonly joins: readonly Join[];
}

/** What makes the groups, and what is shown of each; of a key it is what the row is called that it leads to. */
export function grouped({ table, column, span }: Group, place: Place, join: Join['type'] = 'inner'): Grouped {
  const entry = entryOf(table, place);
  if (span !== undefined) {
    if (column === null || !DATED.has(columnOf(table, column, place).type)) return unfit();
    const key: Expr = { kind: 'call', fn: 'date_trunc', args: [{ kind: 'literal', value: span, type: 'text' }, at(table, column)] };
    return { keys: [key], columns: [{ expr: key, as: span }], joins: [] };
  }
  const key = column === null ? undefined : entry.table.foreignKeys.find((one) => one.columns.length === 1 && one.columns[0] === column);
  const [reference] = key?.references ?? [];
  const called = key === undefined || column === null ? [] : labelOf(entryOf(key.table, place));
  if (key !== undefined && column !== null && reference !== undefined && entryOf(key.table, place).label.length > 0) {
    const as = `${column}_of_${table}`;
    const source = { kind: 'table' as const, table: key.table, as };
    return {
      keys: [reference, ...called].map((name) => at(as, name)),
      columns: called.map((name) => ({ expr: at(as, name), as: name })),
      joins: [{ type: join, source, on: equal(at(table, column), at(as, reference)) }],
    };
  }
  const label = column === null ? labelOf(entry) : [columnOf(table, column, place).name];
  const keys = column === null ? [...new Set([...entry.table.primaryKey, ...label])] : label;
  return { keys: keys.map((key) => at(table, key)), columns: label.map((name) => ({ expr: at(table, name), as: name })), joins: [] };
}

export const fieldGroup = (field: Field, things: string): Group => (typeof field === 'string' ? { table: things, column: field } : field);
