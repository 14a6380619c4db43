import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { client } from '../../client.ts';
import { readMeAgain } from '../../me.ts';
import { takeNext } from '../../next.ts';
import { ErrorNote } from '../../parts/error-note.tsx';

interface ConfirmLinkProps {
  readonly token: string;
  /** Another way, or another link. */
  readonly onOther: () => void;
}

export function ConfirmLink({ token, onOther }: ConfirmLinkProps) {
  const [, navigate] = useLocation();
  const whose = useQuery({ queryKey: ['link', token], queryFn: ({ signal }) => client.lookUpSignIn({ token }, { signal }) });
  const signIn = useMutation({
    mutationFn: () => client.verifySignIn({ token }),
    onSuccess: async () => {
      await readMeAgain();
      navigate(takeNext(), { replace: true });
    },
  });
  const error = signIn.error ?? whose.error;
  if (!error && whose.data === undefined)
    return (
      <p role="status" className="loading">
        Loading…
      </p>
    );
  return (
    <form
      className="narrow"
      onSubmit={(event) => {
        event.preventDefault();
        if (!signIn.isPending) signIn.mutate();
      }}
    >
      {error ? (
        <ErrorNote error={error} />
      ) : (
        <>
          <p>
            This signs in this browser as <strong>{whose.data?.email ?? 'the owner of this service'}</strong>, for 30 days from its last
            use. The link counts once.
          </p>
          <p className="small">Somebody else’s link brings you into their account, and what you store there is theirs.</p>
        </>
      )}
      <div className="buttons">
        {error ? (
          <button type="button" className="primary" onClick={onOther}>
            Ask for a new link
          </button>
        ) : (
          <button type="submit" className="primary" aria-disabled={signIn.isPending}>
            {signIn.isPending ? 'Signing in…' : 'Sign in'}
          </button>
        )}
      </div>
    </form>
  );
}
