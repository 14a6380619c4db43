import type { PointChart } from '../chart-of.ts';
import { dayOf, formatted, LETTER_PX, shortened, widest } from './text.ts';

const BAR_PX = 28;

export const barsHeight = ({ points }: PointChart): number => points.length * BAR_PX + 8;

export function Bars({ chart: { points }, width }: { readonly chart: PointChart; readonly width: number }) {
  const labelPx = Math.min(widest(points.map(({ label }) => dayOf(label))) + 8, width * 0.4);
  const valuePx = widest(points.map(({ value }) => formatted(value))) + 8;
  const low = Math.min(0, ...points.map(({ value }) => value));
  const high = Math.max(0, ...points.map(({ value }) => value));
  const scale = (value: number) => ((value - low) / (high - low || 1)) * Math.max(width - labelPx - valuePx, 1);
  return points.map(({ label, at, value }) => (
    <g key={at}>
      <title>{`${label}: ${formatted(value)}`}</title>
      <text x={labelPx - 8} y={at * BAR_PX + 19} textAnchor="end">
        {shortened(dayOf(label), Math.floor((labelPx - 8) / LETTER_PX))}
      </text>
      <rect
        className="mark"
        x={labelPx + scale(Math.min(0, value))}
        y={at * BAR_PX + 5}
        width={Math.max(scale(Math.max(0, value)) - scale(Math.min(0, value)), 1)}
        height={BAR_PX - 8}
        rx="2"
      />
      <text x={labelPx + scale(Math.max(0, value)) + 6} y={at * BAR_PX + 19}>
        {formatted(value)}
      </text>
    </g>
  ));
}
