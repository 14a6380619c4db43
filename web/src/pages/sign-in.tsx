import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { nameOf, useMe } from '../me.ts';
import { keepNext, safeNext } from '../next.ts';
import { Page } from '../parts/page.tsx';
import { ConfirmLink } from './sign-in/confirm-link.tsx';
import { Ways } from './sign-in/ways.tsx';

/**
 * Signing in. A link from a mail only opens this page: programs that look into mails open links too, and the token counts
 * once. So it comes after the `#`, which no server is sent, and a person has to press the button.
 */
export function SignInPage() {
  const { data: me } = useMe();
  const [token, setToken] = useState(tokenInAddress);
  useEffect(() => {
    // A link that is pasted while this page is open loads nothing.
    const read = () => setToken(tokenInAddress());
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  if (token !== null)
    return (
      <Page title="Sign in">
        <ConfirmLink
          key={token}
          token={token}
          onOther={() => {
            history.replaceState(null, '', '/sign-in');
            setToken(null);
          }}
        />
      </Page>
    );
  if (me)
    return (
      <Page title="You are signed in" intro={`As ${nameOf(me)}.`}>
        <p className="narrow">
          <Link href="/" className="button">
            Go to the overview
          </Link>
        </p>
      </Page>
    );
  const next = safeNext(new URLSearchParams(location.search).get('next'));
  return (
    <Page title="Sign in" intro="There is no password.">
      <Ways onLeave={() => keepNext(next)} />
    </Page>
  );
}

const tokenInAddress = (): string | null => new URLSearchParams(location.hash.slice(1)).get('token');
