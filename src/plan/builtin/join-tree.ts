import { unfit } from './expressions.ts';
import { type Edge, findPath, type JoinGraph } from './joins.ts';

/** Steps that reach every table from the root, and whether one of them may repeat the root's rows. */
export function joinTree(root: string, tables: readonly string[], graph: JoinGraph, charge: (cost: number) => void) {
  const reached = new Set([root]);
  const joins: Edge[] = [];
  for (const table of tables) {
    if (reached.has(table)) continue;
    const path = findPath(graph, reached, table) ?? unfit();
    if (path.ambiguous) charge(0.4);
    for (const edge of path.edges) {
      if (reached.has(edge.to)) continue;
      reached.add(edge.to);
      joins.push(edge);
    }
  }
  return { joins, multiplied: joins.some(({ toOne }) => !toOne) };
}
