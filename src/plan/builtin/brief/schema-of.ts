import { type CreateSchema, CreateSchema as Schema } from '../../../contract/create-schema.ts';
import { snakeCase } from '../english/inflect.ts';
import type { Draft } from './draft.ts';
import type { NewColumn, NewTable } from './new-table.ts';
import { EXAMPLE, Unclear } from './unclear.ts';

/** The finished schema. `named` are the tables in the order in which the brief named them; they are the title when it has none. */
export function schemaOf(draft: Draft, named: readonly string[]): CreateSchema {
  const tables = [...draft.tables.values()];
  if (tables.length === 0) throw new Unclear(`The goal names nothing to keep. ${EXAMPLE}`);
  const title = snakeCase(draft.title ?? named.slice(0, 3).join('-')).replaceAll('_', '-');
  const schema = Schema.safeParse({
    title: title.slice(0, 60) || 'database',
    tables: tables.map(({ name, columns, references, links, each }) => ({
      name,
      columns: columnsOf(columns, references, links !== undefined, uniqueAlone(each, references)),
      ...(links === undefined ? {} : { comment: links.slice(0, 500) }),
      ...(uniquesOf(each, references).length ? { uniques: uniquesOf(each, references) } : {}),
      ...(references.size ? { references: [...references].map(([column, table]) => ({ column, table })) } : {}),
    })),
  });
  if (!schema.success) throw new Unclear(`The goal does not make a schema that holds together. ${EXAMPLE}`);
  return schema.data;
}

/** A table between others shows first what it is between. */
function columnsOf(
  columns: NewTable['columns'],
  references: NewTable['references'],
  link: boolean,
  unique: ReadonlySet<string>,
): NewColumn[] {
  const all = [...columns.values()].map((column) => (unique.has(column.name) ? { ...column, unique: true } : column));
  return link ? [...all.filter(({ name }) => references.has(name)), ...all.filter(({ name }) => !references.has(name))] : all;
}

/** The keys that only together are unique: one review per customer and product. */
function uniquesOf(each: NewTable['each'], references: NewTable['references']): string[][] {
  return each.map((tables) => keysTo(tables, references)).filter((keys) => keys.length > 1);
}

/** The keys that are unique by themselves: one profile per user. */
function uniqueAlone(each: NewTable['each'], references: NewTable['references']): ReadonlySet<string> {
  return new Set(each.filter((tables) => tables.length === 1).flatMap((tables) => keysTo(tables, references)));
}

const keysTo = (tables: readonly string[], references: NewTable['references']): string[] =>
  [...references].filter(([, table]) => tables.includes(table)).map(([column]) => column);
