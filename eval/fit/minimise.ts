/** A function to be made small: gives its value at a point, and writes its slope there into `slope`. */
export type Loss = (at: Float64Array, slope: Float64Array) => number;

const KEPT = 8;
const HALVINGS = 25;
const LEAST_GAIN = 1e-7;

/** The lowest point that is found from `start` on, by the limited-memory quasi-Newton method (L-BFGS). */
export function minimise(loss: Loss, start: Float64Array, rounds: number): Float64Array {
  const size = start.length;
  let at = Float64Array.from(start);
  let slope = new Float64Array(size);
  let value = loss(at, slope);
  const steps: { moved: Float64Array; turned: Float64Array; scale: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const way = wayDown(slope, steps);
    const steep = dot(way, slope);
    const next = new Float64Array(size);
    const nextSlope = new Float64Array(size);
    let stride = round === 0 ? 1 / Math.max(1, Math.sqrt(dot(slope, slope))) : 1;
    let nextValue = value;
    for (let halved = 0; halved <= HALVINGS; halved += 1, stride /= 2) {
      for (let one = 0; one < size; one += 1) next[one] = (at[one] ?? 0) + stride * (way[one] ?? 0);
      nextValue = loss(next, nextSlope);
      if (nextValue <= value + 1e-4 * stride * steep) break;
    }
    if (!(nextValue < value)) break;
    const moved = next.map((one, index) => one - (at[index] ?? 0));
    const turned = nextSlope.map((one, index) => one - (slope[index] ?? 0));
    const bend = dot(moved, turned);
    if (bend > 1e-12) steps.push({ moved, turned, scale: 1 / bend });
    if (steps.length > KEPT) steps.shift();
    const gained = value - nextValue;
    at = next;
    slope = nextSlope;
    value = nextValue;
    if (gained < LEAST_GAIN * Math.abs(value)) break;
  }
  return at;
}

function wayDown(slope: Float64Array, steps: readonly { moved: Float64Array; turned: Float64Array; scale: number }[]): Float64Array {
  const way = slope.map((one) => -one);
  const shares: number[] = [];
  for (const { moved, turned, scale } of steps.toReversed()) {
    const share = scale * dot(moved, way);
    shares.push(share);
    add(way, turned, -share);
  }
  const last = steps.at(-1);
  if (last !== undefined) {
    const stretch = dot(last.moved, last.turned) / dot(last.turned, last.turned);
    for (let one = 0; one < way.length; one += 1) way[one] = (way[one] ?? 0) * stretch;
  }
  for (const { moved, turned, scale } of steps) add(way, moved, (shares.pop() ?? 0) - scale * dot(turned, way));
  return way;
}

export function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

export function add(to: Float64Array, more: Float64Array, times: number): void {
  for (let at = 0; at < to.length; at += 1) to[at] = (to[at] ?? 0) + times * (more[at] ?? 0);
}
