import type { Output } from '../../../../src/contract/operations.ts';
import { Copyable } from '../../parts/copy.tsx';
import { Facts } from '../../parts/facts.tsx';
import { When } from '../../parts/when.tsx';

interface DatabaseCardProps {
  readonly database: Output<'listDatabases'>[number];
  readonly onRename: () => void;
  readonly onDelete: () => void;
}

const ENGINES = { postgres: 'PostgreSQL', clickhouse: 'ClickHouse' } as const;

export function DatabaseCard({ database, onRename, onDelete }: DatabaseCardProps) {
  const { dbId, name, engine, origin, role, access, pkLive, createdAt, lastQueriedAt } = database;
  return (
    <li className="card">
      <div className="card-head">
        <h2>{name}</h2>
        <span className="tag">{origin}</span>
        {origin === 'connected' ? <span className="tag">{access === 'write' ? 'reads and writes' : 'reads'}</span> : null}
        {role === 'grantee' ? <span className="tag">granted to you</span> : null}
        {role === 'owner' ? (
          <>
            <button type="button" onClick={onRename} aria-label={`Rename ${name}`}>
              Rename
            </button>
            <button type="button" onClick={onDelete} aria-label={`Delete ${name}`}>
              Delete
            </button>
          </>
        ) : null}
      </div>
      <Facts
        facts={[
          ['Id', <Copyable key="id" text={dbId} name={`the id of ${name}`} />],
          ['Engine', ENGINES[engine]],
          ['Made', <When key="made" at={createdAt} />],
          ['Last asked', <When key="asked" at={lastQueriedAt} />],
          ['Publishable key', pkLive === null ? null : <Copyable key="pk" text={pkLive} name={`the publishable key of ${name}`} />],
        ]}
      />
    </li>
  );
}
