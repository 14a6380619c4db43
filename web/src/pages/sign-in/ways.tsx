import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../client.ts';
import { announce } from '../../parts/announce.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Field } from '../../parts/field.tsx';
import { Providers } from './providers.tsx';

/** The ways in which one can sign in here, and none that is not set up. */
export function Ways({ onLeave }: { readonly onLeave: () => void }) {
  const { data: ways, error, refetch } = useQuery({ queryKey: ['ways'], queryFn: ({ signal }) => client.signInMethods({}, { signal }) });
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (ways === undefined)
    return (
      <p role="status" className="loading">
        Loading…
      </p>
    );
  return (
    <div className="narrow">
      {ways.oauth.length > 0 ? <Providers providers={ways.oauth} onLeave={onLeave} /> : null}
      {ways.email ? <ByMail onRequest={onLeave} /> : null}
      {ON_THIS_MACHINE.test(location.hostname) ? (
        <p className="small">
          On your own machine, <code>svc login</code> in a terminal makes a link for its owner.
        </p>
      ) : null}
      {ways.email || ways.oauth.length > 0 ? null : (
        <p className="empty">
          No way to sign in is set up here. Whoever runs this service sets <code>SVC_SMTP_URL</code>, so that it can send links by mail.
        </p>
      )}
    </div>
  );
}

const ON_THIS_MACHINE = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

function ByMail({ onRequest }: { readonly onRequest: () => void }) {
  const [email, setEmail] = useState('');
  const { mutate, isPending, isSuccess, data, error, reset } = useMutation({
    mutationFn: () => client.requestSignIn({ email }),
    onSuccess: () => {
      onRequest();
      announce('The link is on its way.');
    },
  });
  if (isSuccess)
    return (
      <div className="note good">
        <p>
          <strong>A link is on its way to {email}.</strong> It counts once, for {Math.round(data.expiresInSeconds / 60)} minutes. On a
          machine that sends no mail it stands in the log of the service.
        </p>
        <button type="button" onClick={reset}>
          Use another address
        </button>
      </div>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) mutate();
      }}
    >
      <Field label="E-mail address">
        {(props) => (
          <input
            {...props}
            type="email"
            required
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.target.value.trim())}
          />
        )}
      </Field>
      {error ? <ErrorNote error={error} /> : null}
      <div className="buttons">
        <button type="submit" className="primary" aria-disabled={isPending}>
          {isPending ? 'Sending…' : 'Send me a link'}
        </button>
      </div>
    </form>
  );
}
