import { ALL_TRAITS, TRAITS, type Trait, type TraitGroup } from './shape.ts';
import { SHAPE_FIT } from './shape-fit.ts';

/** Weights, one for each of `ALL_TRAITS`, of runs of up to three words. */
export interface ShapeModel {
  readonly bias: readonly number[];
  readonly grams: ReadonlyMap<string, readonly number[]>;
}

/** How likely each of `ALL_TRAITS` is for a plan of a question, going by its words; see `shapeWords`. */
export type Expected = readonly number[];

export function expectedShape(words: readonly string[], model: ShapeModel = fitted()): Expected {
  const sums = [...model.bias];
  for (const gram of new Set(gramsOf(words, (word) => model.grams.has(word)))) {
    const weights = model.grams.get(gram);
    if (weights !== undefined) for (const [at, weight] of weights.entries()) sums[at] = (sums[at] ?? 0) + weight;
  }
  return sums.map((sum) => Math.min(1 - RAREST, Math.max(RAREST, 1 / (1 + Math.exp(-sum)))));
}

const RAREST = 0.02;
const LONGEST = 3;

/** Runs of words, with marks for the ends of the question; words that say something in few schemas alone are all one. */
export function gramsOf(words: readonly string[], isKnown: (word: string) => boolean): string[] {
  const marked = ['^', ...words.map((word) => (isKnown(word) ? word : OTHER)), '$'];
  return Array.from({ length: LONGEST }, (_, more) =>
    marked.slice(more).map((_word, at) => marked.slice(at, at + more + 1).join(' ')),
  ).flat();
}

const OTHER = 'X';

export type Likelihoods = Readonly<
  Record<`likely${Capitalize<TraitGroup>}` | 'likely' | 'leastLikely' | 'threeLeastLikely' | 'clear', number>
>;

/** Logarithms of how likely a plan with these traits is: by group, in all, and of the least likely. */
export function likelihoodsOf(traits: ReadonlySet<Trait>, expected: Expected): Likelihoods {
  const chances = new Map(ALL_TRAITS.map((trait, at) => [trait, expected[at] ?? 0.5]));
  const logs = new Map([...chances].map(([trait, chance]) => [trait, Math.log(traits.has(trait) ? chance : 1 - chance)]));
  const total = (group: TraitGroup) => TRAITS[group].reduce((sum, trait) => sum + (logs.get(trait) ?? 0), 0);
  // How many tables it takes is the schema's matter.
  const told = ALL_TRAITS.filter((trait) => !TRAITS.tables.some((other) => other === trait));
  const sorted = told.map((trait) => logs.get(trait) ?? 0).sort((a, b) => a - b);
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  return {
    likelyColumns: total('columns'),
    likelyShown: total('shown'),
    likelyGroups: total('groups'),
    likelyOrder: total('order'),
    likelySets: total('sets'),
    likelyTests: total('tests'),
    likelyTables: total('tables'),
    likely: sum(sorted),
    leastLikely: sorted[0] ?? 0,
    threeLeastLikely: sum(sorted.slice(0, 3)),
    clear: sum(told.map((trait) => Math.log(Math.max(chances.get(trait) ?? 0.5, 1 - (chances.get(trait) ?? 0.5))))),
  };
}

let read: ShapeModel | null = null;

/** The fit as it is kept: each run of words behind a character for each of its weights. */
function fitted(): ShapeModel {
  if (read !== null) return read;
  const size = ALL_TRAITS.length;
  const entries = SHAPE_FIT.grams.split(/[|\n]/).filter((entry) => entry !== '');
  const grams = new Map(entries.map((entry) => [entry.slice(size), decodeWeights(entry.slice(0, size))]));
  read = { bias: SHAPE_FIT.bias, grams };
  return read;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const ZERO = 31;
const STEP = 0.1;

const decodeWeights = (text: string): number[] => [...text].map((digit) => (DIGITS.indexOf(digit) - ZERO) * STEP);

/** The other way round, for what writes the fit; weights are cut to ±3. */
export const encodeWeights = (weights: readonly number[]): string =>
  weights.map((weight) => DIGITS[Math.min(DIGITS.length - 1, Math.max(0, Math.round(weight / STEP) + ZERO))]).join('');
