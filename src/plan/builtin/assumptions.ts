import type { Candidate } from './candidates.ts';
import type { Respelled } from './respell.ts';

/** What the words alone do not say and the reading took for granted, a sentence each. */
export function assumptionsOf({ sketch }: Candidate, respelled: readonly Respelled[]): string[] {
  const { items, conditions, both } = sketch;
  const summed = items.flatMap(({ assumed, of }) =>
    assumed === true && of !== null && of !== 'all' ? [`"${of.words}" is added up for each of the groups.`] : [],
  );
  const periods = [...conditions, ...(both?.flat() ?? [])].flatMap((condition) =>
    condition.kind === 'period' && condition.from.assumption !== null ? [condition.from.assumption] : [],
  );
  const reread = [...respelled, ...farReadings(sketch)].map(({ from, to }) => `'${from}' read as '${to}'`);
  return [...summed, ...periods, ...new Set(reread)];
}

/** Words that were taken for others of the schema, or of its values. */
function* farReadings(part: unknown): Generator<Respelled> {
  if (typeof part !== 'object' || part === null) return;
  if ('far' in part && typeof part.far === 'string') {
    const from = 'words' in part ? part.words : 'text' in part ? part.text : null;
    if (typeof from === 'string') yield { from, to: part.far };
  }
  for (const [key, inner] of Object.entries(part)) if (key !== 'candidates' && key !== 'hits') yield* farReadings(inner);
}
