import type { Query } from '../plan.ts';
import { assign, type Work } from './assign.ts';
import type { JoinGraph } from './joins.ts';
import type { Lexicon } from './lexicon.ts';
import { buildQuery } from './sets.ts';
import type { Sketch } from './sketch.ts';

export interface Resolved {
  readonly plan: Query;
  readonly cost: number;
}

/** Plans for a sketch, cheapest first. A choice that makes no sense for the types it meets gives none. */
export function resolve(sketch: Sketch, lexicon: Lexicon, graph: JoinGraph, work: Work): Resolved[] {
  const found: Resolved[] = [];
  for (const assignment of assign(sketch, graph, work)) {
    const built = buildQuery(sketch, assignment, lexicon, graph);
    if (built !== null) found.push(built);
    if (found.length >= 4) break;
  }
  return found;
}
