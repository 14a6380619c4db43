import { formatted, PLANE_HEIGHT, widest } from './text.ts';
import { ticksBetween } from './ticks.ts';

interface Scale {
  /** Where the plane begins, to the right of what the rules are called. */
  readonly left: number;
  readonly ticks: readonly number[];
  readonly y: (value: number) => number;
}

/** From the lowest to the highest of the values, upwards. */
export function scaled(values: readonly number[]): Scale {
  const [low, top] = rangeOf(values);
  const high = top > low ? top : low + 1;
  const ticks = ticksBetween(low, high, values.every(Number.isInteger));
  return { left: widest(ticks.map(formatted)) + 8, ticks, y: (value) => 10 + (1 - (value - low) / (high - low)) * (PLANE_HEIGHT - 40) };
}

/** Not by spreading: there may be more values than a call takes. */
export const rangeOf = (values: readonly number[]): readonly [number, number] =>
  values.reduce<[number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );

export function Rules({ scale: { left, ticks, y }, width }: { readonly scale: Scale; readonly width: number }) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line className="rule" x1={left} x2={width} y1={y(tick)} y2={y(tick)} />
      <text x={left - 8} y={y(tick) + 4} textAnchor="end">
        {formatted(tick)}
      </text>
    </g>
  ));
}
