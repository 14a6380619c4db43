import type { Candidate } from './candidates.ts';
import type { Respelled } from './respell.ts';

/** What the words alone do not say and the reading took for granted, a sentence each. */
export function assumptionsOf({ sketch: { items, conditions, both } }: Candidate, respelled: readonly Respelled[]): string[] {
  const summed = items.flatMap(({ assumed, of }) =>
    assumed === true && of !== null && of !== 'all' ? [`"${of.words}" is added up for each of the groups.`] : [],
  );
  const periods = [...conditions, ...(both?.flat() ?? [])].flatMap((condition) =>
    condition.kind === 'period' && condition.from.assumption !== null ? [condition.from.assumption] : [],
  );
  return [...summed, ...periods, ...respelled.map(({ from, to }) => `'${from}' read as '${to}'`)];
}
