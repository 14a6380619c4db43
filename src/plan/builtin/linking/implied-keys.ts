import pluralize from 'pluralize';
import type { Schema, Table } from '../../schema.ts';

const known = new WeakMap<Schema, Schema>();

/** The schema, with keys that names imply for tables that declare none: imports and analytics engines often have no keys. */
export function withImpliedKeys(schema: Schema): Schema {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const uses = new Map<string, number>();
  for (const { columns } of schema.tables) for (const { name } of columns) uses.set(name, (uses.get(name) ?? 0) + 1);
  const tables = schema.tables.map((table) => {
    const key = table.primaryKey.length > 0 ? null : impliedKey(table, uses);
    return key === null ? table : { ...table, primaryKey: [key] };
  });
  const whole = tables.some((table, at) => table !== schema.tables[at]) ? { ...schema, tables } : schema;
  known.set(schema, whole);
  return whole;
}

/** `id`, `authorid` and `aid` of authors; or a name in front that other tables repeat, where nothing is an id. */
function impliedKey({ name, columns, foreignKeys }: Table, uses: ReadonlyMap<string, number>): string | null {
  const own = plainName(pluralize.singular(name.toLowerCase()));
  // A column that refers to another table is that table's key: `rid` of ratings is the reviewer.
  const refers = new Set(foreignKeys.flatMap((key) => key.columns));
  const named = (want: string) => columns.find((column) => plainName(column.name.toLowerCase()) === want && !refers.has(column.name))?.name;
  const tells = columns.some((column) => !/id$/i.test(column.name));
  const key = named('id') ?? named(`${own}id`) ?? (tells ? named(`${own.slice(0, 1)}id`) : undefined);
  if (key !== undefined) return key;
  const [first] = columns;
  const repeated = first !== undefined && first.type === 'text' && /.[_ ]./.test(first.name) && (uses.get(first.name) ?? 0) > 1;
  return repeated && !columns.some((column) => /id$/i.test(column.name)) ? first.name : null;
}

const plainName = (name: string) => name.replaceAll(/[^a-z0-9]/g, '');
