import type { StackedChart } from '../chart-of.ts';
import { dayOf, formatted, LETTER_PX, shortened, widest } from './text.ts';

const BAR_PX = 32;
const KEY_PX = 22;
/** Of a key: its square, and the room after it. */
const SQUARE_PX = 18;

export const stackedHeight = (chart: StackedChart, width: number): number =>
  chart.bars.length * BAR_PX + keysOf(chart, width).rows * KEY_PX + 12;

/** A bar for each name, its parts in the colours of the key below. A single bar is the whole that its parts are shares of. */
export function Stacked({ chart, width }: { readonly chart: StackedChart; readonly width: number }) {
  const { bars, series } = chart;
  const totals = bars.map(({ parts }) => sum(parts));
  const most = Math.max(...totals) || 1;
  const isWhole = bars.length === 1;
  const labelPx = Math.min(widest(bars.map(({ label }) => dayOf(label))) + (isWhole ? 0 : 8), width * 0.4);
  const valuePx = isWhole ? 0 : widest(totals.map(formatted)) + 10;
  const scale = (value: number) => (value / most) * Math.max(width - labelPx - valuePx, 1);
  const keys = keysOf(chart, width);
  return (
    <>
      {bars.map(({ label, parts }, row) => (
        <g key={label}>
          <text x={labelPx - 8} y={row * BAR_PX + 20} textAnchor="end">
            {shortened(dayOf(label), Math.floor((labelPx - 8) / LETTER_PX))}
          </text>
          {parts.map((part, index) =>
            part === 0 ? null : (
              <rect
                key={series[index]}
                className={`part part-${index}`}
                x={labelPx + scale(sum(parts.slice(0, index)))}
                y={row * BAR_PX + 4}
                width={Math.max(scale(part), 1)}
                height={BAR_PX - 10}
              >
                <title>{`${label === '' ? '' : `${label}, `}${series[index]}: ${formatted(part)} (${share(part, totals[row])})`}</title>
              </rect>
            ),
          )}
          {isWhole ? null : (
            <text x={labelPx + scale(totals[row] ?? 0) + 6} y={row * BAR_PX + 20}>
              {formatted(totals[row] ?? 0)}
            </text>
          )}
        </g>
      ))}
      {keys.places.map(({ text, x, row }, index) => (
        <g key={series[index]} transform={`translate(${x} ${bars.length * BAR_PX + 8 + row * KEY_PX})`}>
          <rect className={`part part-${index}`} width="12" height="12" y="2" rx="2" />
          <text x={SQUARE_PX} y="13">
            {text}
          </text>
        </g>
      ))}
    </>
  );
}

/** What each colour is, from left to right, in as many rows as that takes. */
function keysOf({ series, bars }: StackedChart, width: number): { rows: number; places: { text: string; x: number; row: number }[] } {
  const whole = bars.length === 1 ? bars[0] : undefined;
  let [x, row] = [0, 0];
  const places = series.map((name, index) => {
    const said = whole === undefined ? name : `${shortened(name, 24)} ${share(whole.parts[index] ?? 0, sum(whole.parts))}`;
    const text = shortened(said, 32);
    const needs = SQUARE_PX + text.length * LETTER_PX + 14;
    if (x > 0 && x + needs > width) [x, row] = [0, row + 1];
    const place = { text, x, row };
    x += needs;
    return place;
  });
  return { rows: row + 1, places };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const share = (part: number, total = 0): string => `${((part / (total || 1)) * 100).toFixed(1)} %`;
