import type { CreatedSchema } from '../../src/contract/database.ts';

/** What any sensible designer makes of a brief. Names are lists of accepted ones, the first of them the thing's own. */
export interface BriefRules {
  readonly tables: readonly (readonly string[])[];
  /** By a thing's first name, its columns. */
  readonly columns: Readonly<Record<string, readonly (readonly string[])[]>>;
  /** Child and parent by their first names. */
  readonly references: readonly (readonly [string, string])[];
  /** Names that come from misreading the words. */
  readonly never: readonly string[];
}

/** What speaks against a schema, a sentence each; empty for one that does what the brief says. */
export function flawsOf({ tables: made }: CreatedSchema, { tables, columns, references, never }: BriefRules): string[] {
  const flaws: string[] = [];
  const found = new Map<string, Table>();
  for (const accepted of tables) {
    // One table is not two things.
    const free = made.filter((table) => ![...found.values()].includes(table));
    const own = accepted.map((name) => free.find((table) => same(table.name, name))).find((table) => table !== undefined);
    const [first = ''] = accepted;
    if (own === undefined) flaws.push(`There is no table ${accepted.join(' or ')}.`);
    else found.set(first, own);
  }
  for (const [name, wanted] of Object.entries(columns)) {
    const table = found.get(name);
    if (table === undefined) continue;
    for (const accepted of wanted)
      if (!hasColumn(table, accepted)) flaws.push(`The table ${table.name} has no column ${accepted.join(' or ')}.`);
  }
  for (const [child, parent] of references) {
    const [one, other] = [found.get(child), found.get(parent)];
    if (one !== undefined && other !== undefined && !isReferenced(one, other, made))
      flaws.push(`The table ${one.name} does not refer to ${other.name}.`);
  }
  const columnNames = new Set(made.flatMap((table) => table.columns.map((column) => column.name)));
  for (const name of never) if (made.some((table) => same(table.name, name)) || columnNames.has(name)) flaws.push(`Nobody named ${name}.`);
  return flaws;
}

type Table = CreatedSchema['tables'][number];

function hasColumn({ columns, foreignKeys }: Table, accepted: readonly string[]): boolean {
  const has = (name: string) => columns.some((column) => same(column.name, name));
  const refers = (name: string) => has(`${singular(name)}_id`) || foreignKeys.some(({ table }) => same(table, name));
  return accepted.some((name) => has(name) || refers(name) || (/(?:^|_)name$/.test(name) && has('first_name') && has('last_name')));
}

/** A key from the one to the other, or a table between the two. */
function isReferenced(child: Table, parent: Table, made: readonly Table[]): boolean {
  const refersTo = ({ foreignKeys }: Table, { name }: Table) => foreignKeys.some(({ table }) => table === name);
  return refersTo(child, parent) || made.some((link) => refersTo(link, child) && refersTo(link, parent)) || child === parent;
}

const same = (one: string, other: string): boolean => singular(one) === singular(other);

const singular = (name: string): string =>
  name
    .toLowerCase()
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/([^s])s$/, '$1');
