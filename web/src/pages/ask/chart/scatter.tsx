import { visible } from '../../../parts/value-text.ts';
import type { ScatterChart } from '../chart-of.ts';
import { Rules, rangeOf, scaled } from './rules.tsx';
import { formatted, PLANE_HEIGHT } from './text.ts';

export function Scatter({ chart: { x: across, y: up, points }, width }: { readonly chart: ScatterChart; readonly width: number }) {
  const scale = scaled(points.map(({ y }) => y));
  const { left, y } = scale;
  const [low, high] = rangeOf(points.map((point) => point.x));
  const x = (value: number) => left + 6 + ((value - low) / (high - low || 1)) * (width - left - 16);
  return (
    <>
      <Rules scale={scale} width={width} />
      {points.map((point, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: points have no name of their own
        <circle key={index} className="mark seen-through" cx={x(point.x)} cy={y(point.y)} r={points.length > 300 ? 2 : 4}>
          <title>{`${point.label === '' ? '' : `${point.label}: `}${formatted(point.x)}, ${formatted(point.y)}`}</title>
        </circle>
      ))}
      <text x={left} y={PLANE_HEIGHT - 6}>
        {formatted(low)}
      </text>
      <text x={(left + width) / 2} y={PLANE_HEIGHT - 6} textAnchor="middle">
        {visible(`${up} by ${across}`)}
      </text>
      <text x={width} y={PLANE_HEIGHT - 6} textAnchor="end">
        {formatted(high)}
      </text>
    </>
  );
}
