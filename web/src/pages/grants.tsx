import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '../../../src/contract/operations.ts';
import { client } from '../client.ts';
import { announce } from '../parts/announce.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Listed, useList } from '../parts/listed.tsx';
import { focusHeading, Page } from '../parts/page.tsx';
import { GrantCard } from './grants/grant-card.tsx';
import { NewGrant } from './grants/new-grant.tsx';
import { Usage } from './grants/usage.tsx';

type Grant = Output<'listGrants'>[number];

export function GrantsPage() {
  const queries = useQueryClient();
  const list = useList(['grants'], (page, options) => client.listGrants(page, options));
  const [isMinting, setMinting] = useState(false);
  const [revoking, setRevoking] = useState<Grant | null>(null);
  const [measured, setMeasured] = useState<Grant | null>(null);
  const changed = () => queries.invalidateQueries({ queryKey: ['grants'] });
  return (
    <Page
      title="Grants"
      intro="A grant lets another account read some tables of a database of yours, and nothing else. Each of its questions is counted, and both of you see how many."
      actions={
        <button type="button" className="primary" onClick={() => setMinting(true)}>
          New grant
        </button>
      }
    >
      <Listed list={list} noun="grants" empty="No grants yet: neither has anybody been let in, nor have you.">
        {(grants) => (
          <>
            <GrantList
              title="Given by you"
              grants={grants.filter(({ role }) => role === 'owner')}
              onUsage={setMeasured}
              onRevoke={setRevoking}
            />
            <GrantList title="Given to you" grants={grants.filter(({ role }) => role === 'grantee')} onUsage={setMeasured} />
          </>
        )}
      </Listed>
      {isMinting ? (
        <NewGrant
          onClose={() => setMinting(false)}
          onMinted={() => {
            setMinting(false);
            announce('The grant is given.');
            void changed();
          }}
        />
      ) : null}
      {measured ? <Usage grant={measured} onClose={() => setMeasured(null)} /> : null}
      {revoking ? (
        <Confirm
          title="Revoke this grant?"
          act="Revoke grant"
          perform={(idempotencyKey) => client.revokeGrant({ id: revoking.id }, { idempotencyKey })}
          onClose={() => setRevoking(null)}
          onDone={() => {
            setRevoking(null);
            announce('The grant is revoked.');
            void changed().then(focusHeading);
          }}
        >
          <p>
            <code>{revoking.granteeEmail ?? revoking.granteeAccountId}</code> reads nothing more of <code>{revoking.dbId}</code>, at once
            and for good; what runs with the grant is ended.
          </p>
        </Confirm>
      ) : null}
    </Page>
  );
}

interface GrantListProps {
  readonly title: string;
  readonly grants: readonly Grant[];
  readonly onUsage: (grant: Grant) => void;
  readonly onRevoke?: (grant: Grant) => void;
}

function GrantList({ title, grants, onUsage, onRevoke }: GrantListProps) {
  if (grants.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul className="cards">
        {grants.map((grant) => (
          <GrantCard
            key={`${grant.role} ${grant.id}`}
            grant={grant}
            onUsage={() => onUsage(grant)}
            onRevoke={onRevoke && grant.revokedAt === null ? () => onRevoke(grant) : null}
          />
        ))}
      </ul>
    </section>
  );
}
