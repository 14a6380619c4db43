import { useState } from 'react';
import type { DatabaseSchemaReply } from '../../../../src/client/index.ts';
import { Field } from '../../parts/field.tsx';
import { visible } from '../../parts/value-text.ts';

interface TableListProps {
  readonly tables: DatabaseSchemaReply['tables'];
  readonly value: string | null;
  readonly onChange: (name: string) => void;
}

/** So few are looked over at once. */
const FILTERED_FROM = 12;

export function TableList({ tables, value, onChange }: TableListProps) {
  const [letters, setLetters] = useState('');
  const shown = tables.filter(({ name }) => name.toLowerCase().includes(letters.trim().toLowerCase()));
  if (tables.length === 0) return <p className="empty">No tables yet.</p>;
  return (
    <>
      {tables.length >= FILTERED_FROM ? (
        <Field label="Tables whose names contain">
          {(props) => <input {...props} autoComplete="off" value={letters} onChange={({ target }) => setLetters(target.value)} />}
        </Field>
      ) : null}
      <ul className="table-list" aria-label="Tables">
        {shown.map(({ name, kind, rowEstimate }) => (
          <li key={name}>
            <button type="button" aria-pressed={name === value} onClick={() => onChange(name)}>
              <bdi>{visible(name)}</bdi>
              <span className="small">
                {kind === 'view' ? 'view' : rowEstimate < 0 ? 'table' : `about ${rowEstimate.toLocaleString('en-US')} rows`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
