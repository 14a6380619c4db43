import { useQuery } from '@tanstack/react-query';
import { client } from './client.ts';
import { useMe } from './me.ts';

/** An agent waits for its owner, who may look at another page meanwhile. */
const LOOK_AGAIN_MS = 30_000;

/** How many approvals wait for who is signed in; 0 for nobody, and until it is known. */
export function useWaiting(): number {
  const { data: me } = useMe();
  const { data = 0 } = useQuery({
    queryKey: ['approvals', 'waiting'],
    queryFn: async ({ signal }) => (await client.listApprovals({ state: 'waiting' }, { signal })).length,
    enabled: Boolean(me),
    // A session that has ended is noticed by what the person does next, and asked about no more.
    refetchInterval: ({ state }) => (state.status === 'error' ? false : LOOK_AGAIN_MS),
  });
  return me ? data : 0;
}
