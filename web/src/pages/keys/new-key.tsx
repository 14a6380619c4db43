import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../../src/contract/limits.ts';
import type { Output, Sent } from '../../../../src/contract/operations.ts';
import { client, freshKey } from '../../client.ts';
import { Choice } from '../../parts/choice.tsx';
import { DatabaseSelect } from '../../parts/database-select.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Field } from '../../parts/field.tsx';
import { type Confirm, WhoConfirms } from '../../parts/who-confirms.tsx';

type Type = Sent<'mintKey'>['type'];
type Access = 'read' | 'write';

const TYPES = [
  { value: 'sk_live', label: 'Secret key', hint: 'For your programs and servers. Never put it into a page.' },
  {
    value: 'pk_live',
    label: 'Publishable key',
    hint: 'For pages that everybody can read: it reads one database and reaches nothing else.',
  },
  { value: 'sk_mcp', label: 'Agent key', hint: 'For one agent host on one device.' },
] as const satisfies { value: Type; label: string; hint: string }[];

const ACCESS = [
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Read and write' },
] as const satisfies { value: Access; label: string }[];

const WORD = '[A-Za-z0-9][A-Za-z0-9.\\-]*';
const WORD_HINT = 'Letters, digits, dots and hyphens.';

interface NewKeyProps {
  readonly onMinted: (minted: Output<'mintKey'>) => void;
  readonly onClose: () => void;
}

export function NewKey({ onMinted, onClose }: NewKeyProps) {
  const [idempotencyKey, setIdempotencyKey] = useState(freshKey);
  const [type, setType] = useState<Type>('sk_live');
  const [access, setAccess] = useState<Access>('read');
  const [confirm, setConfirm] = useState<Confirm>('agent');
  const [dbId, setDbId] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: Sent<'mintKey'>) => client.mintKey(body, { idempotencyKey }),
    onSuccess: onMinted,
  });
  return (
    <Dialog title="New key" onClose={onClose}>
      <form
        // A changed form is another request: it must not be answered as the one before.
        onChange={() => setIdempotencyKey(freshKey())}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) mutate(bodyOf({ type, access, confirm, dbId }, new FormData(event.currentTarget)));
        }}
      >
        <Choice legend="What is it for?" name="type" value={type} options={TYPES} onChange={setType} />
        <Field label="Name" hint="For you, in the list; may be left empty.">
          {(props) => <input {...props} name="name" maxLength={LIMITS.keyNameMaxLength} autoComplete="off" />}
        </Field>
        {type === 'pk_live' ? (
          <>
            <DatabaseSelect value={dbId} onChange={setDbId} />
            <Field
              label="Origins"
              hint="The pages that may send it, one a line: https://shop.example.com. Without any it works outside of browsers alone."
            >
              {(props) => <textarea {...props} name="origins" rows={2} spellCheck={false} />}
            </Field>
          </>
        ) : (
          <Choice legend="What may it do?" name="access" value={access} options={ACCESS} onChange={setAccess} />
        )}
        {type === 'sk_mcp' && access === 'write' ? <WhoConfirms value={confirm} onChange={setConfirm} /> : null}
        {type === 'sk_mcp' ? (
          <div className="pair">
            <Field label="Agent host" hint={`Such as claude-desktop. ${WORD_HINT}`}>
              {(props) => <input {...props} name="host" required pattern={WORD} maxLength={LIMITS.keyHostMaxLength} spellCheck={false} />}
            </Field>
            <Field label="Device" hint={`Such as laptop. ${WORD_HINT}`}>
              {(props) => (
                <input {...props} name="device" required pattern={WORD} maxLength={LIMITS.keyDeviceMaxLength} spellCheck={false} />
              )}
            </Field>
          </div>
        ) : null}
        {error ? <ErrorNote error={error} /> : null}
        <div className="buttons">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="primary" aria-disabled={isPending}>
            {isPending ? 'Making…' : 'Make key'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** What the type takes, and nothing that is left empty. */
function bodyOf(
  { type, access, confirm, dbId }: { type: Type; access: Access; confirm: Confirm; dbId: string },
  form: FormData,
): Sent<'mintKey'> {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const name = text('name') === '' ? {} : { name: text('name') };
  if (type === 'sk_live') return { type, ...name, access };
  if (type === 'sk_mcp')
    return { type, ...name, access, ...(access === 'write' ? { confirm } : {}), host: text('host'), device: text('device') };
  const origins = text('origins')
    .split(/[\s,]+/)
    .filter(Boolean);
  return { type, ...name, dbId, ...(origins.length > 0 ? { origins } : {}) };
}
