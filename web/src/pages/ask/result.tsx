import { useMutation } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { ResultSet, Trace } from '../../../../src/client/index.ts';
import { client } from '../../client.ts';
import { announce } from '../../parts/announce.tsx';
import { copyText } from '../../parts/copy.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { saveAs } from '../../parts/save-as.ts';
import { plainText } from '../../parts/value-text.ts';
import { useAllRows } from './all-rows.ts';
import { ChartView } from './chart.tsx';
import { type Chart, chartsOf } from './chart-of.ts';
import { ResultTable } from './result-table.tsx';
import { savePng, saveSvg } from './save-picture.ts';

interface ResultProps {
  readonly result: ResultSet;
  /** The statement that gave the rows; null where there is none to run again. */
  readonly statement: Pick<Trace, 'sql' | 'params'>;
  readonly db: string;
}

const KINDS: Readonly<Record<Chart['kind'], string>> = {
  number: 'Number',
  line: 'Line',
  bars: 'Bars',
  stacked: 'Stacked',
  scatter: 'Points',
};

/** The rows of an answer: as a picture where one fits, and as a table. */
export function Result({ result, statement: { sql, params }, db }: ResultProps) {
  const statement = sql === null ? null : { db, sql, params };
  const { shown, isLoading, loaded, load, stop, error } = useAllRows(result, statement);
  const charts = useMemo(() => chartsOf(shown), [shown]);
  const [kind, setKind] = useState(charts[0]?.kind);
  const chart = charts.find((one) => one.kind === kind) ?? charts[0];
  const [isTable, setTable] = useState(chart === undefined);
  const drawing = useRef<SVGSVGElement>(null);
  const isPicture = chart !== undefined && !isTable;
  const csv = useMutation({
    // By the very statement that was answered: more rows than the table has.
    mutationFn: async (run: NonNullable<typeof statement>) => {
      const rows = await client.runRows(run, 'csv');
      if (!('body' in rows)) throw new TypeError('The statement gave no rows.');
      saveAs('answer.csv', await new Response(rows.body).blob());
    },
    onSuccess: () => announce('The rows are saved as a file.'),
  });
  const copy = async () =>
    announce((await copyText(asTabs(shown))) ? 'Copied: the rows.' : 'This browser lets no page copy here. Save the rows as CSV.');
  const save = (how: (drawing: SVGSVGElement) => unknown) => {
    if (drawing.current) void how(drawing.current);
  };
  return (
    <>
      {isPicture ? <ChartView chart={chart} drawing={drawing} /> : <ResultTable result={shown} label="Rows of the answer" />}
      {shown.truncated ? (
        <p className="small">
          These are the first {shown.data.length.toLocaleString('en-US')} rows; the CSV file has up to a million.
          {isLoading && loaded > 0 ? ` ${loaded.toLocaleString('en-US')} have come.` : ''}
        </p>
      ) : null}
      <div className="buttons">
        {isPicture && charts.length > 1 ? (
          <select aria-label="Kind of picture" value={chart.kind} onChange={({ target }) => setKind(target.value as Chart['kind'])}>
            {charts.map((one) => (
              <option key={one.kind} value={one.kind}>
                {KINDS[one.kind]}
              </option>
            ))}
          </select>
        ) : null}
        {chart === undefined ? null : (
          <button type="button" onClick={() => setTable(!isTable)}>
            {isTable ? 'Show as picture' : 'Show as table'}
          </button>
        )}
        {isPicture && chart.kind !== 'number' ? (
          <>
            <button type="button" onClick={() => save(saveSvg)}>
              Save as SVG
            </button>
            <button type="button" onClick={() => save(savePng)}>
              Save as PNG
            </button>
          </>
        ) : null}
        {load === null ? null : (
          <button type="button" onClick={isLoading ? stop : load}>
            {isLoading ? 'Stop loading' : 'Load all rows'}
          </button>
        )}
        <button type="button" onClick={() => void copy()}>
          Copy rows
        </button>
        {statement === null ? null : (
          <button type="button" aria-disabled={csv.isPending} onClick={() => (csv.isPending ? undefined : csv.mutate(statement))}>
            Save as CSV
          </button>
        )}
      </div>
      {error ? <ErrorNote error={error} /> : null}
      {csv.error ? <ErrorNote error={csv.error} /> : null}
    </>
  );
}

/** As spreadsheets paste it: a line a row, tabs between; what would break a cell is a space. */
const asTabs = ({ columns, data }: ResultSet): string =>
  [columns.map(({ name }) => name), ...data.map((row) => columns.map(({ name }) => row[name]))]
    .map((cells) => cells.map((cell) => plainText(cell).replace(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n');
