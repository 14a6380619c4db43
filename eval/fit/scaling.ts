/** Values as they are fitted, each with a mean of 0 and a spread of 1, and weights brought back to what they are of. */
export interface Scaling {
  scaled(row: readonly number[]): Float64Array;
  /** Weights of the values themselves, and what they add up to at the mean. */
  unscaled(weights: Float64Array): { readonly weights: number[]; readonly shift: number };
}

export function scalingOf(rows: readonly (readonly number[])[]): Scaling {
  const width = rows[0]?.length ?? 0;
  const means = Array.from({ length: width }, (_, at) => mean(rows.map((row) => row[at] ?? 0)));
  const spreads = means.map((middle, at) => Math.sqrt(mean(rows.map((row) => ((row[at] ?? 0) - middle) ** 2))) || 1);
  return {
    scaled: (row) => Float64Array.from(row, (value, at) => (value - (means[at] ?? 0)) / (spreads[at] ?? 1)),
    unscaled(weights) {
      const own = means.map((_, at) => (weights[at] ?? 0) / (spreads[at] ?? 1));
      return { weights: own, shift: own.reduce((sum, weight, at) => sum + weight * (means[at] ?? 0), 0) };
    },
  };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
