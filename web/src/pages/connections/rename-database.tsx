import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../../src/contract/limits.ts';
import type { Output } from '../../../../src/contract/operations.ts';
import { client, freshKey } from '../../client.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Field } from '../../parts/field.tsx';

interface RenameDatabaseProps {
  readonly database: Output<'listDatabases'>[number];
  readonly onRenamed: (name: string) => void;
  readonly onClose: () => void;
}

export function RenameDatabase({ database, onRenamed, onClose }: RenameDatabaseProps) {
  const [name, setName] = useState(database.name);
  const [idempotencyKey, setIdempotencyKey] = useState(freshKey);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => client.updateDatabase({ id: database.dbId, name }, { idempotencyKey }),
    onSuccess: (reply) => onRenamed(reply.name),
  });
  return (
    <Dialog title={`Rename ${database.name}`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) mutate();
        }}
      >
        <Field label="Name" hint="Its id stays as it is, so that programs find it as before.">
          {(props) => (
            <input
              {...props}
              required
              maxLength={LIMITS.databaseNameMaxLength}
              autoComplete="off"
              value={name}
              onChange={(event) => {
                setName(event.target.value);
                setIdempotencyKey(freshKey());
              }}
            />
          )}
        </Field>
        {error ? <ErrorNote error={error} /> : null}
        <div className="buttons">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="primary" aria-disabled={isPending}>
            {isPending ? 'Renaming…' : 'Rename'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
