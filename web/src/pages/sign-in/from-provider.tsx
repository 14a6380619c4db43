import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Output } from '../../../../src/contract/operations.ts';
import { client } from '../../client.ts';
import { readMeAgain } from '../../me.ts';
import { takeNext } from '../../next.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { takeAnswer } from '../../parts/oauth-answer.ts';
import { Page } from '../../parts/page.tsx';
import { TITLES } from './providers.tsx';

type Provider = Output<'signInMethods'>['oauth'][number];

export const FromGitHub = () => <FromProvider provider="github" />;
export const FromGoogle = () => <FromProvider provider="google" />;

/** Where a provider leads back to, with a code that counts once, or with why there is none (RFC 6749, 4.1.2). */
function FromProvider({ provider }: { readonly provider: Provider }) {
  const [, navigate] = useLocation();
  const [{ code, state, error: refusal }] = useState(takeAnswer);
  const isSent = useRef(false);
  const { mutate, error } = useMutation({
    mutationFn: (answer: { code: string; state: string }) => client.finishOAuth({ provider, ...answer }),
    onSuccess: async () => {
      await readMeAgain();
      navigate(takeNext(), { replace: true });
    },
  });
  useEffect(() => {
    if (isSent.current || code === null || state === null) return;
    isSent.current = true;
    mutate({ code, state });
  }, [code, state, mutate]);
  const isUnderWay = code !== null && state !== null && !error;
  return (
    <Page title="Sign in">
      <div className="narrow">
        {isUnderWay ? (
          <p role="status" className="loading">
            Signing in with {TITLES[provider]}…
          </p>
        ) : (
          <>
            {error ? <ErrorNote error={error} /> : <p role="alert">{saidOf(refusal, TITLES[provider])} Nothing was changed.</p>}
            <p>
              <Link href="/sign-in" className="button">
                Back to signing in
              </Link>
            </p>
          </>
        )}
      </div>
    </Page>
  );
}

/** In our own words: anybody can make a link with others. */
function saidOf(refusal: string | null, title: string): string {
  if (refusal === null) return `No sign-in with ${title} is under way here.`;
  return refusal === 'access_denied' ? `You did not agree at ${title}.` : `${title} did not let the sign-in go on.`;
}
