import { useId } from 'react';
import { plainText, visible } from '../../parts/value-text.ts';
import type { Column } from './sql-of-rows.ts';

interface RowFieldProps {
  readonly column: Column;
  readonly stored: unknown;
  readonly isNew: boolean;
  /** Undefined while it was not touched. */
  readonly value: string | null | undefined;
  readonly onChange: (value: string | null | undefined) => void;
}

/** One cell of a row. What is not touched is not written. */
export function RowField({ column: { name, type, labels, nullable, hasDefault }, stored, isNew, value, onChange }: RowFieldProps) {
  const id = useId();
  const before = stored === null || stored === undefined ? '' : plainText(stored);
  const said = isNew ? (hasDefault ? 'has a default' : nullable ? 'may be left empty' : 'needed') : stored === null ? 'empty' : '';
  const put = (text: string) =>
    onChange(!isNew && stored !== null && text === before ? undefined : isNew && text === '' ? undefined : text);
  const shared = { id, 'aria-describedby': `${id}-hint`, disabled: value === null };
  return (
    <div className="field">
      <label htmlFor={id}>
        <bdi>{visible(name)}</bdi>
      </label>
      {labels === undefined ? (
        <textarea
          {...shared}
          rows={before.length > 60 || before.includes('\n') ? 4 : 1}
          value={value === undefined ? before : (value ?? '')}
          onChange={({ target }) => put(target.value)}
        />
      ) : (
        <select {...shared} value={value === undefined ? before : (value ?? '')} onChange={({ target }) => put(target.value)}>
          {before === '' ? <option value="" /> : null}
          {labels.map((label) => (
            <option key={label} value={label}>
              {visible(label)}
            </option>
          ))}
        </select>
      )}
      <p id={`${id}-hint`} className="small">
        {visible(type)}
        {said === '' ? '' : `, ${said}`}
      </p>
      {nullable && !isNew ? (
        <label className="check">
          <input type="checkbox" checked={value === null} onChange={({ target }) => onChange(target.checked ? null : undefined)} />
          <span>
            Make <bdi>{visible(name)}</bdi> empty
          </span>
        </label>
      ) : null}
    </div>
  );
}
