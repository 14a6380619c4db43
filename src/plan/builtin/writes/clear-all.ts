import type { Schema, Table } from '../../schema.ts';

export interface ClearOption {
  readonly label: string;
  readonly goal: string;
  /** The column that it empties, of tables that hold each other. */
  readonly empties?: { readonly table: string; readonly column: string };
}

/** Whether a goal asks for everything in a database to be deleted. */
export const isClearAll = (text: string): boolean => CLEAR_ALL.test(text.trim());

/** Whether it may be, where what is cleared is called something else than a database. */
export const beginsClear = (text: string): boolean => BEGINS.test(text.trim());

/**
 * One instruction a table that has rows, in an order in which each can be followed: tables that no others' keys hold on to
 * come first. Of tables that hold each other, a column that may be empty is emptied before.
 * @param empty names of tables that have no rows
 * @param unset columns that are empty in every row, as `table.column`
 */
export function clearOptions(
  { tables }: Schema,
  empty: ReadonlySet<string> = new Set(),
  unset: ReadonlySet<string> = new Set(),
): ClearOption[] {
  const all = tables.filter(({ kind, name }) => kind === 'table' && !empty.has(name));
  const options: ClearOption[] = [];
  const loosened = new Set<Key>(
    tables.flatMap(({ name, foreignKeys }) => foreignKeys.filter(({ columns }) => columns.some((each) => unset.has(`${name}.${each}`)))),
  );
  const holding = ({ name }: Table, among: readonly Table[]): string[] =>
    among.filter((other) => other.name !== name && keysTo(other, name).some((key) => !loosened.has(key))).map((other) => other.name);
  for (let left = all; left.length > 0; ) {
    const free = left.filter((table) => holding(table, left).length === 0);
    for (const table of free) {
      const held = holding(table, all);
      const label = `Delete every row of ${table.name}${held.length === 0 ? '' : `, once ${held.join(', ')} ${held.length === 1 ? 'is' : 'are'} empty`}`;
      options.push({ label, goal: `delete every row of ${table.name}` });
    }
    left = left.filter((table) => !free.includes(table));
    if (free.length > 0) continue;
    const loose = looseKey(left, loosened);
    // Nothing that one instruction does could be first.
    if (loose === null) break;
    loosened.add(loose.key);
    const { table, column } = loose;
    options.push({
      label: `Empty ${column} of every row of ${table}, since ${table} and ${loose.key.table} hold each other`,
      goal: `set ${column} of all ${table} to null`,
      empties: { table, column },
    });
  }
  return options;
}

type Key = Table['foreignKeys'][number];

const keysTo = ({ foreignKeys }: Table, name: string): readonly Key[] =>
  foreignKeys.filter(({ table, onDelete }) => table === name && HOLDS.has(onDelete));

/** A key between two of the tables that a row may do without. */
function looseKey(tables: readonly Table[], loosened: ReadonlySet<Key>): { table: string; column: string; key: Key } | null {
  for (const { name, columns, foreignKeys } of tables)
    for (const key of foreignKeys) {
      const isBetween = key.table !== name && tables.some((other) => other.name === key.table) && HOLDS.has(key.onDelete);
      const column =
        isBetween && !loosened.has(key) ? key.columns.find((each) => columns.some((one) => one.name === each && one.nullable)) : undefined;
      if (column !== undefined) return { table: name, column, key };
    }
  return null;
}

/** What a foreign key does that keeps its parent from being deleted. */
const HOLDS: ReadonlySet<string> = new Set(['no action', 'restrict']);

const CLEARS =
  '^(?:please |can you |could you |i want to )*(?:clear|empty|wipe|erase|reset|delete|remove|purge|truncate|drop|nuke|destroy)(?: out| away)? ';
const BEGINS = new RegExp(CLEARS, 'i');
const CLEAR_ALL = new RegExp(
  `${CLEARS}(?:(?:my|the|this|our|all|all of|whole|entire|every|of|in|from) )*(?:everything(?: (?:in|from|of) .*)?|database|db|data|all tables|tables|every table|table data|records|it all)(?: (?:data|tables|contents?))?[.!]?$`,
  'i',
);
