import type { Node } from './clickhouse-parser.ts';

/**
 * Why a statement would hold a processor for long where the engine looks for no cancel, when that shows without running it; otherwise null.
 * Each name of WITH is analysed again wherever it is used, so that names which use the one before twice grow as a power.
 */
export function unstoppableWork(roots: readonly Node[]): string | null {
  const reads = sum(roots, NONE);
  return reads > READS_MAX
    ? `The queries of WITH stand for ${reads.toLocaleString('en-US')} reads of tables, since each is read wherever it is named; at most ${READS_MAX.toLocaleString('en-US')} are accepted`
    : null;
}

const READS_MAX = 1_000;

/** How many reads of tables each name of WITH stands for. */
type Weights = ReadonlyMap<string, number>;

const NONE: Weights = new Map();

const sum = (nodes: readonly Node[], weights: Weights): number => nodes.reduce((total, node) => total + weigh(node, weights), 0);

function weigh(node: Node, weights: Weights): number {
  const { kind, name, children } = node;
  if (kind === 'TableIdentifier') return weights.get(name) ?? 1;
  if (kind === 'SelectQuery') return weighSelect(node, weights);
  // The right side of IN may be a name of WITH.
  if (kind === 'Identifier') return weights.get(name) ?? 0;
  return sum(children, weights);
}

/** A name counts from the next one on. */
function weighSelect({ children }: Node, outer: Weights): number {
  const [first, ...rest] = children;
  if (!first?.children.some(({ kind }) => kind === 'WithElement')) return sum(children, outer);
  const weights = new Map(outer);
  for (const element of first.children)
    if (element.kind === 'WithElement') weights.set(element.name, Math.max(1, sum(element.children, weights)));
  return sum(rest, weights);
}
