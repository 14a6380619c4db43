import { type Selectable, sql } from 'kysely';
import { LIMITS } from '../contract/limits.ts';
import type { Store } from './control-plane.ts';
import type { ControlPlane } from './tables.ts';

export type AgentClientRow = Omit<Selectable<ControlPlane['agent_client']>, 'used_at'>;

/** Agent hosts, as the OAuth server knows them. */
export interface AgentClients {
  /** One that is found counts as used. */
  find(id: string): Promise<AgentClientRow | null>;
  /** In place of what was known of it. */
  put(client: Omit<AgentClientRow, 'created_at'>): Promise<AgentClientRow>;
  sweep(): Promise<void>;
}

export function agentClientsIn(store: Store): AgentClients {
  return {
    async find(id) {
      const row = await store
        .updateTable('agent_client')
        .set({ used_at: sql<Date>`now()` })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      return row ?? null;
    },
    async put(client) {
      const { id: _, ...facts } = client;
      return await store
        .insertInto('agent_client')
        .values({ ...client, used_at: new Date() })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...facts, used_at: sql<Date>`now()` }))
        .returningAll()
        .executeTakeFirstOrThrow();
    },
    async sweep() {
      await store
        .deleteFrom('agent_client')
        .where('used_at', '<', sql<Date>`now() - make_interval(secs => ${LIMITS.unusedClientSeconds})`)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('agent_grant')
                .innerJoin('account_key', 'account_key.id', 'agent_grant.key_id')
                .select('agent_grant.id')
                .whereRef('agent_grant.client_id', '=', 'agent_client.id')
                .where('account_key.revoked_at', 'is', null),
            ),
          ),
        )
        .execute();
    },
  };
}
