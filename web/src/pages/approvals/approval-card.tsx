import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '../../../../src/contract/operations.ts';
import { client, freshKey } from '../../client.ts';
import { announce } from '../../parts/announce.tsx';
import { DatabaseName } from '../../parts/database-select.tsx';
import { DiffTable } from '../../parts/diff-table.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Facts } from '../../parts/facts.tsx';
import { focusHeading } from '../../parts/page.tsx';
import { When } from '../../parts/when.tsx';

type Approval = Output<'getApproval'>;
type Decision = 'approve' | 'refuse';

interface ApprovalCardProps {
  readonly approval: Approval;
}

const STATES: Readonly<Record<Approval['state'], string>> = {
  waiting: 'waits for you',
  approved: 'approved',
  refused: 'refused',
  done: 'confirmed by the agent',
  expired: 'expired',
};

export function ApprovalCard({ approval }: ApprovalCardProps) {
  const queries = useQueryClient();
  const { id, state, dbId, askedBy, goal, diff, grant, outcome, createdAt, expiresAt } = approval;
  const [idempotencyKey] = useState(freshKey);
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (decision: Decision) => client.decideApproval({ id, decision }, { idempotencyKey: `${idempotencyKey}-${decision}` }),
    // Told once the card shows it too, which says until then that nothing has been written.
    onSuccess: async (decided) => {
      await queries.invalidateQueries({ queryKey: ['approvals'] });
      announce(decided.state === 'approved' ? (decided.outcome?.answer ?? 'Approved.') : 'Refused. Nothing was written.');
      focusHeading();
    },
  });
  const decide = (decision: Decision) => (isPending ? undefined : mutate(decision));
  const wanted = grant as Wanted | undefined;
  const title = wanted ? `Let ${granteeOf(wanted)} read ${wanted.scope.join(', ')}` : (diff?.summary.split('. ')[0] ?? 'A write');
  return (
    <li className="card">
      <div className="card-head">
        <h2>{title}</h2>
        <span className="tag">{STATES[state]}</span>
      </div>
      <Facts
        facts={[
          [
            'Asked by',
            [askedBy.host, askedBy.device].filter((part) => part !== undefined).join(' on ') ||
              (askedBy.keyId === null ? 'a program on this machine' : 'an agent'),
          ],
          ['In its words', goal],
          ['Database', dbId === null || dbId === undefined ? undefined : <DatabaseName key="db" dbId={dbId} />],
          ['Asked', <When key="asked" at={createdAt} />],
          ['Waits until', state === 'waiting' ? <When key="until" at={expiresAt} /> : undefined],
          ['Outcome', outcome?.answer],
        ]}
      />
      {diff ? <DiffTable diff={diff} label={`Rows of what was asked for at ${createdAt}`} isDecided={state !== 'waiting'} /> : null}
      {wanted ? <GrantFacts grant={wanted} /> : null}
      {error ? <ErrorNote error={error} /> : null}
      {state === 'waiting' ? (
        <div className="buttons">
          <button type="button" onClick={() => decide('refuse')} aria-disabled={isPending} aria-label={`Refuse: ${title}`}>
            {isPending && variables === 'refuse' ? 'Refusing…' : 'Refuse'}
          </button>
          <button
            type="button"
            className="primary"
            onClick={() => decide('approve')}
            aria-disabled={isPending}
            aria-label={`Approve: ${title}`}
          >
            {isPending && variables === 'approve' ? 'Approving…' : 'Approve'}
          </button>
        </div>
      ) : null}
    </li>
  );
}

interface Wanted {
  readonly granteeEmail?: string;
  readonly granteeAccountId?: string;
  readonly scope: readonly string[];
  readonly rows?: Readonly<Record<string, string>>;
  readonly mask?: Readonly<Record<string, readonly string[]>>;
}

const byTable = (entries: readonly (readonly [string, unknown])[]): string | undefined =>
  entries.length === 0 ? undefined : entries.map(([table, what]) => `${table}: ${String(what)}`).join('; ');

const granteeOf = ({ granteeEmail, granteeAccountId }: Wanted): string => granteeEmail ?? granteeAccountId ?? 'another account';

function GrantFacts({ grant }: { readonly grant: Wanted }) {
  const { scope, rows = {}, mask = {} } = grant;
  return (
    <Facts
      facts={[
        ['May read', scope.join(', ')],
        ['Who', granteeOf(grant)],
        ['Only rows with', byTable(Object.entries(rows))],
        ['Without the columns', byTable(Object.entries(mask))],
      ]}
    />
  );
}
