import { type Selectable, sql } from 'kysely';
import type { Store } from './control-plane.ts';
import type { PreviewName } from './previews.ts';
import type { ControlPlane } from './tables.ts';

type Row = Selectable<ControlPlane['approval']>;

/** With who asked, whether its preview was taken, and whether the key that asked is revoked. */
export type ApprovalRow = Row & {
  readonly host: string | null;
  readonly device: string | null;
  readonly isTaken: boolean;
  readonly isCutOff: boolean;
};

export type NewApproval = Omit<Row, 'created_at' | 'state' | 'outcome' | 'decided_at'>;

export interface Approvals {
  insert(approval: NewApproval, transaction?: Store): Promise<void>;
  /** Of the account; null when it has none of this id. */
  find(id: string, accountId: string): Promise<ApprovalRow | null>;
  /** Of the preview that has this token. */
  ofToken(tokenHash: string): Promise<ApprovalRow | null>;
  /** The newest first, `max` at most; with `waiting` those alone that can be decided. */
  list(accountId: string, options: { waiting: boolean; max: number }): Promise<ApprovalRow[]>;
  /** Decides one that waits, with `note` in the same transaction; false when it does not wait any more. */
  decide(
    id: string,
    decision: { state: 'approved' | 'refused'; outcome: object | null },
    note: ((transaction: Store) => Promise<void>) | null,
  ): Promise<boolean>;
  /** The agent's own confirm wrote what this preview showed. */
  confirmed(name: PreviewName): Promise<void>;
  sweep(): Promise<void>;
}

/** An agent that comes late is told the outcome. */
const KEPT_SECONDS = 24 * 60 * 60;

export function approvalsIn(store: Store): Approvals {
  const rows = () =>
    store
      .selectFrom('approval')
      .leftJoin('account_key', 'account_key.id', 'approval.key_id')
      .leftJoin('preview', 'preview.token_hash', 'approval.token_hash')
      .selectAll('approval')
      .select(['account_key.mcp_host as host', 'account_key.device_id as device'])
      .select(sql<boolean>`account_key.revoked_at IS NOT NULL`.as('isCutOff'))
      .select(sql<boolean>`approval.token_hash IS NOT NULL AND (preview.token_hash IS NULL OR preview.taken_by IS NOT NULL)`.as('isTaken'));
  return {
    async insert(approval, transaction = store) {
      const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
      await transaction
        .insertInto('approval')
        .values({
          ...approval,
          shown: JSON.stringify(approval.shown),
          scope: json(approval.scope),
          state: 'waiting',
          outcome: null,
          decided_at: null,
        })
        .execute();
    },
    async find(id, accountId) {
      return (await rows().where('approval.id', '=', id).where('approval.account_id', '=', accountId).executeTakeFirst()) ?? null;
    },
    async ofToken(tokenHash) {
      return (await rows().where('approval.token_hash', '=', tokenHash).executeTakeFirst()) ?? null;
    },
    async list(accountId, { waiting, max }) {
      let listed = rows().where('approval.account_id', '=', accountId).orderBy('approval.id', 'desc').limit(max);
      if (waiting)
        listed = listed
          .where('approval.state', '=', 'waiting')
          .where('approval.expires_at', '>', sql<Date>`now()`)
          .where('account_key.revoked_at', 'is', null)
          .where(sql<boolean>`(approval.token_hash IS NULL OR (preview.token_hash IS NOT NULL AND preview.taken_by IS NULL))`);
      return await listed.execute();
    },
    async decide(id, { state, outcome }, note) {
      return await store.transaction().execute(async (transaction) => {
        const decided = await transaction
          .updateTable('approval')
          .set({ state, outcome: outcome === null ? null : JSON.stringify(outcome), decided_at: sql<Date>`now()` })
          .where('id', '=', id)
          .where('state', '=', 'waiting')
          .returning('id')
          .executeTakeFirst();
        if (decided === undefined) return false;
        await note?.(transaction);
        return true;
      });
    },
    async confirmed({ binding, tokenHash }) {
      let marking = store
        .updateTable('approval')
        .from('preview')
        .set({ state: 'done', decided_at: sql<Date>`now()` })
        .whereRef('preview.token_hash', '=', 'approval.token_hash')
        .where('preview.taken_by', 'is not', null)
        .where('approval.state', '=', 'waiting');
      if (binding !== null) marking = marking.where('preview.binding', '=', binding);
      if (tokenHash !== null) marking = marking.where('preview.token_hash', '=', tokenHash);
      await marking.execute();
    },
    async sweep() {
      await store.deleteFrom('approval').where('expires_at', '<', sql<Date>`now() - make_interval(secs => ${KEPT_SECONDS})`).execute();
    },
  };
}
