import type { Expr } from '../../plan.ts';
import { columnsIn } from '../doubts/judged.ts';
import type { Respelled } from '../linking/respell.ts';
import type { Candidate } from '../search/candidates.ts';

/** What the words alone do not say and the reading took for granted, a sentence each. */
export function assumptionsOf({ sketch, plan }: Candidate, respelled: readonly Respelled[]): string[] {
  const { items, orders, conditions, both } = sketch;
  const sold = [...items, ...orders].flatMap(({ of }) =>
    of !== null && of !== 'all' && of.kind === 'attribute' && of.worth !== undefined ? [of] : [],
  );
  const worths = sold.slice(0, 1).flatMap(({ words }) => worthIn(plan).map((from) => `"${words}" is taken as the sum of ${from}.`));
  const summed = items.flatMap(({ assumed, of }) =>
    assumed === true && of !== null && of !== 'all' ? [`"${of.words}" is added up for each of the groups.`] : [],
  );
  const periods = [...conditions, ...(both?.flat() ?? [])].flatMap((condition) =>
    condition.kind === 'period' && condition.from.assumption !== null ? [condition.from.assumption] : [],
  );
  const reread = [...respelled, ...farReadings(sketch)].map(({ from, to }) => `'${from}' read as '${to}'`);
  return [...worths, ...summed, ...periods, ...new Set(reread)];
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

/** The columns that are added up, by name. */
function worthIn(plan: Candidate['plan']): string[] {
  const found = new Set<string>();
  JSON.stringify(plan, (_key, part: unknown) => {
    if (isSum(part)) {
      found.add(factorsOf(part.arg).join(' × '));
    }
    return part;
  });
  return [...found];
}

/** The columns of a product; of one less a share, that it is. */
const factorsOf = (expr: Expr): string[] =>
  expr.kind === 'column'
    ? [`${expr.table}.${expr.column}`]
    : expr.kind === 'arithmetic' && expr.op === '*'
      ? [...factorsOf(expr.left), ...factorsOf(expr.right)]
      : [...columnsIn([expr])].map((name) => `(1 - ${name})`);

const isSum = (part: unknown): part is Extract<Expr, { kind: 'aggregate' }> =>
  typeof part === 'object' && part !== null && 'kind' in part && part.kind === 'aggregate' && 'fn' in part && part.fn === 'sum';
