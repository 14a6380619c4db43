import { useMutation, useQuery } from '@tanstack/react-query';
import { client } from '../../client.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { type Provider, TITLES } from '../connect/titles.ts';

/** Providers at whose own page a database can be chosen, in place of a URL. */
export function FromElsewhere() {
  const { data } = useQuery({ queryKey: ['connect providers'], queryFn: ({ signal }) => client.connectProviders({}, { signal }) });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (provider: Provider) => client.startConnectOAuth({ provider }),
    onSuccess: ({ url }) => location.assign(url),
  });
  const providers = data?.providers ?? [];
  if (providers.length === 0) return null;
  return (
    <div className="more">
      <p>Or choose one that you have elsewhere:</p>
      <div className="buttons">
        {providers.map((provider) => (
          <button key={provider} type="button" aria-disabled={isPending} onClick={() => (isPending ? undefined : mutate(provider))}>
            {TITLES[provider]}
          </button>
        ))}
      </div>
      {error ? <ErrorNote error={error} /> : null}
    </div>
  );
}
