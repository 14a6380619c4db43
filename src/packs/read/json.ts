import { LIMITS } from '../../contract/limits.ts';
import { nestsDeeper } from '../../lib/json-depth.ts';
import { type JsonLimits, surveyJson } from '../../lib/json-survey.ts';
import { readExactJson } from '../../lib/read-json.ts';
import { Verbatim } from '../../lib/verbatim.ts';
import { unreadable } from '../unreadable.ts';
import type { ReadSheets, Sheet } from './sheet.ts';

type Fields = Record<string, unknown>;

/**
 * A list of objects is a table; an object with such lists is one for each of them, and what is beside them is left out, which is said; any other object is a row.
 * @throws Fault source_unreadable
 */
export function readJsonSheets(text: string, from: string, name: string): ReadSheets {
  const value = readWhole(text, from);
  if (Array.isArray(value)) return { sheets: [sheetOf(value, from, name)], assumptions: [] };
  if (!isFields(value)) throw unreadable('It holds one value, and no rows.', { file: from });
  const lists = Object.entries(value).filter((entry): entry is [string, Fields[]] => isList(entry[1]));
  if (lists.length === 0) return { sheets: [sheetOf([value], from, name)], assumptions: [] };
  const left = Object.keys(value).filter((key) => !lists.some(([list]) => list === key));
  return {
    sheets: lists.map(([key, rows]) => sheetOf(rows, `${from}: ${key}`, lists.length === 1 ? name : key)),
    assumptions: left.length === 0 ? [] : [`${from}: what stands beside its lists was left out (${left.slice(0, 10).join(', ')})`],
  };
}

/** The value of a text of JSON, with bounds on how many values are in it and how deep they are. @throws Fault source_unreadable */
export function readWhole(text: string, from: string): unknown {
  const survey = surveyJson(Buffer.from(text), SURVEYED, { pieceLength: Number.POSITIVE_INFINITY, itemDepth: 2 });
  let found = survey.next();
  while (!found.done) found = survey.next();
  if (found.value.excess === 'depth') throw unreadable(`It nests deeper than ${LIMITS.jsonDepthMax} levels.`, { file: from });
  if (found.value.excess !== null) throw unreadable(`It has more than ${LIMITS.importCellsMax} values.`, { file: from });
  try {
    return readExactJson(text);
  } catch {
    throw unreadable('It is no JSON.', { file: from });
  }
}

const SURVEYED: JsonLimits = {
  depth: LIMITS.jsonDepthMax,
  keysPerObject: LIMITS.importCellsMax,
  keys: LIMITS.importCellsMax,
  values: LIMITS.importCellsMax,
  itemValues: LIMITS.importCellsMax,
  digits: LIMITS.importRowMaxBytes,
};

/** @throws Fault source_unreadable with the line as `row` */
export function readNdjsonSheets(text: string, from: string, name: string): ReadSheets {
  const rows: unknown[] = [];
  let start = 0;
  for (let line = 1; start < text.length; line++) {
    const end = text.indexOf('\n', start);
    const own = text.slice(start, end < 0 ? text.length : end).trim();
    start = end < 0 ? text.length : end + 1;
    if (own === '') continue;
    try {
      if (nestsDeeper(own, LIMITS.jsonDepthMax)) throw new SyntaxError();
      rows.push(readExactJson(own));
    } catch {
      throw unreadable('The line is no JSON.', { file: from, row: line });
    }
  }
  return { sheets: [sheetOf(rows, from, name)], assumptions: [] };
}

/** Columns are the keys, in the order in which rows first have them. What is no object stands in the column `value`. */
export function sheetOf(items: readonly unknown[], from: string, name: string): Sheet {
  const places = new Map<string, number>();
  for (const item of items)
    for (const key of isFields(item) ? Object.keys(item) : ['value']) if (!places.has(key)) places.set(key, places.size);
  if (places.size > COLUMNS_MAX) throw unreadable(`A table has at most ${COLUMNS_MAX} columns.`, { file: from });
  // All of them are gone through, those that few rows have too.
  if (items.length * places.size > CELLS_MAX) throw unreadable('As rows it is larger than an import may be.', { file: from });
  const columns = [...places.keys()];
  return {
    from,
    name,
    columns,
    rowsBefore: 0,
    rows: {
      *[Symbol.iterator]() {
        for (const item of items)
          yield isFields(item)
            ? columns.map((column) => (Object.hasOwn(item, column) ? item[column] : null))
            : columns.map((column) => (column === 'value' ? item : null));
      },
    },
  };
}

const COLUMNS_MAX = 1_600;
const CELLS_MAX = LIMITS.importSourceMaxBytes / 4;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Verbatim);
const isList = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isFields);
