import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, freshKey } from '../../client.ts';
import { announce } from '../../parts/announce.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { plainText, visible } from '../../parts/value-text.ts';
import { Preview } from '../ask/preview.tsx';
import type { Asked, Outcome } from '../ask/thread.ts';
import { RowField } from './row-field.tsx';
import { deleteOf, type Engine, insertOf, type Table, updateOf } from './sql-of-rows.ts';
import type { Row } from './table-view.tsx';

interface RowFormProps {
  readonly db: string;
  readonly engine: Engine;
  readonly table: Table;
  /** Null for one that is to be added. */
  readonly row: Row | null;
  readonly onClose: () => void;
}

/** Null is an empty cell; a column that is not among them is left to its default, or as it is. */
type Values = Readonly<Record<string, string | null>>;

/** Adds, changes or deletes one row: by the preview, confirm and undo of every write. */
export function RowForm({ db, engine, table, row, onClose }: RowFormProps) {
  const queries = useQueryClient();
  const [values, setValues] = useState<Values>({});
  const [outcome, setOutcome] = useState<Outcome>({});
  const { mutate, isPending, data, error, variables, reset } = useMutation({
    mutationFn: (asked: Asked) => client.ask(asked, { idempotencyKey: freshKey() }),
    onSuccess: (reply) => announce('answer' in reply ? reply.answer : reply.diff.summary),
  });
  const decide = (decided: Outcome) => {
    setOutcome((before) => ({ ...before, ...decided }));
    void queries.invalidateQueries({ queryKey: ['rows', db] });
  };
  const name = visible(table.name);
  const ask = (what: string, { sql, params }: { sql: string; params: readonly unknown[] }) => {
    setOutcome({});
    if (!isPending) mutate({ db, goal: `${what} ${table.name}`.slice(0, 200), sql, params: [...params] });
  };
  const save = () =>
    row === null ? ask('Add a row to', insertOf(table, engine, values)) : ask('Change a row of', updateOf(table, engine, row, values));
  const isEmpty = Object.keys(values).length === 0;
  const columns = table.columns.filter(({ generated, name: column }) => !generated && !(row !== null && table.primaryKey.includes(column)));
  return (
    <section className="card" aria-label={row === null ? `Add a row to ${name}` : `Change a row of ${name}`}>
      <div className="card-head">
        <h3>{row === null ? 'Add a row' : `Row ${table.primaryKey.map((key) => plainText(row[key])).join(', ')}`}</h3>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
      {data?.kind === 'preview' && variables ? (
        <>
          <Preview preview={data} asked={variables} outcome={outcome} onAsk={(asked) => mutate(asked)} onDecide={decide} />
          {outcome.isCancelled ? (
            <div className="buttons">
              <button type="button" onClick={reset}>
                Back to the values
              </button>
            </div>
          ) : null}
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
                onChange={(value) =>
                  setValues(({ [column.name]: _, ...rest }) => (value === undefined ? rest : { ...rest, [column.name]: value }))
                }
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
