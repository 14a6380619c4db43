import { useMutation } from '@tanstack/react-query';
import type { Output } from '../../../../src/contract/operations.ts';
import { client } from '../../client.ts';
import { ErrorNote } from '../../parts/error-note.tsx';

type Provider = Output<'signInMethods'>['oauth'][number];

export const TITLES: Readonly<Record<Provider, string>> = { github: 'GitHub', google: 'Google' };

/** A button for each provider that is set up here: it leads there, and back to a page of that provider. */
export function Providers({ providers, onLeave }: { readonly providers: readonly Provider[]; readonly onLeave: () => void }) {
  const { mutate, isPending, isSuccess, variables, error } = useMutation({
    mutationFn: (provider: Provider) => client.startOAuth({ provider }),
    onSuccess: ({ url }) => {
      onLeave();
      location.assign(url);
    },
  });
  const isLeaving = isPending || isSuccess;
  return (
    <>
      <div className="buttons">
        {providers.map((provider) => (
          <button key={provider} type="button" aria-disabled={isLeaving} onClick={() => (isLeaving ? undefined : mutate(provider))}>
            {isLeaving && variables === provider ? `Going to ${TITLES[provider]}…` : `Continue with ${TITLES[provider]}`}
          </button>
        ))}
      </div>
      {error ? <ErrorNote error={error} /> : null}
    </>
  );
}
