import type { Query } from '../plan.ts';
import { type Assignment, assign } from './assign.ts';
import { createBuilder } from './builder.ts';
import { Unfit } from './expressions.ts';
import type { JoinGraph } from './joins.ts';
import type { Lexicon } from './lexicon.ts';
import type { Condition, Sketch } from './sketch.ts';

export interface Resolved {
  readonly plan: Query;
  readonly cost: number;
}

/** Plans for a sketch, cheapest first. A choice that makes no sense for the types it meets gives none. */
export function resolve(sketch: Sketch, lexicon: Lexicon, graph: JoinGraph): Resolved[] {
  const found: Resolved[] = [];
  for (const assignment of assign(sketch, graph)) {
    const built = build(sketch, assignment, lexicon, graph);
    if (built !== null) found.push(built);
    if (found.length >= 4) break;
  }
  return found;
}

function build(sketch: Sketch, choice: Assignment, lexicon: Lexicon, graph: JoinGraph): Resolved | null {
  try {
    const builder = createBuilder(sketch, choice, lexicon, graph);
    const apart = sketch.both ?? oppositeEnds(sketch.conditions);
    if (apart === null) return builder.finish(sketch.conditions);
    const [one, two] = apart;
    const common = sketch.conditions.filter((condition) => condition !== one && condition !== two);
    const left = builder.finish([...common, one]);
    const right = builder.finish([...common, two]);
    return { plan: { kind: 'set', op: 'intersect', left: left.plan, right: right.plan }, cost: left.cost };
  } catch (error) {
    if (error instanceof Unfit) return null;
    throw error;
  }
}

/** "schools founded before 1890 and schools founded after 1900": no row is both, so what they share is asked for. */
function oppositeEnds(conditions: readonly Condition[]): [Condition, Condition] | null {
  for (const one of conditions) {
    for (const two of conditions) {
      if (one.kind !== 'compare' || two.kind !== 'compare' || one.left.words !== two.left.words) continue;
      const [low, high] = [one.value.number, two.value.number];
      if (one.op.startsWith('<') && two.op.startsWith('>') && low !== null && high !== null && low <= high && one.op !== '<>')
        return [one, two];
    }
  }
  return null;
}
