import type { Expr, Join } from '../../plan.ts';
import type { Column } from '../../schema.ts';
import type { TableEntry } from '../linking/entries.ts';
import { all, unfit } from '../linking/expressions.ts';
import { type Edge, findPath, type JoinGraph } from '../linking/joins.ts';
import type { Lexicon } from '../linking/lexicon.ts';

/** What a plan is made in. */
export interface Place {
  readonly lexicon: Lexicon;
  readonly graph: JoinGraph;
}

export const at = (table: string, column: string): Expr => ({ kind: 'column', table, column });

export const equal = (left: Expr, right: Expr): Expr => ({ kind: 'compare', op: '=', left, right });

export const whole = (value: number): Expr => ({ kind: 'literal', value, type: 'integer' });

export const entryOf = (table: string, { lexicon }: Place): TableEntry => lexicon.byName.get(table) ?? unfit();

export const columnOf = (table: string, name: string, place: Place): Column =>
  entryOf(table, place).columns.find(({ column }) => column.name === name)?.column ?? unfit();

export const labelOf = ({ label, table }: TableEntry): readonly string[] =>
  label.length > 0 ? label : table.columns.map(({ name }) => name);

/** What people tell a row by besides its name: a number of a ticket, a plate, which no two rows share. */
export const codesOf = ({ label, table, columns }: TableEntry): readonly string[] =>
  label.length === 0
    ? []
    : columns.flatMap(({ column, words }) => {
        const isCode = column.type === 'text' && !column.nullable && !words.includes('email') && !label.includes(column.name);
        return isCode && table.uniques.some((unique) => unique.length === 1 && unique[0] === column.name) ? [column.name] : [];
      });

export function wayTo(from: string, to: string, { graph }: Place): readonly Edge[] {
  const path = findPath(graph, [from], to);
  return path === null || path.ambiguous || path.edges.length === 0 ? unfit() : path.edges;
}

/** What joins the things to tables that each of them has one of. */
export function joinsTo(
  tables: readonly string[],
  things: string,
  place: Place,
  type: 'inner' | 'left',
  beside: readonly Join[] = [],
): { joins?: Join[] } {
  const edges = new Map<string, Edge>();
  for (const table of tables)
    for (const edge of table === things ? [] : wayTo(things, table, place)) {
      const known = edges.get(edge.to);
      // Each of the things is counted once, and each table is of one of them.
      if (!edge.toOne || edge.to === things || (known !== undefined && JSON.stringify(known) !== JSON.stringify(edge))) return unfit();
      edges.set(edge.to, edge);
    }
  const joins = [...edges.values()].map((edge) => ({
    type,
    source: { kind: 'table' as const, table: edge.to, as: edge.to },
    on: all(edge.on.map((pair) => equal(at(edge.from, pair.from), at(edge.to, pair.to)))),
  }));
  const both = [...joins, ...beside];
  return both.length === 0 ? {} : { joins: both };
}
