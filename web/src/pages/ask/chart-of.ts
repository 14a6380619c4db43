import type { ResultSet } from '../../../../src/client/index.ts';
import { valueText } from '../../parts/value-text.ts';
import { kindOf, numberOf } from './column-kind.ts';

interface Point {
  readonly label: string;
  /** Milliseconds since 1970 of a line, the place in the list of bars. */
  readonly at: number;
  readonly value: number;
}

export interface NumberChart {
  readonly kind: 'number';
  readonly measure: string;
  readonly text: string;
  /** The number that it is held against, and how far it is from it in percent, where that can be told. */
  readonly beside: { readonly measure: string; readonly text: string; readonly percent: number | null } | null;
}

export interface PointChart {
  readonly kind: 'line' | 'bars';
  readonly by: string;
  readonly measure: string;
  readonly points: readonly Point[];
}

export interface StackedChart {
  readonly kind: 'stacked';
  readonly by: string;
  readonly measure: string;
  readonly series: readonly string[];
  /** Each with a part for every series; 0 where it has none. */
  readonly bars: readonly { readonly label: string; readonly parts: readonly number[] }[];
}

export interface ScatterChart {
  readonly kind: 'scatter';
  readonly x: string;
  readonly y: string;
  readonly points: readonly { readonly label: string; readonly x: number; readonly y: number }[];
}

export type Chart = NumberChart | PointChart | StackedChart | ScatterChart;

type Column = ResultSet['columns'][number];

/** More bars than these are read better as a table. */
const BARS_MAX = 40;
/** As many colours can be told apart. */
const SERIES_MAX = 8;
const POINTS_MAX = 2_000;

/**
 * The pictures that fit a result, the best one first: one number is itself, a number for each time a line, for each of a few
 * names bars, shares of a whole one bar of parts, names by names a bar of parts each, two measures points in a plane.
 * Empty for what a picture would show wrongly or not at all: a part of the rows, ids, missing values, names that repeat.
 */
export function chartsOf({ data, columns, truncated }: ResultSet): readonly Chart[] {
  if (truncated || data.length === 0) return [];
  const measures = columns.filter(isMeasure);
  if (data.length === 1) return measures.length === columns.length ? numberOfRow(data[0] ?? {}, columns) : [];
  if (columns.length === 2) {
    const [first, second] = columns as [Column, Column];
    const isSecond = isMeasure(second) && !(PART_OF_DATE.test(second.name) && isMeasure(first));
    const [by, measure] = isSecond ? [first, second] : [second, first];
    if (!isMeasure(measure)) return [];
    if (isMeasure(by) && !PART_OF_DATE.test(by.name)) return scatterOf(data, [first, second], null);
    return pointsOf(data, by, measure);
  }
  if (columns.length !== 3) return [];
  const [by, series] = columns.filter((column) => !isMeasure(column) || PART_OF_DATE.test(column.name));
  const [x, y] = measures.filter(({ name }) => !PART_OF_DATE.test(name));
  if (x && !y && by && series) return stackedOf(data, by, series, x);
  return x && y && by && !isId(by) ? scatterOf(data, [x, y], by) : [];
}

function numberOfRow(row: ResultSet['data'][number], [measure, other, ...rest]: readonly Column[]): readonly Chart[] {
  if (measure === undefined || rest.length > 0 || row[measure.name] == null) return [];
  const text = valueText(row[measure.name]);
  if (other === undefined) return [{ kind: 'number', measure: measure.name, text, beside: null }];
  const [value, held] = [numberOf(row[measure.name]), numberOf(row[other.name])];
  if (Number.isNaN(held)) return [];
  const percent = held > 0 && Number.isFinite(value) ? ((value - held) / held) * 100 : null;
  return [{ kind: 'number', measure: measure.name, text, beside: { measure: other.name, text: valueText(row[other.name]), percent } }];
}

function pointsOf(data: ResultSet['data'], by: Column, measure: Column): readonly Chart[] {
  const isTime = kindOf(by) === 'time';
  const points = data.map((row, index) => ({
    label: valueText(row[by.name]),
    at: isTime ? Date.parse(String(row[by.name])) : index,
    value: numberOf(row[measure.name]),
  }));
  const isWhole = points.every(({ at, value }) => Number.isFinite(at) && Number.isFinite(value));
  if (!isWhole || new Set(points.map(({ label }) => label)).size < points.length) return [];
  const named = { by: by.name, measure: measure.name };
  const inTime = isTime ? points.sort((a, b) => a.at - b.at) : points;
  const bars: Chart[] =
    points.length > BARS_MAX ? [] : [{ kind: 'bars', ...named, points: inTime.map((point, index) => ({ ...point, at: index })) }];
  if (isTime) return [{ kind: 'line', ...named, points: inTime }, ...bars];
  const parts = points.map(({ value }) => value);
  if (parts.length > SERIES_MAX || parts.some((part) => part < 0) || !parts.some((part) => part > 0)) return bars;
  const shares: Chart = {
    kind: 'stacked',
    by: by.name,
    measure: measure.name,
    series: points.map(({ label }) => label),
    bars: [{ label: '', parts }],
  };
  return SHARE.test(measure.name) ? [shares, ...bars] : [...bars, shares];
}

function stackedOf(data: ResultSet['data'], by: Column, series: Column, measure: Column): readonly Chart[] {
  if (isId(by) || isId(series)) return [];
  // Time stands along the bars, whichever column it is; else the names that are more.
  const distinct = (column: Column) => [...new Set(data.map((row) => valueText(row[column.name])))];
  const isTurned = kindOf(by) !== 'time' && (kindOf(series) === 'time' || distinct(series).length > distinct(by).length);
  const [along, across] = isTurned ? [series, by] : [by, series];
  const [labels, names] = [distinct(along), distinct(across)];
  if (labels.length > BARS_MAX || names.length > SERIES_MAX) return [];
  const cells = new Map<string, number>();
  for (const row of data) {
    const cell = JSON.stringify([valueText(row[along.name]), valueText(row[across.name])]);
    const value = numberOf(row[measure.name]);
    if (!Number.isFinite(value) || value < 0 || cells.has(cell)) return [];
    cells.set(cell, value);
  }
  const bars = labels.map((label) => ({ label, parts: names.map((name) => cells.get(JSON.stringify([label, name])) ?? 0) }));
  return [{ kind: 'stacked', by: along.name, measure: measure.name, series: names, bars }];
}

function scatterOf(data: ResultSet['data'], [x, y]: readonly [Column, Column], named: Column | null): readonly Chart[] {
  const points = data.map((row) => ({
    label: named === null ? '' : valueText(row[named.name]),
    x: numberOf(row[x.name]),
    y: numberOf(row[y.name]),
  }));
  if (points.length > POINTS_MAX || points.some((point) => !Number.isFinite(point.x) || !Number.isFinite(point.y))) return [];
  return [{ kind: 'scatter', x: x.name, y: y.name, points }];
}

const isId = ({ name }: Column): boolean => /(?:^|_)id$/i.test(name);
const isMeasure = (column: Column): boolean => kindOf(column) === 'number' && !isId(column);
const PART_OF_DATE = /^(?:year|quarter|month|week|day|hour)$/i;
const SHARE = /(?:^|_)(?:share|percent|percentage|pct|proportion)(?:_|$)/i;
