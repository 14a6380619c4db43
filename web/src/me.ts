import { useQuery } from '@tanstack/react-query';
import { SvcError } from '../../src/client/index.ts';
import type { Output } from '../../src/contract/operations.ts';
import { client } from './client.ts';
import { queries } from './queries.ts';

export type Me = Output<'whoAmI'> & { readonly account: NonNullable<Output<'whoAmI'>['account']> };

const KEY = ['me'];

/** What a page keeps in the storage of its tab, or of the browser, stands under this: it goes when its person signs out. */
export const KEPT_PREFIX = 'svc.kept.';

/**
 * Who is signed in, null for nobody. It is asked once: a session that ends later is noticed by the call that is refused, which says
 * so in its place, so that nothing that was typed is lost. Where it cannot be told, it is asked again by the person's button alone:
 * the page that says so asks for it too, and would be taken away by each new attempt.
 */
export const useMe = () =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => readMe(signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retryOnMount: false,
  });

async function readMe(signal: AbortSignal): Promise<Me | null> {
  try {
    const { account, ...me } = await client.whoAmI({}, { signal });
    return account === null ? null : { ...me, account };
  } catch (error) {
    if (error instanceof SvcError && error.code === 'unauthorized') return null;
    throw error;
  }
}

/** Nobody is signed in now, and nothing that was read for the one before is kept. */
export function forgetMe(): void {
  queries.setQueryData(KEY, null);
  forgetTheRest();
  for (const storage of [sessionStorage, localStorage])
    for (const name of Object.keys(storage)) if (name.startsWith(KEPT_PREFIX)) storage.removeItem(name);
}

/** Reads afresh who is signed in now, and with it everything else. */
export async function readMeAgain(): Promise<void> {
  forgetTheRest();
  await queries.invalidateQueries({ queryKey: KEY });
}

const forgetTheRest = (): void => queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== KEY[0] });

/** As a person would call it. */
export const nameOf = ({ account: { kind, email } }: Me): string =>
  email ?? (kind === 'local' ? 'the owner of this machine' : 'an account');
