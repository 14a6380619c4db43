import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { client } from '../../client.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Field } from '../../parts/field.tsx';
import { visible } from '../../parts/value-text.ts';
import { ResultTable } from '../ask/result-table.tsx';
import type { Row } from './row.ts';
import { COMPARISONS, type Comparison, type Engine, type Filter, pageOf, type Table } from './sql-of-rows.ts';

const PAGE_ROWS = 100;

interface RowsProps {
  readonly db: string;
  readonly engine: Engine;
  readonly table: Table;
  /** Offered where a row can be changed. */
  readonly onPick: ((row: Row) => void) | null;
}

/** The rows of a table, filtered and by pages: which of them is in the address. */
export function Rows({ db, engine, table, onPick }: RowsProps) {
  const address = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const filter = filterIn(address, table);
  const offset = Math.max(0, Math.trunc(Number(address.get('from'))) || 0);
  const show = (next: Filter | null, from: number) =>
    navigate(
      `/look?${new URLSearchParams({
        db,
        table: table.name,
        ...(next === null ? {} : { column: next.column, is: next.comparison, value: next.value }),
        ...(from === 0 ? {} : { from: String(from) }),
      })}`,
      { replace: true },
    );
  const statement = pageOf(table, engine, filter, { size: PAGE_ROWS, offset });
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['rows', db, table.name, filter, offset],
    queryFn: ({ signal }) => client.run({ db, sql: statement.sql, params: [...statement.params] }, { signal, idempotencyKey: null }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <FilterForm table={table} filter={filter} onFilter={(next) => show(next, 0)} />
      {error ? <ErrorNote error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? (
        <p role="status" className="loading">
          Loading rows…
        </p>
      ) : null}
      {data?.data.length === 0 ? <p className="empty">{filter === null ? 'No rows yet.' : 'No row is like that.'}</p> : null}
      {data && data.data.length > 0 ? (
        <ResultTable
          result={data}
          label={`Rows of ${visible(table.name)}`}
          {...(onPick === null ? {} : { onPick, pickLabel: 'Change or delete' })}
        />
      ) : null}
      {data ? (
        <div className="buttons">
          <span className="small">
            {data.data.length === 0 ? '' : `Rows ${offset + 1} to ${offset + data.data.length}`}
            {isFetching ? ', loading…' : ''}
          </span>
          <button type="button" aria-disabled={offset === 0} onClick={() => show(filter, Math.max(0, offset - PAGE_ROWS))}>
            Previous page
          </button>
          <button
            type="button"
            aria-disabled={data.data.length < PAGE_ROWS}
            onClick={() => (data.data.length < PAGE_ROWS ? undefined : show(filter, offset + PAGE_ROWS))}
          >
            Next page
          </button>
        </div>
      ) : null}
    </>
  );
}

function filterIn(address: URLSearchParams, table: Table): Filter | null {
  const [column, is, value] = [address.get('column'), address.get('is'), address.get('value') ?? ''];
  if (!table.columns.some(({ name }) => name === column) || is === null || !Object.hasOwn(COMPARISONS, is)) return null;
  return { column: column ?? '', comparison: is as Comparison, value };
}

interface FilterFormProps {
  readonly table: Table;
  readonly filter: Filter | null;
  readonly onFilter: (filter: Filter | null) => void;
}

function FilterForm({ table, filter, onFilter }: FilterFormProps) {
  const [column, setColumn] = useState(filter?.column ?? table.columns[0]?.name ?? '');
  const [comparison, setComparison] = useState<Comparison>(filter?.comparison ?? 'contains');
  const [value, setValue] = useState(filter?.value ?? '');
  return (
    <form
      className="filter"
      onSubmit={(event) => {
        event.preventDefault();
        onFilter(value === '' && comparison !== 'null' ? null : { column, comparison, value });
      }}
    >
      <Field label="Column">
        {(props) => (
          <select {...props} value={column} onChange={({ target }) => setColumn(target.value)}>
            {table.columns.map(({ name }) => (
              <option key={name} value={name}>
                {visible(name)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Comparison">
        {(props) => (
          <select {...props} value={comparison} onChange={({ target }) => setComparison(target.value as Comparison)}>
            {Object.entries(COMPARISONS).map(([one, said]) => (
              <option key={one} value={one}>
                {said}
              </option>
            ))}
          </select>
        )}
      </Field>
      {comparison === 'null' ? null : (
        <Field label="Value">
          {(props) => <input {...props} autoComplete="off" value={value} onChange={({ target }) => setValue(target.value)} />}
        </Field>
      )}
      <button type="submit">Filter</button>
    </form>
  );
}
