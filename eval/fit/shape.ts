import { encodeWeights, gramsOf, type ShapeModel } from '../../src/plan/builtin/search/rank/expected-shape.ts';
import { ALL_TRAITS, type Trait } from '../../src/plan/builtin/search/rank/shape.ts';
import { chance, softplus } from './logistic.ts';
import { minimise } from './minimise.ts';

/** What a question's words are, and the traits of the plan of its expected statement. */
export interface ShapeSample {
  readonly db: string;
  readonly words: readonly string[];
  readonly traits: ReadonlySet<Trait>;
  /** How much it counts. */
  readonly share: number;
}

const RIDGE = 1;
const ROUNDS = 60;
/** What is said in questions about fewer databases may be of those alone. */
const LEAST_DATABASES = 8;

/** One logistic model for each trait, over the runs of words that are met in many databases. */
export function fitShape(samples: readonly ShapeSample[]): ShapeModel {
  const known = inManyDatabases(samples.map(({ db, words }) => ({ db, items: words })));
  const bags = samples.map(({ words }) => gramsOf(words, (word) => known.has(word)));
  const grams = [...inManyDatabases(bags.map((items, at) => ({ db: samples[at]?.db ?? '', items })))].sort();
  const places = new Map(grams.map((gram, at) => [gram, at]));
  const rows = bags.map((bag) => Int32Array.from(new Set(bag.flatMap((gram) => places.get(gram) ?? []))));
  const width = ALL_TRAITS.length;
  const bias = grams.length * width;
  const outcomes = samples.map(({ traits }) => ALL_TRAITS.map((trait) => traits.has(trait)));
  const sums = new Float64Array(width);
  const found = minimise(
    (at, slope) => {
      let loss = 0;
      for (let one = 0; one < bias; one += 1) {
        const weight = at[one] ?? 0;
        slope[one] = RIDGE * weight;
        loss += (RIDGE / 2) * weight * weight;
      }
      slope.fill(0, bias);
      for (const [index, row] of rows.entries()) {
        const share = samples[index]?.share ?? 1;
        for (let trait = 0; trait < width; trait += 1) sums[trait] = at[bias + trait] ?? 0;
        for (const gram of row)
          for (let trait = 0; trait < width; trait += 1) sums[trait] = (sums[trait] ?? 0) + (at[gram * width + trait] ?? 0);
        for (let trait = 0; trait < width; trait += 1) {
          const score = sums[trait] ?? 0;
          const outcome = outcomes[index]?.[trait] === true;
          loss += share * (softplus(score) - (outcome ? score : 0));
          sums[trait] = share * (chance(score) - (outcome ? 1 : 0));
          slope[bias + trait] = (slope[bias + trait] ?? 0) + (sums[trait] ?? 0);
        }
        for (const gram of row)
          for (let trait = 0; trait < width; trait += 1)
            slope[gram * width + trait] = (slope[gram * width + trait] ?? 0) + (sums[trait] ?? 0);
      }
      return loss;
    },
    new Float64Array(bias + width),
    ROUNDS,
  );
  const weightsAt = (from: number) => Array.from(found.subarray(from, from + width));
  return { bias: weightsAt(bias), grams: new Map(grams.map((gram, at) => [gram, weightsAt(at * width)])) };
}

function inManyDatabases(bags: readonly { readonly db: string; readonly items: readonly string[] }[]): ReadonlySet<string> {
  const databases = new Map<string, Set<string>>();
  for (const { db, items } of bags) {
    for (const item of items) {
      const seen = databases.get(item) ?? new Set();
      databases.set(item, seen.add(db));
    }
  }
  return new Set([...databases].flatMap(([item, seen]) => (seen.size >= LEAST_DATABASES ? [item] : [])));
}

const PER_LINE = 8;

/** The module that the planner reads the fit from; `decode` of `expected-shape.ts` reads its lines. */
export function shapeModule({ bias, grams }: ShapeModel, count: number): string {
  const entries = [...grams].map(([gram, weights]) => encodeWeights(weights) + gram);
  const lines = Array.from({ length: Math.ceil(entries.length / PER_LINE) }, (_, at) =>
    entries.slice(at * PER_LINE, (at + 1) * PER_LINE).join('|'),
  );
  return `/** Fitted by \`eval/fit.ts\` on ${count} questions over databases of many kinds; \`expected-shape.ts\` says how to read it. */
export const SHAPE_FIT: { readonly bias: readonly number[]; readonly grams: string } = {
  bias: [${bias.map((weight) => Number(weight.toFixed(2))).join(', ')}],
  grams: \`
${lines.join('\n')}
\`,
};
`;
}
