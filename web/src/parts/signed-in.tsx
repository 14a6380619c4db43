import { Fragment, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useMe } from '../me.ts';
import { signInHref } from '../next.ts';
import { ErrorNote } from './error-note.tsx';
import { Page } from './page.tsx';

/** A page of an account: who has not signed in is led to where that is done, and back. */
export function SignedIn({ children }: { readonly children: ReactNode }) {
  const { data: me, error, refetch } = useMe();
  // Of another account nothing on the page stays.
  if (me) return <Fragment key={me.account.id}>{children}</Fragment>;
  if (error)
    return (
      <Page title="svc">
        <ErrorNote error={error} onRetry={() => void refetch()} />
      </Page>
    );
  if (me === undefined)
    return (
      <p role="status" className="loading">
        Loading…
      </p>
    );
  return (
    <Page title="Sign in first" intro="This page shows what an account has.">
      <p className="narrow">
        <Link href={signInHref()} className="button">
          Sign in
        </Link>
      </p>
    </Page>
  );
}
