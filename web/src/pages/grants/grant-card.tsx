import type { Output } from '../../../../src/contract/operations.ts';
import { DatabaseName } from '../../parts/database-select.tsx';
import { Facts } from '../../parts/facts.tsx';
import { When } from '../../parts/when.tsx';

interface GrantCardProps {
  readonly grant: Output<'listGrants'>[number];
  readonly onUsage: () => void;
  /** Null where it is not the reader's to revoke, or is revoked. */
  readonly onRevoke: (() => void) | null;
}

export function GrantCard({ grant, onUsage, onRevoke }: GrantCardProps) {
  const { role, dbId, ownerAccountId, granteeAccountId, granteeEmail, scope, priceModel, rows, mask, lost, createdAt, revokedAt } = grant;
  const name = `${dbId}, ${scope.join(', ')}`;
  return (
    <li className="card">
      <div className="card-head">
        <h3>
          <DatabaseName dbId={dbId} />
        </h3>
        <span className="tag">{revokedAt === null ? 'active' : 'revoked'}</span>
        <button type="button" onClick={onUsage} aria-label={`Usage of ${name}`}>
          Usage
        </button>
        {onRevoke ? (
          <button type="button" onClick={onRevoke} aria-label={`Revoke ${name}`}>
            Revoke
          </button>
        ) : null}
      </div>
      <Facts
        facts={[
          role === 'owner'
            ? [granteeEmail === undefined ? 'To the account' : 'To the address', <code key="to">{granteeEmail ?? granteeAccountId}</code>]
            : ['From the account', <code key="from">{ownerAccountId}</code>],
          ['Database', <code key="db">{dbId}</code>],
          ['Tables', scope.join(', ')],
          ['Only rows where', listed(rows, (condition) => condition)],
          ['Hidden columns', listed(mask, (columns) => columns.join(', '))],
          [
            'Not shown any more',
            lost?.map(({ table, column, reason }) => `${column === undefined ? table : `${table}.${column}`}: ${reason}`).join(' '),
          ],
          ['Price', priceModel],
          ['Given', <When key="given" at={createdAt} />],
          ['Revoked', revokedAt === null ? null : <When key="revoked" at={revokedAt} />],
        ]}
      />
    </li>
  );
}

function listed<Value>(byTable: Readonly<Record<string, Value>> | undefined, said: (value: Value) => string) {
  const entries = Object.entries(byTable ?? {});
  return entries.length === 0 ? null : entries.map(([table, value]) => `${table}: ${said(value)}`).join('; ');
}
