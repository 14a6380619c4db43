import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../client.ts';
import { announce } from '../../parts/announce.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { focusHeading } from '../../parts/page.tsx';
import { SetProviderKey } from './set-provider-key.tsx';

/** The account's own key of a model provider. There is one at the most, and no more than its last characters are shown. */
export function ProviderKey() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({ queryKey: ['byollm'], queryFn: ({ signal }) => client.byollmStatus({}, { signal }) });
  const [open, setOpen] = useState<'set' | 'forget' | null>(null);
  const done = (said: string) => {
    setOpen(null);
    announce(said);
    void queries.invalidateQueries({ queryKey: ['byollm'] }).then(focusHeading);
  };
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <section>
      <h2>Model provider</h2>
      {data.configured ? (
        <p>
          Your questions are planned with{' '}
          <strong>
            {data.provider}/{data.model}
          </strong>
          , by your key that ends in <code>{data.last4}</code>.
        </p>
      ) : (
        <p>With a key of your own at a model provider, your questions are planned by its model, at your cost there.</p>
      )}
      <div className="buttons">
        <button type="button" onClick={() => setOpen('set')}>
          {data.configured ? 'Change provider key' : 'Store a provider key'}
        </button>
        {data.configured ? (
          <button type="button" onClick={() => setOpen('forget')}>
            Forget provider key
          </button>
        ) : null}
      </div>
      {open === 'set' ? <SetProviderKey onClose={() => setOpen(null)} onStored={() => done('The provider key is stored.')} /> : null}
      {open === 'forget' ? (
        <Confirm
          title="Forget this provider key?"
          act="Forget key"
          perform={(idempotencyKey) => client.clearByollm({}, { idempotencyKey })}
          onClose={() => setOpen(null)}
          onDone={() => done('The provider key is forgotten.')}
        >
          <p>Your questions are then planned without it. The key goes on to count at its provider.</p>
        </Confirm>
      ) : null}
    </section>
  );
}
