import type { Config } from '../config.ts';
import { type OperatorSession, openOperatorSession } from '../engines/postgres/operator-session.ts';
import { reachDatabaseUrl } from '../engines/postgres/reach-url.ts';
import { requireApplied } from '../store/migrations.ts';
import { engineLog, type Steps } from './operator.ts';

export interface Tenant {
  /** Of the account, or of the anonymous session. */
  readonly id: string;
  readonly kind: 'local' | 'person' | 'anonymous';
  /** Addresses of a person, as they were shown to be theirs. */
  readonly emails: readonly string[];
  readonly databases: number;
  /** On the PostgreSQL servers that host them; of a server that is away nothing is counted, and it is told. */
  readonly bytes: number;
  readonly createdAt: string;
  /** Of a database, a key or a browser of theirs; null when nothing was used yet. */
  readonly lastUsedAt: string | null;
  /** Since when its calls are refused; null while they are not. */
  readonly blockedAt: string | null;
}

interface Options extends Steps {
  readonly config: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'hosting'>>;
}

/** Everybody whose data the service keeps, the largest first. @throws Error that says what is in the way */
export async function listTenants({ config, onStep }: Options): Promise<readonly Tenant[]> {
  const session = await openOperatorSession({ ...config, log: engineLog(onStep) });
  try {
    const [known] = await session.read<{ there: boolean }>("SELECT to_regclass('svc_control.kysely_migration') IS NOT NULL AS there");
    const applied = known?.there ? await session.read<{ name: string }>('SELECT name FROM svc_control.kysely_migration') : [];
    requireApplied(applied.map(({ name }) => name));
    const rows = await session.read<Row>(TENANTS);
    const elsewhere = await bytesElsewhere(session, config, onStep);
    return rows.map(({ bytes, databases, created_at: created, last_used_at: used, blocked_at: blocked, ...row }) => ({
      ...row,
      ...{ databases: Number(databases), bytes: Number(bytes) + (elsewhere.get(row.id) ?? 0) },
      ...{ createdAt: created.toISOString(), lastUsedAt: used?.toISOString() ?? null },
      blockedAt: blocked?.toISOString() ?? null,
    }));
  } finally {
    await session.close();
  }
}

/** By owner, what is on other servers than the control plane's. */
async function bytesElsewhere(
  { read }: OperatorSession,
  { hosting }: Options['config'],
  onStep: Options['onStep'],
): Promise<ReadonlyMap<string, number>> {
  const sums = new Map<string, number>();
  for (const { name, url } of hosting?.servers ?? []) {
    const databases = await read<{ id: string; owner_id: string }>('SELECT id, owner_id FROM svc_control.database WHERE server = $1', [
      name,
    ]);
    if (databases.length === 0) continue;
    try {
      const server = await reachDatabaseUrl(url, `SVC_HOSTING_URLS (${name})`);
      const { rows } = await server.query<{ id: string; bytes: string }>(
        'SELECT datname AS id, pg_database_size(oid) AS bytes FROM pg_database WHERE datname = ANY($1)',
        [databases.map(({ id }) => id)],
      );
      await server.end();
      const sizes = new Map(rows.map(({ id, bytes }) => [id, Number(bytes)]));
      for (const { id, owner_id: owner } of databases) sums.set(owner, (sums.get(owner) ?? 0) + (sizes.get(id) ?? 0));
    } catch (error) {
      onStep(`${(error as Error).message} What is on it is not counted.`);
    }
  }
  return sums;
}

type Row = Pick<Tenant, 'id' | 'kind' | 'emails'> & {
  readonly databases: string;
  readonly bytes: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly blocked_at: Date | null;
};

/** A database that is dropped meanwhile has no size: `pg_database` is joined, so that none is asked for by a name that has gone. */
const TENANTS = `
SELECT t.id, t.kind, t.created_at,
  ARRAY(SELECT e.email FROM svc_control.account_email e WHERE e.account_id = t.id ORDER BY e.email) AS emails,
  d.databases, d.bytes, (SELECT r.blocked_at FROM svc_control.tenant_rule r WHERE r.owner_id = t.id) AS blocked_at,
  greatest(d.last_used_at,
    (SELECT max(k.last_used_at) FROM svc_control.account_key k WHERE k.account_id = t.id),
    (SELECT max(w.last_used_at) FROM svc_control.web_session w WHERE w.account_id = t.id)) AS last_used_at
FROM (
  SELECT id, kind, created_at FROM svc_control.account
  UNION ALL SELECT id, 'anonymous', created_at FROM svc_control.anonymous_session WHERE adopted_by IS NULL) t
CROSS JOIN LATERAL (
  SELECT count(*) AS databases, coalesce(sum(pg_database_size(p.oid)), 0) AS bytes, max(b.last_queried_at) AS last_used_at
  FROM svc_control.database b LEFT JOIN pg_database p ON p.datname = b.id AND b.server = 'main' WHERE b.owner_id = t.id) d
ORDER BY d.bytes DESC, t.created_at, t.id`;
