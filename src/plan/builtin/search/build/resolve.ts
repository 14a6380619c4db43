import type { Query } from '../../../plan.ts';
import type { JoinGraph } from '../../linking/joins.ts';
import type { Lexicon } from '../../linking/lexicon.ts';
import type { Entity } from '../../linking/mention.ts';
import type { Sketch } from '../sketch.ts';
import { assign, entitiesOf, type Work } from './assign.ts';
import { buildQuery } from './sets.ts';

export interface Resolved {
  readonly plan: Query;
  readonly cost: number;
}

/** Plans for a sketch, cheapest first. A choice that makes no sense for the types it meets gives none. */
export function resolve(sketch: Sketch, lexicon: Lexicon, graph: JoinGraph, work: Work): Resolved[] {
  if (sketch.beside !== undefined) return resolveBeside(sketch, sketch.beside, lexicon, graph, work);
  const found: Resolved[] = [];
  const whole = withRoles(sketch);
  for (const assignment of assign(whole, graph, work)) {
    const built = buildQuery(whole, assignment, lexicon, graph);
    if (built !== null) found.push(built);
    if (found.length >= 4) break;
  }
  return found;
}

/** The same column of one thing and of another, put together. */
function resolveBeside(
  { beside: _beside, ...sketch }: Sketch,
  { owner, op }: NonNullable<Sketch['beside']>,
  lexicon: Lexicon,
  graph: JoinGraph,
  work: Work,
): Resolved[] {
  if (sketch.conditions.length + sketch.touches.length + sketch.orders.length + sketch.groups.length > 0) return [];
  const items = sketch.items.map((item) =>
    item.of !== null && item.of !== 'all' && item.of.kind === 'attribute' ? { ...item, of: { ...item.of, owner } } : item,
  );
  const [one] = resolve(sketch, lexicon, graph, work);
  const [two] = resolve({ ...sketch, subject: owner, items }, lexicon, graph, work);
  if (one === undefined || two === undefined || two.plan.kind === 'set') return [];
  return [{ plan: { kind: 'set', op, left: one.plan, right: two.plan }, cost: one.cost + two.cost }];
}

/** "winning pilots" are those of the matches. */
function withRoles(sketch: Sketch): Sketch {
  const touched = entitiesOf(sketch).flatMap(({ words, roleIn }): Entity[] =>
    roleIn === undefined ? [] : [{ kind: 'entity', words, candidates: roleIn.map((table) => ({ table, cost: 0 })) }],
  );
  return touched.length === 0 ? sketch : { ...sketch, touches: [...sketch.touches, ...touched] };
}
