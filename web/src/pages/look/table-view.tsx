import { freshKey } from '../../client.ts';
import { forgetKept, keepInBrowser, keepInTab, useKept } from '../../kept.ts';
import { useMe } from '../../me.ts';
import { visible } from '../../parts/value-text.ts';
import type { Row } from './row.ts';
import { type Editing, RowForm } from './row-form.tsx';
import { Rows } from './rows.tsx';
import type { Engine, Table } from './sql-of-rows.ts';

interface TableViewProps {
  readonly db: string;
  readonly engine: Engine;
  readonly table: Table;
  readonly isWritable: boolean;
}

/** A table: its columns, and its rows. */
export function TableView({ db, engine, table, isWritable }: TableViewProps) {
  const { name, comment, columns } = table;
  const kept = `${useMe().data?.account.id}.row.${db}.${name}`;
  const [editing, setEditing] = useKept<Editing | null>(kept, null);
  const open = (row: Row | null) => {
    forgetKept(`${kept}.write`);
    setEditing({ id: freshKey(), row, values: {} });
  };
  // A row is told by its key.
  const canChange = isWritable && table.primaryKey.length > 0;
  return (
    <section className="card turn" aria-label={visible(name)}>
      <div className="card-head">
        <h2>
          <bdi>{visible(name)}</bdi>
        </h2>
        {isWritable ? (
          <button type="button" onClick={() => open(null)}>
            Add a row
          </button>
        ) : null}
      </div>
      {comment === null ? null : (
        <p className="small">
          <bdi>{visible(comment)}</bdi>
        </p>
      )}
      <details>
        <summary>{columns.length === 1 ? 'One column' : `${columns.length} columns`}</summary>
        <Columns table={table} />
      </details>
      {editing === null || !isWritable ? null : (
        <RowForm
          key={editing.id}
          db={db}
          engine={engine}
          table={table}
          editing={editing}
          onChange={setEditing}
          writeName={`${kept}.write`}
          // This tab shows it, with the way to undo it; another one would write it twice.
          onWritten={() => {
            keepInTab(kept, editing);
            keepInBrowser(kept, null);
          }}
        />
      )}
      <Rows db={db} engine={engine} table={table} onPick={canChange ? open : null} />
    </section>
  );
}

function Columns({ table: { columns, primaryKey, uniques, foreignKeys } }: { readonly table: Table }) {
  const factsOf = (name: string, nullable: boolean, generated: boolean): string =>
    [
      primaryKey.includes(name) ? 'key' : '',
      uniques.some((unique) => unique.length === 1 && unique[0] === name) ? 'unique' : '',
      nullable ? 'may be empty' : '',
      generated ? 'computed' : '',
      ...foreignKeys.filter((key) => key.columns.includes(name)).map((key) => `points at ${visible(key.table)}`),
    ]
      .filter((fact) => fact !== '')
      .join(', ');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached
    <section className="scroll" aria-label="Columns" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Type</th>
            <th scope="col">What holds for it</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ name, type, nullable, generated, comment, labels }) => (
            <tr key={name}>
              <td>
                <bdi>{visible(name)}</bdi>
                {comment === null ? null : <span className="small">{visible(comment)}</span>}
              </td>
              <td>
                <code>{visible(type)}</code>
                {labels === undefined ? null : <span className="small">{visible(labels.join(', '))}</span>}
              </td>
              <td>{factsOf(name, nullable, generated)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
