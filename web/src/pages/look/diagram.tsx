import { useMemo } from 'react';
import { visible } from '../../parts/value-text.ts';
import { shortened } from '../ask/chart/text.ts';
import { HEAD_PX, LINE_PX, placed, type Table, WIDTH_PX } from './placed.ts';

interface DiagramProps {
  readonly tables: readonly Table[];
  readonly onOpen: (name: string) => void;
}

/** More boxes than these are no picture any more. */
const TABLES_MAX = 60;
const LETTERS = 25;

/** Tables as boxes, and their references as lines: what is pointed at stands to the left of what points. */
export function Diagram({ tables, onOpen }: DiagramProps) {
  const picture = useMemo(() => placed(tables.slice(0, TABLES_MAX)), [tables]);
  if (tables.length === 0) return <p className="empty">No tables yet.</p>;
  const { boxes, lines, width, height } = picture;
  return (
    <>
      {tables.length > TABLES_MAX ? (
        <p className="small">
          These are {TABLES_MAX} of {tables.length} tables.
        </p>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached */}
      <section className="scroll diagram" aria-label="Diagram of the tables" tabIndex={0}>
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {lines.map(({ from, to, path }) => (
            <path key={`${from} ${to} ${path}`} d={path} className="reference" />
          ))}
          {boxes.map(({ table, x, y, columns, more, height: boxHeight }) => (
            // The buttons below have the same for who does not see it.
            // biome-ignore lint/a11y: a picture of what the list below is
            <g key={table.name} transform={`translate(${x} ${y})`} onClick={() => onOpen(table.name)}>
              <rect className="box" width={WIDTH_PX} height={boxHeight} rx="6" />
              <text className="box-name" x="10" y={HEAD_PX - 10}>
                {shortened(visible(table.name), LETTERS)}
              </text>
              <line className="rule" x2={WIDTH_PX} y1={HEAD_PX} y2={HEAD_PX} />
              {columns.map(({ name, type, mark }, index) => (
                <text key={name} x="10" y={HEAD_PX + index * LINE_PX + 16}>
                  {shortened(`${mark}${visible(name)}`, LETTERS - 8)}
                  <tspan className="box-type" x={WIDTH_PX - 8} textAnchor="end">
                    {shortened(visible(type), 11)}
                  </tspan>
                </text>
              ))}
              {more > 0 ? (
                <text className="box-type" x="10" y={HEAD_PX + columns.length * LINE_PX + 16}>
                  and {more} more
                </text>
              ) : null}
            </g>
          ))}
        </svg>
      </section>
      <h2 className="heard">The same in words</h2>
      <ul className="references" aria-label="References">
        {lines.map(({ from, to, columns }) => (
          <li key={`${from} ${to} ${columns.join()}`}>
            <button type="button" className="link" onClick={() => onOpen(from)}>
              {visible(from)}
            </button>{' '}
            ({visible(columns.join(', '))}) points at{' '}
            <button type="button" className="link" onClick={() => onOpen(to)}>
              {visible(to)}
            </button>
          </li>
        ))}
      </ul>
      {lines.length === 0 ? <p className="small">No table points at another.</p> : null}
    </>
  );
}
