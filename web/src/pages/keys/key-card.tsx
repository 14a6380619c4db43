import type { Output } from '../../../../src/contract/operations.ts';
import { DatabaseName } from '../../parts/database-select.tsx';
import { Facts } from '../../parts/facts.tsx';
import { When } from '../../parts/when.tsx';

interface KeyCardProps {
  readonly record: Output<'listKeys'>[number];
  readonly title: string;
  /** Absent where it is revoked already. */
  readonly onRevoke?: () => void;
}

export function KeyCard({ record, title, onRevoke }: KeyCardProps) {
  const { type, last4, access, confirm, dbId, databases, origins, mcpHost, deviceId, createdAt, lastUsedAt, revokedAt } = record;
  return (
    <li className="card">
      <div className="card-head">
        <h2>{title}</h2>
        <code>
          {type}_…{last4}
        </code>
        <span className="tag">{access === 'read' ? 'reads' : 'reads and writes'}</span>
        {onRevoke ? (
          <button type="button" onClick={onRevoke} aria-label={`Revoke ${title}`}>
            Revoke
          </button>
        ) : null}
      </div>
      <Facts
        facts={[
          ['Database', dbId === undefined ? null : <DatabaseName key="db" dbId={dbId} />],
          ['Pages', type === 'pk_live' ? (origins?.join(', ') ?? 'none: it works outside of browsers alone') : null],
          ['Agent host', mcpHost],
          ['Device', deviceId],
          ['Databases', databases?.join(', ')],
          ['Confirms', type === 'sk_mcp' && access === 'write' ? (confirm === 'owner' ? 'you alone' : 'itself, or you by its link') : null],
          ['Made', <When key="made" at={createdAt} />],
          ['Last used', <When key="used" at={lastUsedAt} />],
          ['Revoked', revokedAt === null ? null : <When key="revoked" at={revokedAt} />],
        ]}
      />
    </li>
  );
}
