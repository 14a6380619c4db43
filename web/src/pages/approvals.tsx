import { useEffect, useState } from 'react';
import { client } from '../client.ts';
import { Listed, useList } from '../parts/listed.tsx';
import { Page } from '../parts/page.tsx';
import { ApprovalCard } from './approvals/approval-card.tsx';

/** What agents ask the account's owner for; an agent's link leads to one of them. */
export function ApprovalsPage() {
  const list = useList(['approvals'], (_page, options) => client.listApprovals({}, options));
  const [one, setOne] = useState(idInAddress);
  const { refetch } = list;
  useEffect(() => {
    const read = () => {
      setOne(idInAddress());
      // Another link that is opened in the same page may be of what was asked for since.
      void refetch();
    };
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, [refetch]);
  const waiting = list.data?.filter(({ state }) => state === 'waiting').length ?? 0;
  return (
    <Page
      title="Approvals"
      intro={`What agents ask you for. ${waiting === 0 ? 'Nothing waits' : waiting === 1 ? 'One waits' : `${waiting} wait`} for you.`}
      actions={one === null ? undefined : <a href="#all">Show all</a>}
    >
      <Listed list={list} noun="approvals" empty="No agent has asked you for anything in the last day.">
        {(approvals) => {
          const shown = one === null ? approvals : approvals.filter(({ id }) => id === one);
          if (shown.length === 0 && list.isFetching)
            return (
              <p role="status" className="loading">
                Loading approvals…
              </p>
            );
          if (shown.length === 0) return <div className="empty">This was decided more than a day ago, or is not of your account.</div>;
          return (
            <ul className="cards">
              {shown.map((approval) => (
                <ApprovalCard key={approval.id} approval={approval} />
              ))}
            </ul>
          );
        }}
      </Listed>
    </Page>
  );
}

const idInAddress = (): string | null => /^#([0-9a-f-]{36})$/.exec(location.hash)?.[1] ?? null;
