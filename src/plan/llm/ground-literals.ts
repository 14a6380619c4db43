import type { Plan } from '../plan.ts';
import type { ValueIndex } from '../planner.ts';

export interface Grounded {
  readonly plan: Plan;
  /** In words, one for each value that is now spelled as it is stored. */
  readonly assumptions: readonly string[];
}

type Part = Readonly<Record<string, unknown>>;

/**
 * Spells the texts that a plan compares columns with as they are stored, where the stored spelling is the only one that
 * differs in nothing but case, marks and number: a model that may not be told values writes 'paris' for 'Paris'.
 */
export function groundLiterals(plan: Plan, values: ValueIndex): Grounded {
  const assumptions = new Set<string>();

  const respelled = (column: unknown, literal: unknown, tables: ReadonlyMap<string, string>): unknown => {
    if (!isPart(column) || column.kind !== 'column' || !isPart(literal) || literal.kind !== 'literal' || typeof literal.value !== 'string')
      return literal;
    const table = tables.get(String(column.table));
    const { value } = literal;
    if (table === undefined) return literal;
    const known = values.of(table, String(column.column));
    if (known === null || known.includes(value)) return literal;
    const stored = values.find(value).filter((hit) => hit.table === table && hit.column === column.column);
    const [only, ...more] = stored;
    if (!only || more.length > 0) return literal;
    assumptions.add(`"${value}" read as the stored "${only.stored}"`);
    return { ...literal, value: only.stored };
  };

  const walk = (node: unknown, tables: ReadonlyMap<string, string>): unknown => {
    if (Array.isArray(node)) return node.map((each) => walk(each, tables));
    if (!isPart(node)) return node;
    const own = tablesOf(node, tables);
    const walked = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, walk(value, own)]));
    if (node.kind === 'compare' && (node.op === '=' || node.op === '<>')) {
      return { ...walked, left: respelled(node.right, walked.left, own), right: respelled(node.left, walked.right, own) };
    }
    if (node.kind === 'in' && Array.isArray(walked.list))
      return { ...walked, list: walked.list.map((item) => respelled(node.arg, item, own)) };
    return walked;
  };

  return { plan: walk(plan, new Map()) as Plan, assumptions: [...assumptions] };
}

const isPart = (node: unknown): node is Part => typeof node === 'object' && node !== null && !Array.isArray(node);

/** What the names of columns in this part stand for: a query's own sources over those around it. */
function tablesOf(node: Part, outer: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  if ((node.kind === 'update' || node.kind === 'delete') && typeof node.table === 'string')
    return new Map([...outer, [node.table, node.table]]);
  if (node.kind !== 'select') return outer;
  const joins = Array.isArray(node.joins) ? node.joins.map((join: unknown) => (isPart(join) ? join.source : null)) : [];
  const own = new Map(outer);
  for (const source of [node.from, ...joins]) {
    if (!isPart(source) || typeof source.as !== 'string') continue;
    if (source.kind === 'table' && typeof source.table === 'string') own.set(source.as, source.table);
    else own.delete(source.as);
  }
  return own;
}
