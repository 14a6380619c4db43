import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Output, Sent } from '../../../../src/contract/operations.ts';
import { client, freshKey } from '../../client.ts';
import { announce } from '../../parts/announce.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { When } from '../../parts/when.tsx';

interface PickDatabaseProps {
  readonly listed: Output<'finishConnectOAuth'>;
  readonly title: string;
}

export function PickDatabase({ listed: { pick, databases, leaves, expiresAt }, title }: PickDatabaseProps) {
  const [idempotencyKey, setIdempotencyKey] = useState(freshKey);
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: Sent<'pickDatabase'>) => client.pickDatabase(body, { idempotencyKey }),
    onSuccess: async ({ slug }) => {
      announce(`Connected: ${slug}.`);
      await queries.invalidateQueries({ queryKey: ['databases'] });
      navigate('/connections');
    },
  });
  if (databases.length === 0)
    return (
      <p>
        There is no database at {title} that you let this service see. <Link href="/connections">Back to your databases</Link>
      </p>
    );
  return (
    <form
      onChange={() => setIdempotencyKey(freshKey())}
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const access = form.get('write') === null ? 'read' : 'write';
        if (!isPending) mutate({ pick, database: String(form.get('database')), access });
      }}
    >
      <fieldset className="choice">
        <legend>Which database?</legend>
        {databases.map(({ id, name }, at) => (
          <label key={id}>
            <input type="radio" name="database" value={id} required defaultChecked={at === 0} />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
      <fieldset className="choice">
        <legend>What may be done there?</legend>
        <label>
          <input name="write" type="checkbox" />
          <span>Also write rows, not only read them. A write is shown before it is done, and cannot be undone.</span>
        </label>
      </fieldset>
      {leaves === null ? null : <p className="note">Connecting it makes something there: {leaves}</p>}
      <p className="small">
        You can choose until <When at={expiresAt} />.
      </p>
      {error ? <ErrorNote error={error} /> : null}
      <div className="buttons">
        <Link href="/connections" className="button">
          Cancel
        </Link>
        <button type="submit" className="primary" aria-disabled={isPending}>
          {isPending ? 'Reading its tables…' : 'Connect'}
        </button>
      </div>
    </form>
  );
}
