import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { freshKey } from '../client.ts';
import { Dialog } from './dialog.tsx';
import { ErrorNote } from './error-note.tsx';
import { Field } from './field.tsx';

interface ConfirmProps {
  readonly title: string;
  readonly children: ReactNode;
  /** What the button says: the act itself, never "OK". */
  readonly act: string;
  /** Has to be typed first, for what cannot be taken back. */
  readonly typed?: string;
  readonly perform: (idempotencyKey: string) => Promise<unknown>;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks before something is done that cannot be taken back, does it, and says what went wrong. */
export function Confirm({ title, children, act, typed, perform, onDone, onClose }: ConfirmProps) {
  const [text, setText] = useState('');
  const [idempotencyKey] = useState(freshKey);
  const { mutate, isPending, error } = useMutation({ mutationFn: () => perform(idempotencyKey), onSuccess: onDone });
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) mutate();
        }}
      >
        {children}
        {typed === undefined ? null : (
          <Field label={`Type ${typed} to confirm`}>
            {(props) => (
              <input
                {...props}
                required
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                value={text}
                onChange={(event) => {
                  setText(event.target.value);
                  event.target.setCustomValidity(event.target.value === typed ? '' : `Type ${typed}.`);
                }}
              />
            )}
          </Field>
        )}
        {error ? <ErrorNote error={error} /> : null}
        <div className="buttons">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="danger" aria-disabled={isPending}>
            {isPending ? 'Working…' : act}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
