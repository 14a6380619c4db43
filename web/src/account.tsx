import { useMutation } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { client } from './client.ts';
import { forgetMe, nameOf, useMe } from './me.ts';
import { announce } from './parts/announce.tsx';
import { ErrorNote } from './parts/error-note.tsx';

/** Who is signed in, and the way out; or the way in. */
export function Account() {
  const [location, navigate] = useLocation();
  const { data: me } = useMe();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => client.signOut(),
    onSuccess: () => {
      forgetMe();
      announce('Signed out.');
      navigate('/');
    },
  });
  if (me === undefined) return null;
  if (me === null)
    return (
      <p className="account">
        <Link href="/sign-in" aria-current={location === '/sign-in' ? 'page' : undefined}>
          Sign in
        </Link>
      </p>
    );
  return (
    <div className="account">
      <p className="small">
        Signed in as <strong>{nameOf(me)}</strong>
      </p>
      {me.sessionId === null ? null : (
        <button type="button" aria-disabled={isPending} onClick={() => (isPending ? undefined : mutate())}>
          Sign out
        </button>
      )}
      {error ? <ErrorNote error={error} /> : null}
    </div>
  );
}
