import { DETERMINERS, skip, wordAt } from '../../english/phrase-at.ts';
import { step } from '../match.ts';
import type { Ordering, Sketch } from '../sketch.ts';
import type { Reader, State } from '../state.ts';

/** "the top 5 customers by number of orders": with the number that they are ranked by. */
export function measureShown(reader: Reader, { at, sketch }: State, { by, of }: Ordering): Partial<Sketch> {
  const [only, ...more] = sketch.items;
  const top = reader.tokens.slice(0, at).some(({ lower }) => lower === 'top');
  const entity = only?.of !== null && only?.of !== 'all' && only?.of.kind === 'entity' && only.aggregate === undefined;
  const worked = by === 'count' || by === 'sum' || by === 'avg' || (of?.kind === 'attribute' && of.worth !== undefined);
  if (!top || !entity || more.length > 0 || !worked || (sketch.limit ?? 1) < 2) return {};
  return { items: [...sketch.items, { aggregate: by === 'count' || by === 'avg' ? by : 'sum', of }] };
}

/** "all employees by hire date": a list of things, at the end by a column of theirs. */
export function readListed(reader: Reader, state: State): State[] {
  const { at, sketch } = state;
  const { items, orders, groups, limit } = sketch;
  const plain = items.every(({ aggregate }) => aggregate === undefined) && items.some(({ of }) => of === 'all' || of?.kind === 'entity');
  if (state.not || state.or || !plain || orders.length > 0 || groups.length > 0 || limit !== null || wordAt(reader, at) !== 'by') return [];
  return reader.links
    .attributes(skip(reader, at + 1, DETERMINERS))
    .filter(({ end }) => reader.tokens[end] === undefined)
    .map((span) =>
      step(state, span.end, span.cost * 0.5 + 0.15, {
        orders: [{ by: 'column', of: span.value, direction: 'asc' }],
      }),
    );
}
