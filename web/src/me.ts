import { useQuery } from '@tanstack/react-query';
import { SvcError } from '../../src/client/index.ts';
import type { Output } from '../../src/contract/operations.ts';
import { BASE } from './base.ts';
import { client } from './client.ts';
import { forgetAllKept } from './kept.ts';
import { queries } from './queries.ts';

export type Me = Output<'whoAmI'> & { readonly account: NonNullable<Output<'whoAmI'>['account']> };

const KEY = ['me'];

/** Tells the other tabs of this browser, which share its session. */
const tabs = new BroadcastChannel(`svc.me${BASE}`);
tabs.onmessage = ({ data }) => {
  if (data === 'out') forgetHere();
  else void queries.invalidateQueries({ queryKey: KEY });
};

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
    if (account === null) return null;
    // Somebody else signed in where the one before had not signed out: what that one left is not theirs to see.
    forgetAllKept(account.id);
    const before = queries.getQueryData<Me | null>(KEY);
    if (before && before.account.id !== account.id) forgetTheRest();
    return { ...me, account };
  } catch (error) {
    if (error instanceof SvcError && error.code === 'unauthorized') return null;
    throw error;
  }
}

/** Nobody is signed in now, in no tab, and nothing that was read or typed by the one before is kept. */
export function forgetMe(): void {
  forgetHere();
  tabs.postMessage('out');
}

function forgetHere(): void {
  queries.setQueryData(KEY, null);
  forgetTheRest();
  forgetAllKept();
}

/** Reads afresh who is signed in now, and with it everything else. */
export async function readMeAgain(): Promise<void> {
  forgetTheRest();
  await queries.invalidateQueries({ queryKey: KEY });
  tabs.postMessage('in');
}

const forgetTheRest = (): void => queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== KEY[0] });

/** As a person would call it. */
export const nameOf = ({ account: { kind, email } }: Me): string =>
  email ?? (kind === 'local' ? 'the owner of this machine' : 'an account');
