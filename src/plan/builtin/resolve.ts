import type { Query } from '../plan.ts';
import { assign, entitiesOf, type Work } from './assign.ts';
import type { JoinGraph } from './joins.ts';
import type { Lexicon } from './lexicon.ts';
import { buildQuery } from './sets.ts';
import type { Entity, Sketch } from './sketch.ts';

export interface Resolved {
  readonly plan: Query;
  readonly cost: number;
}

/** Plans for a sketch, cheapest first. A choice that makes no sense for the types it meets gives none. */
export function resolve(sketch: Sketch, lexicon: Lexicon, graph: JoinGraph, work: Work): Resolved[] {
  const found: Resolved[] = [];
  const whole = withRoles(sketch);
  for (const assignment of assign(whole, graph, work)) {
    const built = buildQuery(whole, assignment, lexicon, graph);
    if (built !== null) found.push(built);
    if (found.length >= 4) break;
  }
  return found;
}

/** "winning pilots" are those of the matches. */
function withRoles(sketch: Sketch): Sketch {
  const touched = entitiesOf(sketch).flatMap(({ words, roleIn }): Entity[] =>
    roleIn === undefined ? [] : [{ kind: 'entity', words, candidates: roleIn.map((table) => ({ table, cost: 0 })) }],
  );
  return touched.length === 0 ? sketch : { ...sketch, touches: [...sketch.touches, ...touched] };
}
