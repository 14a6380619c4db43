import { useMutation } from '@tanstack/react-query';
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
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => client.verifySignIn({ token }),
    onSuccess: async () => {
      await readMeAgain();
      navigate(takeNext(), { replace: true });
    },
  });
  return (
    <form
      className="narrow"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) mutate();
      }}
    >
      {error ? <ErrorNote error={error} /> : <p>This signs in this browser, for 30 days from its last use. The link counts once.</p>}
      <div className="buttons">
        {error ? (
          <button type="button" className="primary" onClick={onOther}>
            Ask for a new link
          </button>
        ) : (
          <button type="submit" className="primary" aria-disabled={isPending}>
            {isPending ? 'Signing in…' : 'Sign in'}
          </button>
        )}
      </div>
    </form>
  );
}
