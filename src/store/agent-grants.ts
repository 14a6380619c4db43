import { type Selectable, sql } from 'kysely';
import type { Store } from './control-plane.ts';
import type { ControlPlane } from './tables.ts';

type AgentGrantRow = Selectable<ControlPlane['agent_grant']>;

/** What an agent host was granted, with the key that its tokens stand for. */
export interface AgentGrant extends AgentGrantRow {
  readonly account_id: string;
  readonly access: 'read' | 'write';
  readonly revoked_at: Date | null;
}

/** One agent host of an account, where it runs. */
export interface HostOnDevice {
  readonly accountId: string;
  readonly clientId: string;
  readonly resource: string;
  readonly host: string | null;
  readonly device: string | null;
}

export interface AgentGrants {
  /** In the caller's transaction, with the key. */
  insert(transaction: Store, grant: Pick<AgentGrantRow, 'id' | 'key_id' | 'client_id' | 'resource'>): Promise<AgentGrantRow>;
  find(id: string): Promise<AgentGrant | null>;
  /** The same, held until the transaction ends: of several at once, one after the other. */
  hold(transaction: Store, id: string): Promise<AgentGrant | null>;
  /** Those that let the host on the device read alone, and that it asked for at the same place. In the caller's transaction. */
  readingOf(transaction: Store, host: HostOnDevice): Promise<AgentGrant[]>;
  /** The next generation of its tokens. */
  rotate(transaction: Store, id: string): Promise<AgentGrantRow>;
}

/** Whole seconds, since a token says when it ends in these. */
const NOW = sql<Date>`date_trunc('second', clock_timestamp())`;

export function agentGrantsIn(store: Store): AgentGrants {
  const all = (from: Store) =>
    from
      .selectFrom('agent_grant')
      .innerJoin('account_key', 'account_key.id', 'agent_grant.key_id')
      .selectAll('agent_grant')
      .select(['account_key.account_id', 'account_key.access', 'account_key.revoked_at']);
  const of = (from: Store, id: string) => all(from).where('agent_grant.id', '=', id);
  return {
    insert: (transaction, grant) =>
      transaction
        .insertInto('agent_grant')
        .values({ ...grant, generation: 0, rotated_at: NOW })
        .returningAll()
        .executeTakeFirstOrThrow(),
    find: async (id) => (await of(store, id).executeTakeFirst()) ?? null,
    hold: async (transaction, id) => (await of(transaction, id).forUpdate('agent_grant').executeTakeFirst()) ?? null,
    readingOf: (transaction, { accountId, clientId, resource, host, device }) =>
      all(transaction)
        .where('account_key.account_id', '=', accountId)
        .where('account_key.access', '=', 'read')
        .where('account_key.revoked_at', 'is', null)
        .where('account_key.mcp_host', '=', host)
        .where('account_key.device_id', '=', device)
        .where('agent_grant.client_id', '=', clientId)
        .where('agent_grant.resource', '=', resource)
        .execute(),
    rotate: (transaction, id) =>
      transaction
        .updateTable('agent_grant')
        .set({ generation: sql<number>`generation + 1`, rotated_at: NOW })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow(),
  };
}
