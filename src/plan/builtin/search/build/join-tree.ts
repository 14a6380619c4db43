import { unfit } from '../../linking/expressions.ts';
import { type Edge, type JoinGraph, type JoinPath, type Paths, pathsFrom, type Source } from '../../linking/joins.ts';

/** Tables that are joined already, and how. */
export interface JoinTree {
  readonly root: string;
  /** Every naming of a table, in order. */
  readonly named: readonly string[];
  readonly edges: readonly Edge[];
}

export const rootedAt = (table: string): JoinTree => ({ root: table, named: [table], edges: [] });

/** Of the tables in between; a table named earlier is a little less likely to be what the next is said of. */
const PASSED = 0.3;
const EARLIER = 0.1;

/** The tree with one more table, and the path that reaches it; null when there is none of at most `weightMax`. */
export function attach(tree: JoinTree, table: string, graph: JoinGraph, weightMax?: number): { tree: JoinTree; path: JoinPath } | null {
  const path = pathsOf(tree, graph).to(table, weightMax);
  if (path === null) return null;
  const edges = [...tree.edges];
  const reached = new Set([tree.root, ...edges.map(({ to }) => to)]);
  for (const edge of path.edges) {
    if (!reached.has(edge.to)) edges.push(edge);
    reached.add(edge.to);
  }
  return { tree: { ...tree, named: [...tree.named, table], edges }, path };
}

const known = new WeakMap<JoinTree, { readonly graph: JoinGraph; readonly paths: Paths }>();

/** A tree is asked for the way to hundreds of tables in a wide schema: they share one search. */
function pathsOf(tree: JoinTree, graph: JoinGraph): Paths {
  const held = known.get(tree);
  if (held?.graph === graph) return held.paths;
  const paths = pathsFrom(graph, sourcesOf(tree));
  known.set(tree, { graph, paths });
  return paths;
}

function sourcesOf({ root, named, edges }: JoinTree): Source[] {
  const arrived = new Map(edges.map(({ to, toOne }) => [to, toOne]));
  return [...new Set([root, ...arrived.keys()])].map((table) => {
    const weight = table === root || table === named.at(-1) ? 0 : named.includes(table) ? EARLIER : PASSED;
    return { table, toOne: arrived.get(table) ?? false, weight };
  });
}

/** Steps that reach every table from the root, and whether one of them may repeat the root's rows. */
export function joinTree(root: string, tables: readonly string[], graph: JoinGraph, charge: (cost: number) => void) {
  let tree = rootedAt(root);
  for (const table of tables) {
    const next = attach(tree, table, graph) ?? unfit();
    if (next.path.ambiguous) charge(0.4);
    tree = next.tree;
  }
  return { joins: tree.edges, multiplied: tree.edges.some(({ toOne }) => !toOne) };
}
