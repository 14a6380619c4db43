import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { visible } from '../../parts/value-text.ts';
import { Bars, barsHeight } from './chart/bars.tsx';
import { Line } from './chart/line.tsx';
import { Scatter } from './chart/scatter.tsx';
import { Stacked, stackedHeight } from './chart/stacked.tsx';
import { PLANE_HEIGHT } from './chart/text.ts';
import type { Chart, NumberChart } from './chart-of.ts';

interface ChartViewProps {
  readonly chart: Chart;
  /** Given the drawing, to be saved. */
  readonly drawing: RefObject<SVGSVGElement | null>;
}

/** The chart of a result. All of its values are in the table beside it. */
export function ChartView({ chart, drawing }: ChartViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  if (chart.kind === 'number') return <BigNumber chart={chart} />;
  const { label, height, draw } = drawn(chart, width);
  return (
    <div ref={frame} className="chart">
      {width > 0 ? (
        <svg ref={drawing} role="img" width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
          <title>{visible(label)}</title>
          {draw()}
        </svg>
      ) : null}
    </div>
  );
}

function drawn(chart: Exclude<Chart, NumberChart>, width: number): { label: string; height: number; draw: () => ReactNode } {
  switch (chart.kind) {
    case 'line':
      return {
        label: `Line: ${chart.measure} by ${chart.by}, ${chart.points.length} values`,
        height: PLANE_HEIGHT,
        draw: () => <Line chart={chart} width={width} />,
      };
    case 'bars':
      return {
        label: `Bars: ${chart.measure} by ${chart.by}, ${chart.points.length} values`,
        height: barsHeight(chart),
        draw: () => <Bars chart={chart} width={width} />,
      };
    case 'stacked':
      return {
        label: `Stacked bars: ${chart.measure} by ${chart.by}, in ${chart.series.length} parts`,
        height: stackedHeight(chart, width),
        draw: () => <Stacked chart={chart} width={width} />,
      };
    case 'scatter':
      return {
        label: `Points: ${chart.y} by ${chart.x}, ${chart.points.length} points`,
        height: PLANE_HEIGHT,
        draw: () => <Scatter chart={chart} width={width} />,
      };
  }
}

function BigNumber({ chart: { text, measure, beside } }: { readonly chart: NumberChart }) {
  return (
    <p className="big-number">
      <strong>{text}</strong> <bdi className="small">{visible(measure)}</bdi>
      {beside === null ? null : (
        <span>
          {beside.percent === null ? '' : `${beside.percent < 0 ? '−' : '+'}${Math.abs(beside.percent).toFixed(1)} % `}
          against {beside.text} <bdi>{visible(beside.measure)}</bdi>
        </span>
      )}
    </p>
  );
}

/** How wide an element is, 0 until it is known. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
