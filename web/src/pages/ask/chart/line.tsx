import type { PointChart } from '../chart-of.ts';
import { Rules, scaled } from './rules.tsx';
import { dayOf, formatted, PLANE_HEIGHT } from './text.ts';

export function Line({ chart: { points }, width }: { readonly chart: PointChart; readonly width: number }) {
  const scale = scaled([0, ...points.map(({ value }) => value)]);
  const { left, y } = scale;
  const [from, until] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 1];
  const x = (at: number) => left + ((at - from) / (until - from || 1)) * (width - left - 10);
  return (
    <>
      <Rules scale={scale} width={width} />
      <polyline className="trace" points={points.map(({ at, value }) => `${x(at)},${y(value)}`).join(' ')} />
      {points.map(({ at, label, value }) => (
        <circle key={at} className="mark" cx={x(at)} cy={y(value)} r={points.length > 60 ? 1 : 3}>
          <title>{`${label}: ${formatted(value)}`}</title>
        </circle>
      ))}
      <text x={left} y={PLANE_HEIGHT - 6}>
        {dayOf(points[0]?.label ?? '')}
      </text>
      <text x={width} y={PLANE_HEIGHT - 6} textAnchor="end">
        {dayOf(points.at(-1)?.label ?? '')}
      </text>
    </>
  );
}
