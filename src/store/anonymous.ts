import { sql } from 'kysely';
import type { Note } from '../audit/note.ts';
import { LIMITS } from '../contract/limits.ts';
import { Fault } from '../fault.ts';
import type { Store } from './control-plane.ts';
import { CONTROL_SCHEMA } from './migrations.ts';

export interface FoundSession {
  readonly id: string;
  readonly expiresAt: Date;
}

export interface Adoption {
  readonly databases: readonly string[];
  readonly savedPrompt: string | null;
}

/** What is written down, in the transaction that moves them, of the databases that an account takes over. */
export type NoteAdopted = (databases: readonly string[]) => Note | null;

export interface AnonymousSessions {
  insert(session: { id: string; tokenHash: string; budget: number | null }): Promise<Date>;
  /** The same under a token that may have had a session before: one that has ended gives the token up. */
  renew(session: { id: string; tokenHash: string; budget: number | null }): Promise<void>;
  /** A live session. Its end is moved on, when it has come nearer by more than a little; nobody waits for that. */
  find(tokenHash: string): Promise<FoundSession | null>;
  /** Takes one call from the budget before the work is done; false when none is left. */
  spend(id: string): Promise<boolean>;
  savePrompt(id: string, prompt: string): Promise<void>;
  /** Forgets a session that owns nothing; false when it owns something, finished or not, and stays. */
  discard(id: string): Promise<boolean>;
  /** Everything of a live session becomes the account's, or nothing does; the session ends. Repeating it gives the same, and notes nothing. */
  adopt(tokenHash: string, accountId: string, noteOf: NoteAdopted): Promise<Adoption | 'unknown' | 'taken'>;
}

/** Time between two writes of a session that is in use. */
const SLIDE_SECONDS = 15 * 60;

/** The session's end when it is used now: by the clock of the control plane, which all services share. */
const slidTo = sql<Date>`least(now() + make_interval(secs => ${LIMITS.anonymousSessionSeconds}), created_at + make_interval(secs => ${LIMITS.anonymousSessionMostSeconds}))`;

/** What hangs on a database, or will, and names its owner too: it changes hands with it. */
const OWNED_BESIDE = ['known_plan', 'trace', 'thread_question', 'chat_message', 'import'] as const;

export function anonymousSessionsIn(store: Store): AnonymousSessions {
  return {
    async insert({ id, tokenHash, budget }) {
      const row = await store
        .insertInto('anonymous_session')
        .values({
          id,
          token_hash: tokenHash,
          expires_at: sql<Date>`now() + make_interval(secs => ${LIMITS.anonymousSessionSeconds})`,
          remaining: budget,
          saved_prompt: null,
        })
        .returning('expires_at')
        .executeTakeFirstOrThrow();
      return row.expires_at;
    },
    async renew({ id, tokenHash, budget }) {
      await store.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('anonymous_session')
          .set({ token_hash: sql<string>`token_hash || ':' || id::text` })
          .where('token_hash', '=', tokenHash)
          .where((where) => where.or([where('expires_at', '<=', sql<Date>`now()`), where('adopted_by', 'is not', null)]))
          .execute();
        await transaction
          .insertInto('anonymous_session')
          .values({
            id,
            token_hash: tokenHash,
            expires_at: sql<Date>`now() + make_interval(secs => ${LIMITS.anonymousSessionSeconds})`,
            remaining: budget,
            saved_prompt: null,
          })
          .onConflict((conflict) => conflict.column('token_hash').doNothing())
          .execute();
      });
    },
    async find(tokenHash) {
      const row = await store
        .selectFrom('anonymous_session')
        .select(['id', 'expires_at', sql<boolean>`${slidTo} > expires_at + make_interval(secs => ${SLIDE_SECONDS})`.as('slides')])
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', sql<Date>`now()`)
        .where('adopted_by', 'is', null)
        .executeTakeFirst();
      if (!row) return null;
      if (row.slides)
        store
          .updateTable('anonymous_session')
          .set({ expires_at: slidTo })
          .where('id', '=', row.id)
          .where('expires_at', '>', sql<Date>`now()`)
          .execute()
          // The next use moves it.
          .catch(() => undefined);
      return { id: row.id, expiresAt: row.expires_at };
    },
    async spend(id) {
      const row = await store
        .updateTable('anonymous_session')
        .set({ remaining: sql`remaining - 1` })
        .where('id', '=', id)
        .where((where) => where.or([where('remaining', 'is', null), where('remaining', '>', 0)]))
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },
    async discard(id) {
      const row = await store
        .deleteFrom('anonymous_session')
        .where('id', '=', id)
        .where(({ not, exists, selectFrom }) => not(exists(selectFrom('database').select('id').where('owner_id', '=', id))))
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },
    async savePrompt(id, prompt) {
      await store.updateTable('anonymous_session').set({ saved_prompt: prompt }).where('id', '=', id).execute();
    },
    async adopt(tokenHash, accountId, noteOf) {
      return await store.transaction().execute(async (transaction) => {
        const session = await transaction
          .selectFrom('anonymous_session')
          .select(['id', 'saved_prompt', 'adopted_by', 'adopted_databases', sql<boolean>`expires_at > now()`.as('lives')])
          .where('token_hash', '=', tokenHash)
          .forUpdate()
          .executeTakeFirst();
        if (!session) return 'unknown';
        const { id, saved_prompt: savedPrompt, adopted_by: adoptedBy, adopted_databases: before, lives } = session;
        if (adoptedBy !== null) return adoptedBy === accountId ? { databases: before ?? [], savedPrompt } : 'taken';
        if (!lives) return 'unknown';
        // A session that is blocked would be open again under the account's name.
        const rule = await transaction.selectFrom('tenant_rule').select('blocked_at').where('owner_id', '=', id).executeTakeFirst();
        if (rule?.blocked_at) throw new Fault('account_blocked');
        const moved = await transaction
          .updateTable('database')
          .set({
            owner_id: accountId,
            // The account may have one of the same name: then the name says which it is, as its id does.
            slug: sql<string>`CASE WHEN slug IN (SELECT own.slug FROM ${sql.table(`${CONTROL_SCHEMA}.database`)} AS own WHERE own.owner_id = ${accountId})
              THEN slug || '_' || right(id, 8) ELSE slug END`,
          })
          .where('owner_id', '=', id)
          .returning(['id', 'state'])
          .execute();
        for (const table of OWNED_BESIDE)
          await transaction.updateTable(table).set({ owner_id: accountId }).where('owner_id', '=', id).execute();
        const databases = moved.filter(({ state }) => state !== 'deleting').map((row) => row.id);
        await transaction
          .updateTable('anonymous_session')
          .set({ adopted_by: accountId, adopted_databases: databases })
          .where('id', '=', id)
          .execute();
        await noteOf(databases)?.(transaction);
        return { databases, savedPrompt };
      });
    },
  };
}
