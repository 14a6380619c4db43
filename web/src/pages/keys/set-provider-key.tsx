import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../../src/contract/limits.ts';
import type { Sent } from '../../../../src/contract/operations.ts';
import { client, freshKey } from '../../client.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Field } from '../../parts/field.tsx';

interface SetProviderKeyProps {
  readonly onStored: () => void;
  readonly onClose: () => void;
}

export function SetProviderKey({ onStored, onClose }: SetProviderKeyProps) {
  const [idempotencyKey, setIdempotencyKey] = useState(freshKey);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: Sent<'setByollm'>) => client.setByollm(body, { idempotencyKey }),
    onSuccess: onStored,
  });
  return (
    <Dialog title="Store a provider key" onClose={onClose}>
      <form
        // A changed form is another request: it must not be answered as the one before.
        onChange={() => setIdempotencyKey(freshKey())}
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          const text = (name: string) => String(form.get(name) ?? '').trim();
          if (!isPending) mutate({ provider: text('provider'), model: text('model'), key: text('key') });
        }}
      >
        <Field label="Provider" hint="openai, anthropic, google-ai-studio, grok, openrouter, or one that this service was told of.">
          {(props) => (
            <input {...props} name="provider" required autoComplete="off" spellCheck={false} maxLength={LIMITS.byollmProviderMaxLength} />
          )}
        </Field>
        <Field label="Model" hint="As the provider calls it.">
          {(props) => (
            <input {...props} name="model" required autoComplete="off" spellCheck={false} maxLength={LIMITS.modelNameMaxLength} />
          )}
        </Field>
        <Field label="Key" hint="It is stored sealed, used for your own questions, and not shown again.">
          {(props) => <input {...props} name="key" type="password" required autoComplete="off" maxLength={LIMITS.byollmKeyMaxLength} />}
        </Field>
        {error ? <ErrorNote error={error} /> : null}
        <div className="buttons">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="primary" aria-disabled={isPending}>
            {isPending ? 'Storing…' : 'Store key'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
