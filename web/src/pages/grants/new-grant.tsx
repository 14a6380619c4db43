import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../../src/contract/limits.ts';
import type { Sent } from '../../../../src/contract/operations.ts';
import { client, freshKey } from '../../client.ts';
import { DatabaseSelect } from '../../parts/database-select.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Field } from '../../parts/field.tsx';
import { type Scope, ScopeFields, scopeIn } from './scope-fields.tsx';

interface NewGrantProps {
  readonly onMinted: () => void;
  readonly onClose: () => void;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function NewGrant({ onMinted, onClose }: NewGrantProps) {
  const [idempotencyKey, setIdempotencyKey] = useState(freshKey);
  const [dbId, setDbId] = useState('');
  const [scope, setScope] = useState<Scope>({});
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: Sent<'mintGrant'>) => client.mintGrant(body, { idempotencyKey }),
    onSuccess: onMinted,
  });
  return (
    <Dialog title="New grant" onClose={onClose}>
      <form
        // A changed form is another request: it must not be answered as the one before.
        onChange={() => setIdempotencyKey(freshKey())}
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          const text = (name: string) => String(form.get(name) ?? '').trim();
          const grantee = text('grantee');
          const priceModel = text('priceModel');
          if (!isPending)
            mutate({
              dbId,
              ...(UUID.test(grantee) ? { granteeAccountId: grantee } : { granteeEmail: grantee }),
              ...scopeIn(scope),
              ...(priceModel === '' ? {} : { priceModel }),
            });
        }}
      >
        <Field label="Who may read?" hint="The e-mail address or the id of another account.">
          {(props) => <input {...props} name="grantee" required autoComplete="off" maxLength={LIMITS.emailMaxLength} />}
        </Field>
        <DatabaseSelect
          isHosted
          value={dbId}
          onChange={(chosen) => {
            setDbId(chosen);
            setScope({});
          }}
        />
        {dbId === '' ? null : <ScopeFields dbId={dbId} scope={scope} onChange={setScope} />}
        <Field label="Price" hint="A note of yours that goes with the grant; nothing reads it. May be left empty.">
          {(props) => <input {...props} name="priceModel" autoComplete="off" maxLength={LIMITS.priceModelMaxLength} />}
        </Field>
        {error ? <ErrorNote error={error} /> : null}
        <div className="buttons">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="primary" aria-disabled={isPending}>
            {isPending ? 'Giving…' : 'Give grant'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
