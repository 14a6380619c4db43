import type { Schema, Table } from '../../schema.ts';

/** Names without what a run-together naming scheme puts before all of them: `sbcustname` among `sbcustid`, `sbcustemail`. */
export interface ShortNames {
  table(name: string): string;
  column(table: Table, name: string): string;
}

export function shortNamesOf({ tables }: Schema): ShortNames {
  const ofTables = commonPrefix(
    tables.map(({ name }) => name),
    3,
  );
  const ofColumns = new Map(
    tables.map(({ name, columns }) => [
      name,
      commonPrefix(
        columns.map((column) => column.name),
        2,
      ),
    ]),
  );
  return {
    table: (name) => name.slice(ofTables),
    column: (table, name) => name.slice(ofColumns.get(table.name) ?? 0),
  };
}

/** The length of a prefix that all of several one-piece names have, each with more behind it; 0 where there is none. */
function commonPrefix(names: readonly string[], rest: number): number {
  const [first = ''] = names;
  if (names.length < 3 || !names.every((name) => /^[a-z0-9]+$/.test(name))) return 0;
  let length = 0;
  while (length < first.length && names.every((name) => name[length] === first[length])) length += 1;
  return length >= 2 && names.every((name) => name.length >= length + rest) ? length : 0;
}
