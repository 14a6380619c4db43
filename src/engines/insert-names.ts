import { Fault } from '../fault.ts';
import { createPace } from '../lib/pace.ts';
import { snakeCase } from '../lib/snake-case.ts';
import { Cells, type Layout, layoutOf } from './insert-cells.ts';
import { SYSTEM_COLUMNS } from './postgres/quote.ts';

interface Renamed {
  /** In the order in which the rows first name them. */
  readonly columns: readonly string[];
  readonly renamed: readonly Cells[];
}

/** PostgreSQL's own limit (manual, appendix K). */
export const COLUMNS_MAX = 1_600;

/**
 * Every key as the column that it names; one of `exact` is itself. A million cells are taken in turns, between which others are served.
 * @throws Fault invalid_body for a key that cannot be a column, or once there are more columns than a table may have
 */
export async function renameKeys(rows: readonly Record<string, unknown>[], exact: ReadonlySet<string> = new Set()): Promise<Renamed> {
  const names = new Map<string, string>();
  const columns = new Set<string>();
  const columnOf = (key: string, row: number): string => {
    const known = names.get(key);
    if (known !== undefined) return known;
    const column = exact.has(key) ? key : identifier(key, 'column', `rows.${row}`);
    names.set(key, column);
    columns.add(column);
    if (columns.size > COLUMNS_MAX) throw tooManyColumns();
    return column;
  };
  const layoutFor = (keys: readonly string[], row: number): Layout => {
    const taken = new Set<string>();
    for (const key of keys) {
      const column = columnOf(key, row);
      if (taken.has(column)) throw invalidBody(`rows.${row}.${shown(key)}`, `Two keys of this row become the column ${column}.`);
      taken.add(column);
    }
    return layoutOf([...taken]);
  };
  const pace = createPace();
  const renamed: Cells[] = [];
  let last: readonly string[] = [];
  let layout = layoutOf([]);
  for (const [index, row] of rows.entries()) {
    const keys = Object.keys(row);
    if (!areSame(keys, last)) {
      layout = layoutFor(keys, index);
      last = keys;
    }
    renamed.push(new Cells(layout, Object.values(row)));
    // Most calls have nothing to wait for, and a wait for nothing costs more than the row.
    const turn = pace();
    if (turn) await turn;
  }
  return { columns: [...columns], renamed };
}

function areSame(keys: readonly string[], others: readonly string[]): boolean {
  if (keys.length !== others.length) return false;
  for (let at = 0; at < keys.length; at += 1) if (keys[at] !== others[at]) return false;
  return true;
}

/** @throws Fault invalid_body for what cannot be a table's name */
export const tableName = (text: string): string => identifier(text, 'table', 'table');

export const invalidBody = (path: string, message: string): Fault => new Fault('invalid_body', { params: { issues: [{ path, message }] } });
export const tooManyColumns = (): Fault => invalidBody('rows', `A table has at most ${COLUMNS_MAX} columns.`);

/** Longer keys are refused unread; a shorter one may still become a name of 63 bytes at most. */
const NAME_MAX_LENGTH = 256;
export const shown = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

function identifier(text: string, what: 'table' | 'column', path: string): string {
  const unusable = () =>
    invalidBody(path, `${JSON.stringify(shown(text))} cannot be the name of a ${what}: start with a letter, at most 63 bytes.`);
  if (text.length > NAME_MAX_LENGTH) throw unusable();
  const name = snakeCase(text);
  if (name === '' || Buffer.byteLength(name) > 63 || /^\d/.test(name)) throw unusable();
  if (what === 'table' && name.startsWith('pg_'))
    throw invalidBody(path, `"${name}" cannot be read back: names that start with pg_ are the engine's own.`);
  if (what === 'column' && SYSTEM_COLUMNS.has(name)) throw invalidBody(path, `"${name}" is a name of the engine's own; choose another.`);
  return name;
}
