import type { Expr, Plan } from '../../../plan.ts';
import type { Question } from '../../../planner.ts';
import { pluralName, singularName } from '../../english/inflect.ts';
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
  if (names.length > 0) return names.join(' ');
  // "delete Ada's booking": one of those that point at her.
  const owners = new RegExp(`\\b${singularName(noun)}\\b`, 'i').test(text) ? ownersIn(plan.where) : [];
  if (owners.length > 0) return owners.join(' ');
  // "delete the hotel": one of that kind, and which is not said.
  const kind = equalities(plan.where).find(({ value }) =>
    new RegExp(`\\b(?:the|this|that|my) ${escaped(value)}(?=$|[.,;!?]| (?:is|was|to|from|off)\\b)`, 'i').test(text),
  )?.value;
  // "delete the visit on 3 May": one, and that day may have two.
  const alone =
    new RegExp(`\\b(?:the|this|that|my) ${singularName(noun)} (?:on|for|of|from|at|in|between|that|with)\\b`, 'i').test(text) &&
    plural !== singularName(noun);
  return kind ?? (alone && plan.kind === 'delete' ? `the ${singularName(noun)}` : null);
}

/** The texts that columns have to equal. */
function equalities(where: Expr): { column: string; value: string }[] {
  if (where.kind === 'and') return where.args.flatMap(equalities);
  if (where.kind !== 'compare' || where.op !== '=' || where.left.kind !== 'column' || where.right.kind !== 'literal') return [];
  return typeof where.right.value === 'string' ? [{ column: where.left.column, value: where.right.value }] : [];
}

/** The names of the rows that the rows meant point at. */
function ownersIn(where: Expr): string[] {
  if (where.kind === 'and') return where.args.flatMap(ownersIn);
  const inner = where.kind === 'inQuery' && where.query.kind === 'select' ? where.query.where : undefined;
  return inner === undefined ? [] : equalities(inner).map(({ value }) => value);
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const SEVERAL = /\b(?:all|every|each|any(?! ?(?:more|longer)\b)|both|rows|records|where|whose)\b/i;
/** Of people by their names, long or short: `last_name`, `lname`, `surname`. */
const PERSON = /^(?:[a-z]+_)?(?:(?:first|last|full|family|given|fore|sur|nick|[fl])_?(?:name|nm))$/i;
