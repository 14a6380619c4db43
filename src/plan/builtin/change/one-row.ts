import type { Expr, Plan } from '../../plan.ts';
import type { Question } from '../../planner.ts';
import { pluralName, singularName } from '../inflect.ts';
import { labelColumn } from '../write-names.ts';

/**
 * The name by which an update or delete means one row: "delete Max", "set the weight of pet Max to 8". Null where the words
 * speak of several ("all", "the pets named Max") or say the row otherwise.
 */
export function oneRowNamed(plan: Plan, { schema, text }: Question): string | null {
  if (plan.kind !== 'update' && plan.kind !== 'delete') return null;
  const table = schema.tables.find(({ name }) => name === plan.table);
  if (table === undefined || plan.where === undefined || SEVERAL.test(text)) return null;
  const noun = table.name.split('_').at(-1) ?? table.name;
  const plural = pluralName(noun);
  if (plural !== singularName(noun) && new RegExp(`\\b${plural}\\b`, 'i').test(text)) return null;
  const label = labelColumn(table)?.name;
  const names = equalities(plan.where).flatMap(({ column, value }) => (column === label || PERSON.test(column) ? [value] : []));
  return names.length === 0 ? null : names.join(' ');
}

/** The texts that columns have to equal. */
function equalities(where: Expr): { column: string; value: string }[] {
  if (where.kind === 'and') return where.args.flatMap(equalities);
  if (where.kind !== 'compare' || where.op !== '=' || where.left.kind !== 'column' || where.right.kind !== 'literal') return [];
  return typeof where.right.value === 'string' ? [{ column: where.left.column, value: where.right.value }] : [];
}

const SEVERAL = /\b(?:all|every|each|any|both|rows|records|where|whose)\b/i;
const PERSON = /^(?:first|last|full)_?name$/;
