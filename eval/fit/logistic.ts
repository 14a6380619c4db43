/** A logistic model: the probability is 1 / (1 + exp(−(bias + Σ weight × value))). */
export interface Logistic {
  readonly bias: number;
  readonly weights: readonly number[];
}

const ROUNDS = 60;

export interface Observation {
  readonly values: readonly number[];
  readonly outcome: boolean;
  /** How much it counts. */
  readonly share: number;
}

/**
 * Fits by Newton's method. `ridge` pulls the weights of the standardised values toward zero, so that what is seldom
 * seen says little.
 */
export function fitLogistic(observations: readonly Observation[], ridge: number): Logistic {
  const rows = observations.map(({ values }) => values);
  const width = rows[0]?.length ?? 0;
  const columns = Array.from({ length: width }, (_, at) => rows.map((row) => row[at] ?? 0));
  const means = columns.map(mean);
  const spreads = columns.map((column, at) => Math.sqrt(mean(column.map((value) => (value - (means[at] ?? 0)) ** 2))) || 1);
  const scaled = observations.map((one) => ({
    ...one,
    values: [...one.values.map((value, at) => (value - (means[at] ?? 0)) / (spreads[at] ?? 1)), 1],
  }));
  let weights: number[] = Array.from({ length: width + 1 }, () => 0);
  for (let round = 0; round < ROUNDS; round += 1) weights = newtonStep(scaled, weights, ridge);
  const raw = weights.slice(0, width).map((weight, at) => weight / (spreads[at] ?? 1));
  const shift = raw.reduce((sum, weight, at) => sum + weight * (means[at] ?? 0), 0);
  return { bias: (weights[width] ?? 0) - shift, weights: raw };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function newtonStep(observations: readonly Observation[], weights: readonly number[], ridge: number): number[] {
  const size = weights.length;
  const slope = weights.map((weight, at) => (at < size - 1 ? -ridge * weight : 0));
  const bend = weights.map((_, at) => weights.map((__, other) => (at === other && at < size - 1 ? ridge : 0)));
  for (const { values, outcome, share } of observations) {
    const chance = 1 / (1 + Math.exp(-values.reduce((sum, value, column) => sum + value * (weights[column] ?? 0), 0)));
    const error = share * ((outcome ? 1 : 0) - chance);
    const doubt = share * chance * (1 - chance) + 1e-9;
    for (const [one, value] of values.entries()) {
      slope[one] = (slope[one] ?? 0) + value * error;
      const line = bend[one];
      if (line !== undefined) for (const [two, other] of values.entries()) line[two] = (line[two] ?? 0) + value * other * doubt;
    }
  }
  const change = solve(bend, slope);
  return weights.map((weight, at) => weight + (change[at] ?? 0));
}

/** Gauss's elimination; the matrix is symmetric and positive, so that no pivot is zero. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const lines = matrix.map((line, at) => [...line, right[at] ?? 0]);
  for (const [at, pivot] of lines.entries()) {
    for (const [other, line] of lines.entries()) {
      if (other === at) continue;
      const factor = (line[at] ?? 0) / (pivot[at] || 1e-12);
      for (let column = at; column < line.length; column += 1) line[column] = (line[column] ?? 0) - factor * (pivot[column] ?? 0);
    }
  }
  return lines.map((line, at) => (line.at(-1) ?? 0) / (line[at] || 1e-12));
}
