import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '../../../../src/contract/operations.ts';
import { client, freshKey } from '../../client.ts';
import { nameOf, useMe } from '../../me.ts';
import { announce } from '../../parts/announce.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Facts } from '../../parts/facts.tsx';
import { When } from '../../parts/when.tsx';

interface DecideProps {
  readonly userCode: string;
  /** Another code. */
  readonly onOther: () => void;
  /** Told what came of it. */
  readonly onDone: (text: string) => void;
}

type Decision = Output<'decideDevice'>['decision'];

/** Shows which device asks, from where and when, and asks: whoever sent the code to somebody else wants them not to look (RFC 8628, 5.4). */
export function Decide({ userCode, onOther, onDone }: DecideProps) {
  const [idempotencyKey] = useState(freshKey);
  const { data: me } = useMe();
  const waiting = useQuery({
    queryKey: ['device', userCode],
    queryFn: ({ signal }) => client.lookUpDevice({ userCode }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (decision: Decision) => client.decideDevice({ userCode, decision }, { idempotencyKey: `${idempotencyKey}-${decision}` }),
    onSuccess: ({ device, decision }) => {
      const text = decision === 'approve' ? `${device} is signed in, and goes on by itself.` : `${device} was refused.`;
      announce(text);
      onDone(text);
    },
  });
  const failure = waiting.error ?? error;
  if (failure)
    return (
      <div className="narrow">
        <ErrorNote error={failure} />
        <div className="buttons">
          <button type="button" className="primary" onClick={onOther}>
            Type another code
          </button>
        </div>
      </div>
    );
  if (waiting.data === undefined)
    return (
      <p role="status" className="loading">
        Loading…
      </p>
    );
  const { device, address, access, createdAt } = waiting.data;
  const decide = (decision: Decision) => (isPending ? undefined : mutate(decision));
  return (
    <div className="narrow">
      <p>
        <strong>{device}</strong> asks to sign in to your account. Approve it only if it is yours and shows this code now; refuse what
        somebody else sent you.
      </p>
      <Facts
        facts={[
          ['Code', <strong key="code">{waiting.data.userCode}</strong>],
          ['Device', device],
          ['Asks from', address],
          ['Asked', <When key="asked" at={createdAt} />],
          ['It may', access === 'write' ? 'read and change your databases' : 'read your databases'],
          ['Account', me ? nameOf(me) : undefined],
        ]}
      />
      <div className="buttons">
        <button type="button" onClick={() => decide('refuse')} aria-disabled={isPending}>
          {isPending && variables === 'refuse' ? 'Refusing…' : 'Refuse'}
        </button>
        <button type="button" className="primary" onClick={() => decide('approve')} aria-disabled={isPending}>
          {isPending && variables === 'approve' ? 'Approving…' : 'Approve'}
        </button>
      </div>
    </div>
  );
}
