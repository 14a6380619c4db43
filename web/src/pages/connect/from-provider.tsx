import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { client } from '../../client.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { takeAnswer } from '../../parts/oauth-answer.ts';
import { Page } from '../../parts/page.tsx';
import { PickDatabase } from './pick-database.tsx';
import { type Provider, TITLES } from './titles.ts';

export const FromNeon = () => <FromProvider provider="neon" />;
export const FromSupabase = () => <FromProvider provider="supabase" />;

/** Where a provider leads back to, with a code that counts once, or with why there is none (RFC 6749, 4.1.2). */
function FromProvider({ provider }: { readonly provider: Provider }) {
  const [{ code, state, error: refusal }] = useState(takeAnswer);
  const isSent = useRef(false);
  const { mutate, data, error } = useMutation({
    mutationFn: (answer: { code: string; state: string }) => client.finishConnectOAuth({ provider, ...answer }),
  });
  useEffect(() => {
    if (isSent.current || code === null || state === null) return;
    isSent.current = true;
    mutate({ code, state });
  }, [code, state, mutate]);
  const title = TITLES[provider];
  const isUnderWay = code !== null && state !== null && !error;
  return (
    <Page title={`Connect a database of ${title}`}>
      <div className="narrow">
        {data ? (
          <PickDatabase listed={data} title={title} />
        ) : isUnderWay ? (
          <p role="status" className="loading">
            Looking what you have at {title}…
          </p>
        ) : (
          <>
            {error ? <ErrorNote error={error} /> : <p role="alert">{saidOf(refusal, title)} Nothing was connected.</p>}
            <p>
              <Link href="/connections" className="button">
                Back to your databases
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
  if (refusal === null) return `Nothing is under way here with ${title}.`;
  return refusal === 'access_denied' ? `You did not agree at ${title}.` : `${title} did not let it go on.`;
}
