import { useMemo, useRef, useState } from 'react';
import type { ResultSet } from '../../../../src/client/index.ts';
import { plainText, valueText, visible } from '../../parts/value-text.ts';
import { kindOf } from './column-kind.ts';
import { RowDialog } from './row-dialog.tsx';
import { type Sort, sorted } from './sorted.ts';
import { DRAWN, useWindow } from './use-window.ts';
import { widthsOf } from './widths.ts';

/** Of a cell, in the table: a long value is whole in its row's dialog. */
const CELL_MAX_LETTERS = 200;

interface ResultTableProps {
  readonly result: ResultSet;
  readonly label: string;
  /** Offered in the dialog of a row, where something can be done with it. */
  readonly onPick?: (row: ResultSet['data'][number]) => void;
  readonly pickLabel?: string;
}

/** Rows of a result: only those in sight are drawn, so that a hundred thousand scroll as ten do. A row's number opens it whole. */
export function ResultTable({ result, label, onPick, pickLabel }: ResultTableProps) {
  const [sort, setSort] = useState<Sort | null>(null);
  const [opened, setOpened] = useState<number | null>(null);
  const rows = useMemo(() => sorted(result, sort), [result, sort]);
  const widths = useMemo(() => widthsOf(result), [result]);
  const frame = useRef<HTMLDivElement>(null);
  const { first, end, before, after } = useWindow(frame, rows.length);
  const { columns } = result;
  const row = opened === null ? undefined : rows[opened];
  return (
    <>
      {/* A group: a region is a landmark, of which a thread would have too many of one name. What scrolls has to be reached. */}
      {/* biome-ignore lint/a11y: see above */}
      <div ref={frame} role="group" className="scroll rows" aria-label={label} tabIndex={0}>
        <table aria-rowcount={rows.length + 1} style={{ minWidth: `calc(4.5rem + ${widths.reduce((sum, width) => sum + width, 0)}ch)` }}>
          <colgroup>
            <col className="row-number" />
            {/* The last one takes what room is left, which would make all wider than they need. */}
            {columns.map(({ name }, index) => (
              <col key={name} style={index === columns.length - 1 ? {} : { width: `${widths[index]}ch` }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">
                <span className="heard">Row</span>
              </th>
              {columns.map((column) => {
                const { name, type } = column;
                const isSorted = sort?.column === name;
                const isDescending = isSorted && sort.isDescending;
                return (
                  <th
                    key={name}
                    scope="col"
                    className={kindOf(column) === 'number' ? 'number' : undefined}
                    aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
                  >
                    <button
                      type="button"
                      className="link"
                      title={`${visible(name)} (${type})`}
                      onClick={() => setSort({ column: name, isDescending: isSorted && !isDescending })}
                    >
                      <bdi>{visible(name)}</bdi>
                      <span aria-hidden="true">{isSorted ? (isDescending ? ' ↓' : ' ↑') : ''}</span>
                    </button>
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {before > 0 ? <tr className="gap" style={{ height: before }} /> : null}
            {rows.slice(first, end).map((cells, place) => {
              const index = first + place;
              return (
                // What is drawn of a row that leaves is drawn over with one that comes: to make it anew takes longer than a frame.
                <tr key={index % DRAWN} aria-rowindex={index + 2}>
                  <th scope="row">
                    <button type="button" className="link" aria-label={`Row ${index + 1}, whole`} onClick={() => setOpened(index)}>
                      {index + 1}
                    </button>
                  </th>
                  {columns.map((column) => (
                    <td key={column.name} className={kindOf(column) === 'number' ? 'number' : undefined}>
                      <bdi>{cellText(cells[column.name])}</bdi>
                    </td>
                  ))}
                </tr>
              );
            })}
            {after > 0 ? <tr className="gap" style={{ height: after }} /> : null}
          </tbody>
        </table>
      </div>
      {row === undefined || opened === null ? null : (
        <RowDialog
          title={`Row ${opened + 1} of ${rows.length}`}
          columns={columns}
          row={row}
          onClose={() => setOpened(null)}
          {...(onPick === undefined
            ? {}
            : {
                act: pickLabel ?? 'Choose',
                onAct: () => {
                  setOpened(null);
                  onPick(row);
                },
              })}
        />
      )}
    </>
  );
}

/** Its beginning, before it is looked at letter by letter. */
function cellText(value: unknown): string {
  const text = value === null || value === undefined ? '' : plainText(value);
  return text.length > CELL_MAX_LETTERS ? `${visible(text.slice(0, CELL_MAX_LETTERS))}…` : valueText(value);
}
