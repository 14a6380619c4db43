import { client } from '../../client.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { useList } from '../../parts/listed.tsx';
import { ApprovalCard } from '../approvals/approval-card.tsx';

/** What agents wait for, to be decided where they are looked at; nothing where nothing waits. */
export function Waiting() {
  const { data, error, refetch } = useList(['approvals', 'of agents'], (_page, options) =>
    client.listApprovals({ state: 'waiting' }, options),
  );
  if (error && data === undefined) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined || data.length === 0) return null;
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting">Waiting for you</h2>
      <ul className="cards">
        {data.map((approval) => (
          <ApprovalCard key={approval.id} approval={approval} />
        ))}
      </ul>
    </section>
  );
}
