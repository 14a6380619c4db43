import { useEffect } from 'react';
import { client } from '../client.ts';
import { ErrorNote } from './error-note.tsx';
import { Field } from './field.tsx';
import { useList } from './listed.tsx';

interface DatabaseSelectProps {
  readonly value: string;
  readonly onChange: (dbId: string) => void;
  /** Only databases that the service keeps itself. */
  readonly isHosted?: boolean;
}

/** One of the account's own databases, by name; the first one at the beginning. */
export function DatabaseSelect({ value, onChange, isHosted = false }: DatabaseSelectProps) {
  const { data, error, refetch } = useList(['databases', 'all'], (page, options) =>
    client.listDatabases({ ...page, limit: 1_000 }, options),
  );
  const own = data?.filter(({ role, origin }) => role === 'owner' && (!isHosted || origin === 'hosted'));
  const first = own?.[0]?.dbId ?? '';
  useEffect(() => {
    if (value === '' && first !== '') onChange(first);
  }, [value, first, onChange]);
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  return (
    <Field label="Database">
      {(props) => (
        <select {...props} required value={value} onChange={(event) => onChange(event.target.value)}>
          {own?.map(({ dbId, name }) => (
            <option key={dbId} value={dbId}>
              {name} ({dbId})
            </option>
          )) ?? <option value="">Loading…</option>}
        </select>
      )}
    </Field>
  );
}
