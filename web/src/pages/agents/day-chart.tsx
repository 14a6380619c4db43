import { useRef } from 'react';
import { ChartView } from '../ask/chart.tsx';

interface DayChartProps {
  readonly measure: string;
  /** The first day. */
  readonly since: string;
  /** Those on which there was something. */
  readonly days: readonly { readonly day: string; readonly value: number }[];
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** A number for each day until today, in UTC. */
export function DayChart({ measure, since, days }: DayChartProps) {
  const drawing = useRef<SVGSVGElement>(null);
  const values = new Map(days.map(({ day, value }) => [day, value]));
  const first = Date.parse(since);
  const count = Math.max(Math.floor((Date.now() - first) / DAY_MS) + 1, 1);
  const points = Array.from({ length: count }, (_, index) => {
    const at = first + index * DAY_MS;
    const label = new Date(at).toISOString().slice(0, 10);
    return { label, at, value: values.get(label) ?? 0 };
  });
  return <ChartView chart={{ kind: 'line', by: 'day', measure, points }} drawing={drawing} />;
}
