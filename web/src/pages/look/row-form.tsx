import { useQueryClient } from '@tanstack/react-query';
import type { Dispatch, SetStateAction } from 'react';
import { ErrorNote } from '../../parts/error-note.tsx';
import { plainText, visible } from '../../parts/value-text.ts';
import type { Outcome } from '../ask/outcome.ts';
import { Preview } from '../ask/preview.tsx';
import { useWrite } from '../ask/use-write.ts';
import type { Row } from './row.ts';
import { RowField } from './row-field.tsx';
import { deleteOf, type Engine, insertOf, type Table, updateOf } from './sql-of-rows.ts';

interface RowFormProps {
  readonly db: string;
  readonly engine: Engine;
  readonly table: Table;
  readonly editing: Editing;
  readonly onChange: Dispatch<SetStateAction<Editing | null>>;
  /** What its write is kept under. */
  readonly writeName: string;
  readonly onWritten: () => void;
}

export interface Editing {
  readonly id: string;
  /** Null for one that is to be added. */
  readonly row: Row | null;
  /** Null is an empty cell; a column that is not among them is left to its default, or as it is. */
  readonly values: Readonly<Record<string, string | null>>;
}

/** Adds, changes or deletes one row: by the preview, confirm and undo of every write. */
export function RowForm({ db, engine, table, editing: { row, values }, onChange, writeName, onWritten }: RowFormProps) {
  const queries = useQueryClient();
  const { asked, preview, outcome, isPending, error, ask: propose, decide: keep, reset } = useWrite(writeName);
  const decide = (decided: Outcome) => {
    keep(decided);
    if (decided.written) onWritten();
    void queries.invalidateQueries({ queryKey: ['rows', db] });
  };
  const name = visible(table.name);
  const ask = (what: string, { sql, params }: { sql: string; params: readonly unknown[] }) =>
    propose({ db, goal: `${what} ${table.name}`.slice(0, 200), sql, params: [...params] });
  const save = () =>
    row === null ? ask('Add a row to', insertOf(table, engine, values)) : ask('Change a row of', updateOf(table, engine, row, values));
  const put = (column: string, value: string | null | undefined) =>
    onChange((now) => {
      if (now === null) return null;
      const { [column]: _, ...rest } = now.values;
      return { ...now, values: value === undefined ? rest : { ...rest, [column]: value } };
    });
  const isEmpty = Object.keys(values).length === 0;
  const columns = table.columns.filter(({ generated, name: column }) => !generated && !(row !== null && table.primaryKey.includes(column)));
  return (
    <section className="card" aria-label={row === null ? `Add a row to ${name}` : `Change a row of ${name}`}>
      <div className="card-head">
        <h3>{row === null ? 'Add a row' : `Row ${table.primaryKey.map((key) => plainText(row[key])).join(', ')}`}</h3>
        <button type="button" onClick={() => onChange(null)}>
          Close
        </button>
      </div>
      {preview && asked ? (
        <>
          <Preview preview={preview} asked={asked} outcome={outcome} onAsk={propose} onDecide={decide} />
          {outcome.cancelled === undefined ? null : (
            <div className="buttons">
              <button type="button" onClick={reset}>
                Back to the values
              </button>
            </div>
          )}
        </>
      ) : (
        <form
          className="row-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (!isEmpty) save();
          }}
        >
          <div className="pair">
            {columns.map((column) => (
              <RowField
                key={column.name}
                column={column}
                stored={row === null ? undefined : row[column.name]}
                isNew={row === null}
                value={values[column.name]}
                onChange={(value) => put(column.name, value)}
              />
            ))}
          </div>
          {error ? <ErrorNote error={error} /> : null}
          <div className="buttons">
            {row === null ? null : (
              <button
                type="button"
                className="danger"
                aria-disabled={isPending}
                onClick={() => ask('Delete a row of', deleteOf(table, engine, row))}
              >
                Delete row…
              </button>
            )}
            <button type="submit" className="primary" aria-disabled={isPending || isEmpty}>
              {isPending ? 'Working…' : 'Show what would change'}
            </button>
          </div>
        </form>
      )}
    </section>
  );
}
