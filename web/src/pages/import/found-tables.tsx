import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Output, Sent } from '../../../../src/contract/operations.ts';
import { client, freshKey } from '../../client.ts';
import { announce } from '../../parts/announce.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Field } from '../../parts/field.tsx';
import { visible } from '../../parts/value-text.ts';

type Table = Output<'getImport'>['tables'][number];
type Correction = Sent<'correctImport'>['tables'][number];

interface FoundTablesProps {
  readonly id: string;
  readonly tables: readonly Table[];
  readonly onWrite: () => void;
}

const COUNT = new Intl.NumberFormat();
const KEY_TYPES: ReadonlySet<string> = new Set(['bigint', 'uuid', 'text']);

/** Types, keys and relations as they were found, to be corrected before the first row is written; each correction is kept at once. */
export function FoundTables({ id, tables, onWrite }: FoundTablesProps) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    // One after the other: what is corrected is nobody else's meanwhile.
    scope: { id },
    mutationFn: (correction: Correction) => client.correctImport({ id, tables: [correction] }, { idempotencyKey: freshKey() }),
    onSuccess: (record) => {
      queries.setQueryData(['import', id], record);
      announce('Corrected.');
    },
  });
  return (
    <section className="found" aria-label="What was found" aria-busy={isPending}>
      <h2>What was found</h2>
      <p>Nothing is written yet. Correct what is not as you know it.</p>
      {tables.map((table) => (
        <FoundTable key={table.name} table={table} others={tables} onCorrect={mutate} />
      ))}
      {error ? <ErrorNote error={error} /> : null}
      <div className="buttons">
        <button type="button" className="primary" aria-disabled={isPending} onClick={() => (isPending ? undefined : onWrite())}>
          Write the rows
        </button>
      </div>
    </section>
  );
}

interface FoundTableProps {
  readonly table: Table;
  readonly others: readonly Table[];
  readonly onCorrect: (correction: Correction) => void;
}

function FoundTable({ table: { name, from, rows, key, columns }, others, onCorrect }: FoundTableProps) {
  const shown = visible(name);
  const keys = columns.filter(({ isFull, type }) => isFull && KEY_TYPES.has(type));
  return (
    <div className="card">
      <h3>
        <bdi>{shown}</bdi>
      </h3>
      <p className="small">
        <bdi>{visible(from)}</bdi>, {COUNT.format(rows)} {rows === 1 ? 'row' : 'rows'}
      </p>
      <Field label={`Key of ${shown}`}>
        {(props) => (
          <select {...props} value={key ?? ''} onChange={({ target }) => onCorrect({ name, key: target.value || null })}>
            <option value="">a number that is counted</option>
            {keys.map((column) => (
              <option key={column.name} value={column.name}>
                {visible(column.name)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {/* biome-ignore lint/a11y: what scrolls has to be reached */}
      <div role="group" className="scroll" aria-label={`Columns of ${shown}`} tabIndex={0}>
        <table className="stacked">
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">Type</th>
              <th scope="col">Points at</th>
            </tr>
          </thead>
          <tbody>
            {columns.map((column) => (
              <tr key={column.name}>
                <td data-column="Column">
                  <bdi>{visible(column.name)}</bdi>
                </td>
                <td data-column="Type">
                  <select
                    aria-label={`Type of ${shown}.${visible(column.name)}`}
                    value={wayName(column)}
                    onChange={({ target }) => {
                      const way = column.ways.find((one) => wayName(one) === target.value);
                      if (way) onCorrect({ name, columns: [{ name: column.name, type: way.type, written: way.written ?? undefined }] });
                    }}
                  >
                    {column.ways.map((way) => (
                      <option key={wayName(way)} value={wayName(way)}>
                        {way.written === null ? way.type : `${way.type}, ${WRITTEN[way.written]}`}
                      </option>
                    ))}
                  </select>
                </td>
                <td data-column="Points at">
                  <select
                    aria-label={`What ${shown}.${visible(column.name)} points at`}
                    value={column.pointsAt ?? ''}
                    onChange={({ target }) => onCorrect({ name, columns: [{ name: column.name, pointsAt: target.value || null }] })}
                  >
                    <option value="">nothing</option>
                    {others
                      .filter((other) => canPoint(column, other))
                      .map((other) => (
                        <option key={other.name} value={other.name}>
                          {visible(other.name)}
                        </option>
                      ))}
                  </select>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

type Way = Pick<Table['columns'][number]['ways'][number], 'type' | 'written'>;
const wayName = ({ type, written }: Way): string => (written === null ? type : `${type} ${written}`);

const WRITTEN: Readonly<Record<NonNullable<Way['written']>, string>> = {
  grouped: 'written as 1,250.50',
  decimal_comma: 'written as 1.250,50',
  day_first: 'day first',
  month_first: 'month first',
};

/** Its values are of the type of the key. */
const canPoint = ({ type }: Table['columns'][number], { key, columns }: Table): boolean =>
  key !== null && columns.find(({ name }) => name === key)?.type === type;
