import { type Selectable, sql } from 'kysely';
import { LIMITS } from '../contract/limits.ts';
import type { SignInMethod } from '../contract/sign-in.ts';
import type { Store } from './control-plane.ts';
import type { ControlPlane } from './tables.ts';

export type WebSessionRow = Selectable<ControlPlane['web_session']>;

export interface FoundWebSession {
  readonly id: string;
  readonly hash: string;
  readonly accountId: string;
  readonly isLocalOwner: boolean;
  readonly expiresAt: Date;
  /** Whether its last use is long enough ago that this one is noted. */
  readonly slides: boolean;
}

interface NewWebSession {
  readonly id: string;
  readonly accountId: string;
  readonly hash: string;
  readonly method: SignInMethod;
  readonly agent: string | null;
  readonly address: string | null;
}

/** What else is written with a change. */
type Note = ((transaction: Store) => Promise<void>) | null;

export interface WebSessions {
  insert(transaction: Store, session: NewWebSession): Promise<void>;
  /** A live session by any of its hashes; kept under the first of them from then on, where it was under another. */
  find(hashes: readonly string[]): Promise<FoundWebSession | null>;
  /** Moves its end on, as a use does. */
  slide(id: string): Promise<void>;
  /** Newest first, those before the session `after`. */
  list(accountId: string, page: { limit: number; after: string | null }): Promise<WebSessionRow[]>;
  /** Ends one and tells every service, with `note` in the same transaction; false when the account has none of this id. */
  end(id: string, accountId: string, note: Note): Promise<boolean>;
  /** The same in the caller's transaction, of whichever session these are the hashes. Null when there is none. */
  endByHash(transaction: Store, hashes: readonly string[]): Promise<{ id: string; accountId: string } | null>;
  /** The same as `end` of all of an account. Gives their ids. */
  endAll(accountId: string, note: Note): Promise<string[]>;
  sweep(): Promise<void>;
}

/** Services that share the control plane are told of an ended session's id here. */
export const SESSION_ENDED = 'svc_session_ended';

const endOfUse = sql<Date>`now() + make_interval(secs => ${LIMITS.webSessionSeconds})`;
const isLive = sql<boolean>`web_session.expires_at > now()`;

/** Sent when the transaction commits, and not at all when it does not. */
const tell = (transaction: Store, ids: readonly string[]) =>
  sql`SELECT pg_notify(${SESSION_ENDED}, id) FROM unnest(${ids}::text[]) AS id`.execute(transaction);

export function webSessionsIn(store: Store): WebSessions {
  return {
    async insert(transaction, { accountId, ...session }) {
      await transaction
        .insertInto('web_session')
        .values({ ...session, account_id: accountId, last_used_at: sql<Date>`now()`, expires_at: endOfUse })
        .execute();
    },
    async find(hashes) {
      const row = await store
        .selectFrom('web_session')
        .innerJoin('account', 'account.id', 'web_session.account_id')
        .select([
          'web_session.id as id',
          'web_session.hash as hash',
          'web_session.account_id as accountId',
          'web_session.expires_at as expiresAt',
          sql<boolean>`account.kind = 'local'`.as('isLocalOwner'),
          sql<boolean>`web_session.last_used_at < now() - make_interval(secs => ${LIMITS.webSessionSlideSeconds})`.as('slides'),
        ])
        .where('web_session.hash', 'in', hashes)
        .where(isLive)
        .executeTakeFirst();
      const [present] = hashes;
      if (row && present !== undefined && row.hash !== present)
        await store.updateTable('web_session').set({ hash: present }).where('id', '=', row.id).execute();
      return row ?? null;
    },
    async slide(id) {
      await store
        .updateTable('web_session')
        .set({ last_used_at: sql<Date>`now()`, expires_at: endOfUse })
        .where('id', '=', id)
        .where(isLive)
        .execute();
    },
    async list(accountId, { limit, after }) {
      let query = store
        .selectFrom('web_session')
        .selectAll()
        .where('account_id', '=', accountId)
        .where(isLive)
        .orderBy('id', 'desc')
        .limit(limit);
      if (after !== null) query = query.where('id', '<', after);
      return await query.execute();
    },
    async end(id, accountId, note) {
      return await store.transaction().execute(async (transaction) => {
        const row = await transaction
          .deleteFrom('web_session')
          .where('id', '=', id)
          .where('account_id', '=', accountId)
          .returning('id')
          .executeTakeFirst();
        if (!row) return false;
        await note?.(transaction);
        await tell(transaction, [row.id]);
        return true;
      });
    },
    async endByHash(transaction, hashes) {
      const row = await transaction
        .deleteFrom('web_session')
        .where('hash', 'in', hashes)
        .returning(['id', 'account_id as accountId'])
        .executeTakeFirst();
      if (row) await tell(transaction, [row.id]);
      return row ?? null;
    },
    async endAll(accountId, note) {
      return await store.transaction().execute(async (transaction) => {
        const rows = await transaction.deleteFrom('web_session').where('account_id', '=', accountId).returning('id').execute();
        const ids = rows.map((row) => row.id);
        await note?.(transaction);
        await tell(transaction, ids);
        return ids;
      });
    },
    async sweep() {
      await store.deleteFrom('web_session').where('expires_at', '<', sql<Date>`now()`).execute();
    },
  };
}
