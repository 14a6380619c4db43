import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../../src/contract/limits.ts';
import type { Output, Sent } from '../../../../src/contract/operations.ts';
import { client, freshKey } from '../../client.ts';
import { Copyable } from '../../parts/copy.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Field } from '../../parts/field.tsx';
import { FromElsewhere } from './from-elsewhere.tsx';

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
          const access = form.get('write') === null ? 'read' : 'write';
          if (!isPending) mutate({ connectionUrl, access, ...(name === '' ? {} : { name }) });
        }}
      >
        <Field label="Connection URL" hint="postgres://user:password@host:port/database. It is stored sealed, and not shown again.">
          {(props) => (
            <input {...props} name="connectionUrl" type="password" required autoComplete="off" maxLength={LIMITS.connectionUrlMaxLength} />
          )}
        </Field>
        <Field label="Name" hint="What to call it here. May be left empty.">
          {(props) => <input {...props} name="name" autoComplete="off" maxLength={LIMITS.databaseNameMaxLength} />}
        </Field>
        <fieldset className="choice">
          <legend>What may be done there?</legend>
          <label>
            <input name="write" type="checkbox" />
            <span>
              Also write rows, not only read them. A write is shown before it is done, and cannot be undone. Tables are never changed.
            </span>
          </label>
        </fieldset>
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
      <FromElsewhere />
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
              <Copyable text={sql} name="SQL that makes a login which can do no more" />
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
