import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../../src/contract/limits.ts';
import type { Output, Sent } from '../../../../src/contract/operations.ts';
import { client, freshKey } from '../../client.ts';
import { Copyable } from '../../parts/copy.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Field } from '../../parts/field.tsx';

interface ConnectDatabaseProps {
  readonly onConnected: (name: string) => void;
  readonly onClose: () => void;
}

export function ConnectDatabase({ onConnected, onClose }: ConnectDatabaseProps) {
  const [idempotencyKey, setIdempotencyKey] = useState(freshKey);
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: (body: Sent<'connectDatabase'>) => client.connectDatabase(body, { idempotencyKey }),
    onSuccess: ({ slug }) => onConnected(slug),
  });
  if (data) return <Connected reply={data} onClose={onClose} />;
  return (
    <Dialog title="Connect a database" onClose={onClose}>
      <form
        // A changed form is another request: it must not be answered as the one before.
        onChange={() => setIdempotencyKey(freshKey())}
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          const connectionUrl = String(form.get('connectionUrl') ?? '').trim();
          const name = String(form.get('name') ?? '').trim();
          if (!isPending) mutate({ connectionUrl, ...(name === '' ? {} : { name }) });
        }}
      >
        <Field
          label="Connection URL"
          hint="postgres://user:password@host:port/database. It is stored sealed, and not shown again. The database is read, never written."
        >
          {(props) => (
            <input {...props} name="connectionUrl" type="password" required autoComplete="off" maxLength={LIMITS.connectionUrlMaxLength} />
          )}
        </Field>
        <Field label="Name" hint="What to call it here. May be left empty.">
          {(props) => <input {...props} name="name" autoComplete="off" maxLength={LIMITS.databaseNameMaxLength} />}
        </Field>
        {error ? <ErrorNote error={error} /> : null}
        <div className="buttons">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="primary" aria-disabled={isPending}>
            {isPending ? 'Reading its tables…' : 'Connect'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Connected({ reply, onClose }: { readonly reply: Output<'connectDatabase'>; readonly onClose: () => void }) {
  return (
    <Dialog title={`${reply.slug} is connected`} onClose={onClose}>
      <p>Ask it as you ask every other database.</p>
      {reply.warnings.map(({ code, message, sql }) => (
        <div key={code} className="note">
          <p>{message}</p>
          {sql === undefined ? null : (
            <p>
              <Copyable text={sql} name="SQL that makes a login which only reads" />
            </p>
          )}
        </div>
      ))}
      <div className="buttons">
        <button type="button" className="primary" onClick={onClose}>
          Done
        </button>
      </div>
    </Dialog>
  );
}
