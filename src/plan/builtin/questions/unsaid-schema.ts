import type { Plan } from '../../plan.ts';
import type { Schema, Table } from '../../schema.ts';

/**
 * Why a plan may be about another table than was meant: several schemas have one of the name, and neither the words nor the
 * columns that the plan uses say which. A bare name is one of `public` where that has it. Null where nothing is open.
 */
export function unsaidSchema(plan: Plan, text: string, { tables }: Schema): string | null {
  const used = namesIn(plan);
  const [table, ...others] = tables.filter(({ name }) => used.tables.has(name));
  // Of several, the keys between them say which is which.
  if (table?.place === undefined || others.length > 0) return null;
  const alike = tables.filter((other) => other !== table && bareName(other) === bareName(table));
  if (alike.some(({ place }) => place === undefined)) return null;
  const said = new Set(text.toLowerCase().match(WORD) ?? []);
  const open = alike.filter((other) => hasColumns(other, used.columns, table) && !isSaid(table, other, said));
  if (open.length === 0) return null;
  const schemas = [table, ...open].flatMap(({ place }) => (place ? [place.schema] : []));
  return `Several schemas have a table called ${bareName(table)}: ${schemas.join(', ')}. Say which is meant.`;
}

const bareName = ({ place, name }: Table): string => place?.name ?? name;
const WORD = /[\p{L}\p{N}]+/gu;

/** Those of the plan that are the table's, which may have others by the same name in its own part. */
const hasColumns = (other: Table, columns: ReadonlySet<string>, table: Table): boolean =>
  table.columns.every(({ name }) => !columns.has(name) || other.columns.some((each) => each.name === name));

const isSaid = (table: Table, other: Table, said: ReadonlySet<string>): boolean => {
  const others = new Set(wordsOf(other));
  return wordsOf(table).some((word) => said.has(word) && !others.has(word));
};

const wordsOf = ({ place }: Table): string[] => place?.schema.toLowerCase().match(WORD) ?? [];

function namesIn(plan: Plan): { tables: Set<string>; columns: Set<string> } {
  const tables = new Set<string>();
  const columns = new Set<string>();
  JSON.stringify(plan, (key, part: unknown) => {
    if (key === 'table' && typeof part === 'string') tables.add(part);
    if (key === 'column' && typeof part === 'string') columns.add(part);
    if (key === 'columns' && Array.isArray(part)) for (const name of part) if (typeof name === 'string') columns.add(name);
    return part;
  });
  return { tables, columns };
}
