import { type CreateSchema, CreateSchema as Schema } from '../../create-schema.ts';
import { snakeCase } from '../inflect.ts';
import type { Draft } from './draft.ts';
import { EXAMPLE, Unclear } from './unclear.ts';

/** The finished schema. `named` are the tables in the order in which the brief named them; they are the title when it has none. */
export function schemaOf(draft: Draft, named: readonly string[]): CreateSchema {
  nameBare(draft);
  const tables = [...draft.tables.values()];
  if (tables.length === 0) throw new Unclear(`The goal names nothing to keep. ${EXAMPLE}`);
  const title = snakeCase(draft.title ?? named.slice(0, 3).join('-')).replaceAll('_', '-');
  const schema = Schema.safeParse({
    title: title.slice(0, 60) || 'database',
    tables: tables.map(({ name, columns, references, links, once }) => ({
      name,
      columns: [...columns.values()],
      ...(links === undefined ? {} : { comment: links.slice(0, 500) }),
      ...(once && references.size > 1 ? { uniques: [[...references.keys()]] } : {}),
      ...(references.size ? { references: [...references].map(([column, table]) => ({ column, table })) } : {}),
    })),
  });
  if (!schema.success) throw new Unclear(`The goal does not make a schema that holds together. ${EXAMPLE}`);
  return schema.data;
}

/** A table of which nothing is known gets a name, since one can put nothing into a table of numbers alone. */
function nameBare(draft: Draft): void {
  const bare = [...draft.tables.values()].filter((table) => table.links === undefined && table.columns.size === table.references.size);
  for (const table of bare) {
    const pointing = [...table.columns];
    table.columns.clear();
    for (const [name, column] of [['name', NAME] as const, ...pointing]) table.columns.set(name, column);
  }
  const names = bare.map(({ name }) => name.replaceAll('_', ' '));
  const last = names.pop();
  if (last === undefined) return;
  const all = names.length ? `${names.join(', ')} and ${last} have` : `${last} has`;
  draft.assumptions.push(`${all} only a name so far; say what else to know of each`);
}

const NAME = { name: 'name', type: 'text', nullable: true } as const;
