import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { SvcError } from '../../../../src/client/index.ts';
import { client } from '../../client.ts';
import { announce } from '../../parts/announce.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { visible } from '../../parts/value-text.ts';
import { When } from '../../parts/when.tsx';
import { type Begun, dropBegun, hrefOf, readBegun } from './begun.ts';
import { stateOf } from './phases.ts';

/** Imports of this browser that are not over, to be gone on with or forgotten: as long as one is open, it counts among those that may be. */
export function GoingOn({ account }: { readonly account: string }) {
  const [begun, setBegun] = useState(() => readBegun(account));
  const [forgotten, setForgotten] = useState<Begun | null>(null);
  const drop = ({ id }: Begun) => setBegun(dropBegun(account, id));
  if (begun.length === 0) return null;
  return (
    <section aria-labelledby="going-on">
      <h2 id="going-on">Begun in this browser</h2>
      <ul className="cards">
        {begun.map((one) => (
          <OneGoingOn key={one.id} begun={one} onGone={() => drop(one)} onForget={() => setForgotten(one)} />
        ))}
      </ul>
      {forgotten === null ? null : (
        <Confirm
          title="Forget this import?"
          act="Forget it"
          perform={(idempotencyKey) => client.deleteImport({ id: forgotten.id }, { idempotencyKey })}
          onClose={() => setForgotten(null)}
          onDone={() => {
            drop(forgotten);
            setForgotten(null);
            announce('The import is forgotten.');
          }}
        >
          <p>What it was sent goes. What it has written already stays.</p>
        </Confirm>
      )}
    </section>
  );
}

interface OneGoingOnProps {
  readonly begun: Begun;
  /** The service has it no more. */
  readonly onGone: () => void;
  readonly onForget: () => void;
}

function OneGoingOn({ begun, onGone, onForget }: OneGoingOnProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['import', begun.id],
    queryFn: async ({ signal }) => {
      try {
        return await client.getImport({ id: begun.id }, { signal });
      } catch (error) {
        if (error instanceof SvcError && error.code === 'import_not_found') onGone();
        throw error;
      }
    },
  });
  const names = visible(begun.names.join(', '));
  return (
    <li className="card">
      <h3>
        <bdi>{names}</bdi>
      </h3>
      <p className="small">
        <When at={begun.at} />
        {data ? `, ${stateOf(data, begun.isLookedAt)}` : null}
      </p>
      {error ? <ErrorNote error={error} onRetry={() => void refetch()} /> : null}
      <div className="buttons">
        <button type="button" aria-label={`Forget the import of ${names}`} onClick={onForget}>
          Forget
        </button>
        <Link className="button" href={hrefOf(begun)} aria-label={`Go on with the import of ${names}`}>
          {data?.phase === 'complete' ? 'See what came of it' : 'Go on'}
        </Link>
      </div>
    </li>
  );
}
