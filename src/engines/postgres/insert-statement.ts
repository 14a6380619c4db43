import { Fault } from '../../fault.ts';
import { encodeJson, quoteJson } from '../../lib/encode-json.ts';
import { withoutEmptyFraction } from '../../lib/exact-number.ts';
import { LONG_TEXT } from '../../lib/long-text.ts';
import { createPace } from '../../lib/pace.ts';
import { Verbatim } from '../../lib/verbatim.ts';
import type { Statement } from '../engine.ts';
import type { Cells, Layout } from '../insert-cells.ts';
import { hostedName, quoteName } from './server.ts';
import { boundValue } from './values.ts';

export interface InsertInto {
  readonly table: string;
  readonly columns: readonly string[];
  /** SQL type of every column. */
  readonly types: ReadonlyMap<string, string>;
  /** Columns that take a default where a row lacks them. */
  readonly defaulted: ReadonlySet<string>;
}

/**
 * One array parameter: the rows as JSON, spread by the engine into typed columns, so that ten thousand rows are one
 * statement with one bound value. Where only some rows lack a column that has a default, a tuple each instead: DEFAULT
 * can be said in no other place. What a value becomes is the same either way.
 * @throws Fault invalid_body for more such tuples than one statement may hold
 */
export async function insertStatement(into: InsertInto, rows: readonly Cells[]): Promise<Statement> {
  const { table, columns, defaulted } = into;
  const isUneven = columns.some((column) => defaulted.has(column) && rows.some((row) => !row.has(column)));
  // A long text is bound as it is, where in a record it is written, copied and read as JSON once more.
  const isLong = rows.length * columns.length <= CELLS_OF_LONG_MAX && rows.some(({ values }) => values.some(isLongText));
  const list = columns.map(quoteName).join(', ');
  const { source, params } = isUneven || isLong ? tuples(into, rows) : await recordsOf(into, rows);
  return { sql: `INSERT INTO ${hostedName(table)} (${list})\n${source}`, params };
}

interface Source {
  readonly source: string;
  readonly params: readonly string[];
}

/** The rows as a SELECT of typed columns. Their text is written a few rows at a time, with turns for others. */
export async function recordsOf({ columns, types }: Pick<InsertInto, 'columns' | 'types'>, rows: readonly Cells[]): Promise<Source> {
  const definitions = columns.map((column) => `${quoteName(column)} ${types.get(column) ?? 'text'}`);
  const pace = createPace();
  let layout: Layout | null = null;
  let keys: readonly string[] = [];
  let spell: readonly Spell[] = [];
  const records: string[] = [];
  for (const row of rows) {
    if (row.layout !== layout) {
      layout = row.layout;
      keys = layout.columns.map((name) => `${quoteJson(name)}:`);
      spell = layout.columns.map((name) => spellFor(types.get(name) ?? 'text'));
    }
    let fields = '';
    // A key that a record lacks is NULL to the engine; spelling it out would make the text as wide as rows × columns.
    for (let place = 0; place < keys.length; place += 1) {
      const value = row.values[place];
      if (value !== undefined) fields += `${fields === '' ? '' : ','}${keys[place]}${encodeJson(spell[place]?.(value))}`;
    }
    records.push(`{${fields}}`);
    // Most calls have nothing to wait for, and a wait for nothing costs more than the row.
    const turn = pace();
    if (turn) await turn;
  }
  return {
    source: `SELECT ${columns.map(quoteName).join(', ')} FROM jsonb_to_recordset($1::jsonb) AS row(${definitions.join(', ')})`,
    params: [`[${records.join(',')}]`],
  };
}

function tuples({ columns, types, defaulted }: InsertInto, rows: readonly Cells[]): Source {
  if (rows.length * columns.length > CELLS_MAX) throw tooUneven();
  const writers = columns.map((column) => {
    const type = types.get(column) ?? 'text';
    return { column, cell: cellOf(type), spell: spellFor(type), isDefaulted: defaulted.has(column) };
  });
  const params: string[] = [];
  const written = rows.map((row) => {
    const cells = writers.map(({ column, cell, spell, isDefaulted }) => {
      const value = row.get(column);
      if (value === undefined && isDefaulted) return 'DEFAULT';
      if (value === null || value === undefined) return 'NULL';
      const [text, expression] = cell(spell(value));
      params.push(text);
      return expression(`$${params.length}`);
    });
    if (params.length > PARAMS_MAX) throw tooUneven();
    return `(${cells.join(', ')})`;
  });
  return { source: `VALUES ${written.join(', ')}`, params };
}

/** The protocol counts bound values in 16 bits. */
const PARAMS_MAX = 65_535;
/** More cells than that with a long text among them are of texts that are not that long. */
const CELLS_OF_LONG_MAX = 1_000;
const isLongText = (value: unknown): boolean => typeof value === 'string' && value.length > LONG_TEXT;
/** The engine keeps a node for every cell of a VALUES list, bound or not. */
const CELLS_MAX = 500_000;
const tooUneven = (): Fault =>
  new Fault('invalid_body', {
    params: { issues: [{ path: 'rows', message: 'Give every row the same keys, or send fewer rows in one call.' }] },
  });

/** How a column's type spells a value. */
type Spell = (value: unknown) => unknown;

/** A type of whole numbers takes 2 and not 2.0; those in which the zero says something keep it. */
const spellFor = (type: string): Spell => (KEEPS_ZEROS.test(type) ? asGiven : eachWithoutEmptyFraction);
const asGiven: Spell = (value) => value;
const eachWithoutEmptyFraction: Spell = (value) =>
  Array.isArray(value) ? value.map(eachWithoutEmptyFraction) : withoutEmptyFraction(value);

const KEEPS_ZEROS = /^(numeric|jsonb?\b|text|citext|name|"char"|character)/;

/** What is bound for a value, and the SQL around its placeholder. */
type Cell = (value: unknown) => readonly [text: string, expression: (placeholder: string) => string];

/**
 * Where the text that is bound is what a record's field would be read from, it is bound as it is; else the engine takes
 * it from JSON. Of those ways a record of one field does for every type, and costs a plan of its own for each cell.
 */
function cellOf(type: string): Cell {
  if (type === 'jsonb' || type === 'json') return (value) => [encodeJson(value), asJson];
  if (TEXT.test(type)) return (value) => (typeof value === 'string' ? [value, asItIs] : [encodeJson(value), asText]);
  const isArrayOfPlain = type.endsWith('[]') && !type.startsWith('json');
  const asField = (placeholder: string) => `(SELECT cell FROM jsonb_to_record(${placeholder}::jsonb) AS row(cell ${type}))`;
  return (value) => {
    if (typeof value !== 'object' || value instanceof Verbatim) return [String(value), asItIs];
    const text = isArrayOfPlain && Array.isArray(value) && value.every(isPlain) ? boundValue(value) : null;
    return text === null ? [encodeJson({ cell: value }), asField] : [text, asItIs];
  };
}

const asItIs = (placeholder: string): string => placeholder;
const asJson = (placeholder: string): string => `${placeholder}::jsonb`;
const asText = (placeholder: string): string => `(${placeholder}::jsonb #>> '{}')`;

/** Types of text; a length in parentheses may follow. */
const TEXT = /^(text|citext|name|"char"|character( varying)?)(\(\d+\))?$/;

/** Elements that JSON and an array literal spell alike: a fraction may have an exponent in one of them. */
const isPlain = (element: unknown): boolean =>
  element === null || typeof element === 'string' || typeof element === 'boolean' || Number.isSafeInteger(element);
