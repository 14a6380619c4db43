import { Fault } from '../../fault.ts';
import { SYSTEM_COLUMNS } from './quote.ts';

/** A row by column name. */
export type Cells = Map<string, unknown>;

interface Renamed {
  /** In the order in which the rows first name them. */
  readonly columns: readonly string[];
  readonly renamed: readonly Cells[];
}

/** PostgreSQL's own limit (manual, appendix K). */
export const COLUMNS_MAX = 1_600;

/**
 * Every key as the column that it names.
 * @throws Fault invalid_body for a key that cannot be a column, or once there are more columns than a table may have
 */
export function renameKeys(rows: readonly Record<string, unknown>[]): Renamed {
  const names = new Map<string, string>();
  const columns = new Set<string>();
  const columnOf = (key: string, row: number): string => {
    const known = names.get(key);
    if (known !== undefined) return known;
    const column = identifier(key, 'column', `rows.${row}`);
    names.set(key, column);
    columns.add(column);
    if (columns.size > COLUMNS_MAX) throw tooManyColumns();
    return column;
  };
  const renamed = rows.map((row, index) => {
    const cells: Cells = new Map();
    for (const [key, value] of Object.entries(row)) {
      const column = columnOf(key, index);
      if (cells.has(column)) throw invalidBody(`rows.${index}.${shown(key)}`, `Two keys of this row become the column ${column}.`);
      cells.set(column, value);
    }
    return cells;
  });
  return { columns: [...columns], renamed };
}

/** @throws Fault invalid_body for what cannot be a table's name */
export const tableName = (text: string): string => identifier(text, 'table', 'table');

export const invalidBody = (path: string, message: string): Fault => new Fault('invalid_body', { params: { issues: [{ path, message }] } });
export const tooManyColumns = (): Fault => invalidBody('rows', `A table has at most ${COLUMNS_MAX} columns.`);

/** Longer keys are refused unread; a shorter one may still become a name of 63 bytes at most. */
const NAME_MAX_LENGTH = 256;
const shown = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** `serverId`, `Server ID` and `server-id` all become `server_id`. */
function identifier(text: string, what: 'table' | 'column', path: string): string {
  const unusable = () =>
    invalidBody(path, `${JSON.stringify(shown(text))} cannot be the name of a ${what}: start with a letter, at most 63 bytes.`);
  if (text.length > NAME_MAX_LENGTH) throw unusable();
  const words = text
    .trim()
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1_$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .replace(/[^\p{L}\p{N}_]+/gu, '_');
  const name = withoutOuter('_', words).toLowerCase();
  if (name === '' || Buffer.byteLength(name) > 63 || /^\d/.test(name)) throw unusable();
  if (what === 'table' && name.startsWith('pg_'))
    throw invalidBody(path, `"${name}" cannot be read back: names that start with pg_ are the engine's own.`);
  if (what === 'column' && SYSTEM_COLUMNS.has(name)) throw invalidBody(path, `"${name}" is a name of the engine's own; choose another.`);
  return name;
}

/** In one pass: a pattern that is anchored at the end alone is tried again at every character of a run. */
function withoutOuter(character: string, text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && text[from] === character) from += 1;
  while (to > from && text[to - 1] === character) to -= 1;
  return text.slice(from, to);
}
