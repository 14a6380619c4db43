import { useId, useState } from 'react';
import { takeFocus } from '../../parts/take-focus.ts';
import { visible } from '../../parts/value-text.ts';
import { type DraftColumn, type DraftTable, newColumn, withoutColumn, withType } from './draft.ts';
import { rulesOf, togetherOf } from './rules-of.ts';

interface TableEditorProps {
  readonly table: DraftTable;
  /** All of them, to point at. */
  readonly tables: readonly DraftTable[];
  /** It has just been added: its name is typed next. */
  readonly isNew?: boolean;
  readonly onChange: (table: DraftTable) => void;
  readonly onRemove: () => void;
}

/** As people call the types. */
const TYPES: Readonly<Record<DraftColumn['type'], string>> = {
  text: 'text',
  integer: 'whole number',
  decimal: 'number, exact',
  float: 'number, approximate',
  boolean: 'yes or no',
  date: 'date',
  timestamp: 'date and time',
  time: 'time of day',
  uuid: 'UUID',
  json: 'JSON document',
};
const POINTS = 'row ';
const NAME_MAX = 63;

/** A table that is not made yet: its name, and a line for each column. */
export function TableEditor({ table, tables, isNew = false, onChange, onRemove }: TableEditorProps) {
  const nameId = useId();
  const [addedId, setAdded] = useState<string | null>(null);
  const shown = table.name === '' ? 'the new table' : visible(table.name);
  const together = togetherOf(table);
  const change = (column: DraftColumn) =>
    onChange({ ...table, columns: table.columns.map((one) => (one.id === column.id ? column : one)) });
  return (
    <section className="card design" aria-labelledby={nameId}>
      <h2 id={nameId} className="heard">
        Table {shown}
      </h2>
      <div className="design-head">
        <NameInput
          label={`Name of the table ${shown}`}
          isNew={isNew}
          value={table.name}
          onChange={(name) => onChange({ ...table, name })}
        />
        <button type="button" aria-label={`Remove table ${shown}`} onClick={onRemove}>
          Remove table
        </button>
      </div>
      <ul className="design-columns" aria-label={`Columns of ${shown}`}>
        {table.columns.map((column) => (
          <ColumnLine
            key={column.id}
            column={column}
            tables={tables}
            isNew={column.id === addedId}
            onChange={change}
            onRemove={() => onChange(withoutColumn(table, column.id))}
          />
        ))}
      </ul>
      {together.map((names) => (
        <p key={names} className="small">
          Unique together: <bdi>{visible(names)}</bdi>
        </p>
      ))}
      <div className="buttons">
        <span className="small">Its key is a number, id.</span>
        <button
          type="button"
          aria-label={`Add a column to ${shown}`}
          onClick={() => {
            const added = newColumn();
            setAdded(added.id);
            onChange({ ...table, columns: [...table.columns, added] });
          }}
        >
          Add a column
        </button>
      </div>
    </section>
  );
}

interface ColumnLineProps {
  readonly column: DraftColumn;
  readonly tables: readonly DraftTable[];
  readonly isNew: boolean;
  readonly onChange: (column: DraftColumn) => void;
  readonly onRemove: () => void;
}

function ColumnLine({ column, tables, isNew, onChange, onRemove }: ColumnLineProps) {
  const shown = column.name === '' ? 'the new column' : visible(column.name);
  const rules = rulesOf(column);
  return (
    <li>
      <NameInput
        label={`Name of the column ${shown}`}
        isNew={isNew}
        value={column.name}
        onChange={(name) => onChange({ ...column, name })}
      />
      <select
        aria-label={`Type of ${shown}`}
        value={column.to === null ? column.type : POINTS + column.to}
        onChange={({ target: { value } }) =>
          onChange(
            value.startsWith(POINTS)
              ? withType(column, 'integer', value.slice(POINTS.length))
              : withType(column, value as DraftColumn['type'], null),
          )
        }
      >
        <optgroup label="Values">
          {Object.entries(TYPES).map(([type, name]) => (
            <option key={type} value={type}>
              {name}
            </option>
          ))}
        </optgroup>
        <optgroup label="Points at a row of">
          {tables.map(({ id, name }) => (
            <option key={id} value={POINTS + id}>
              → {name === '' ? 'the new table' : visible(name)}
            </option>
          ))}
        </optgroup>
      </select>
      <label className="check">
        <input type="checkbox" checked={!column.nullable} onChange={({ target }) => onChange({ ...column, nullable: !target.checked })} />
        required<span className="heard"> {shown}</span>
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={column.unique === true}
          onChange={({ target }) => {
            const { unique: _, ...rest } = column;
            onChange(target.checked ? { ...rest, unique: true } : rest);
          }}
        />
        unique<span className="heard"> {shown}</span>
      </label>
      <button type="button" aria-label={`Remove the column ${shown}`} onClick={onRemove}>
        Remove
      </button>
      {rules.length === 0 ? null : <p className="small">{visible(rules.join('; '))}</p>}
    </li>
  );
}

/** Names of tables and columns are words of small letters, as SQL has them without quotes. */
const NameInput = ({
  label,
  isNew,
  value,
  onChange,
}: {
  readonly label: string;
  readonly isNew: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) => (
  <input
    ref={isNew ? takeFocus : undefined}
    aria-label={label}
    required
    autoComplete="off"
    autoCapitalize="off"
    spellCheck={false}
    maxLength={NAME_MAX}
    pattern="[a-z][a-z0-9_]*"
    title="Small letters a to z, digits and underscores; a letter first."
    value={value}
    onChange={({ target }) => onChange(target.value)}
  />
);
