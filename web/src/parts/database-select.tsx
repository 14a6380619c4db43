import { useEffect } from 'react';
import { client } from '../client.ts';
import { ErrorNote } from './error-note.tsx';
import { Field } from './field.tsx';
import { useList } from './listed.tsx';
import { visible } from './value-text.ts';

interface DatabaseSelectProps {
  readonly value: string;
  readonly onChange: (dbId: string) => void;
  /** Only databases that the service keeps itself. */
  readonly isHosted?: boolean;
  /** Also databases of others that the account may read. */
  readonly withGranted?: boolean;
}

/** Every database that the account may read. */
export const useDatabases = (isAsked = true) =>
  useList(['databases', 'all'], (page, options) => client.listDatabases({ ...page, limit: 1_000 }, options), isAsked);

/** What people call a database; its id where they have none of that id any more, or not yet. */
export function DatabaseName({ dbId }: { readonly dbId: string }) {
  const { data } = useDatabases();
  const name = data?.find((one) => one.dbId === dbId)?.name;
  return <bdi title={dbId}>{visible(name ?? dbId)}</bdi>;
}

/** One of the account's databases, by name, and by id where several have that name; the first one at the beginning. */
export function DatabaseSelect({ value, onChange, isHosted = false, withGranted = false }: DatabaseSelectProps) {
  const { data, error, refetch } = useDatabases();
  const own = data?.filter(({ role, origin }) => (withGranted || role === 'owner') && (!isHosted || origin === 'hosted'));
  const first = own?.[0]?.dbId ?? '';
  const isOnly = (name: string) => own?.filter((other) => other.name === name).length === 1;
  useEffect(() => {
    if (value === '' && first !== '') onChange(first);
  }, [value, first, onChange]);
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  return (
    <Field label="Database">
      {(props) => (
        <select {...props} required value={value} onChange={(event) => onChange(event.target.value)}>
          {own && value !== '' && !own.some(({ dbId }) => dbId === value) ? <option value={value}>{value} (not yours)</option> : null}
          {own?.map(({ dbId, name }) => (
            <option key={dbId} value={dbId}>
              {isOnly(name) ? name : `${name} (${dbId})`}
            </option>
          )) ?? <option value="">Loading…</option>}
        </select>
      )}
    </Field>
  );
}
