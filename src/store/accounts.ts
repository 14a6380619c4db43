import { sql } from 'kysely';
import type { Account } from '../contract/sign-in.ts';
import { newId } from '../lib/id.ts';
import type { Store } from './control-plane.ts';
import { claimGrants } from './grants.ts';

/** Who somebody is at a provider that they sign in with. */
export interface Identity {
  readonly provider: string;
  readonly subject: string;
}

export interface Accounts {
  /** The one account of this machine's owner, made by whoever asks first. Services that share a control plane share it. */
  ensureLocal(): Promise<{ id: string; isNew: boolean }>;
  /**
   * The account of whoever showed that the address is theirs, made where there is none, in the caller's transaction. An
   * identity is known again by itself; a new one joins the account of its address.
   */
  ensurePerson(transaction: Store, email: string, identity: Identity | null): Promise<string>;
  /** The account that the address was shown to belong to; `email` in lower case. Null when there is none. */
  byEmail(email: string): Promise<string | null>;
  /** With its first address; in a transaction where it was just made in one. */
  find(id: string, transaction?: Store): Promise<Account | null>;
}

export function accountsIn(store: Store): Accounts {
  return {
    async ensureLocal() {
      const made = await store
        .insertInto('account')
        .values({ id: newId(), kind: 'local', name: 'local' })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (made) return { id: made.id, isNew: true };
      const { id } = await store.selectFrom('account').select('id').where('kind', '=', 'local').executeTakeFirstOrThrow();
      return { id, isNew: false };
    },
    async ensurePerson(transaction, email, identity) {
      // Of two that sign in for the first time at once, the second finds what the first made.
      const names = [`email ${email}`, ...(identity ? [`identity ${identity.provider} ${identity.subject}`] : [])];
      for (const name of names.sort()) await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
      const known = (identity && (await ofIdentity(transaction, identity))) ?? (await ofEmail(transaction, email)) ?? null;
      const id = known ?? newId();
      if (known === null) await transaction.insertInto('account').values({ id, kind: 'person', name: null }).execute();
      await transaction
        .insertInto('account_email')
        .values({ email, account_id: id })
        // An identity whose address is now another account's stays with its own account, and the address with its.
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await claimGrants(transaction, email);
      if (identity)
        await transaction
          .insertInto('account_identity')
          .values({ ...identity, account_id: id })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      return id;
    },
    byEmail: (email) => ofEmail(store, email),
    async find(id, transaction = store) {
      const row = await transaction
        .selectFrom('account')
        .leftJoin('account_email', 'account_email.account_id', 'account.id')
        .select(['account.id as id', 'account.kind as kind', 'account_email.email as email'])
        .where('account.id', '=', id)
        .orderBy('account_email.verified_at')
        .orderBy('account_email.email')
        .limit(1)
        .executeTakeFirst();
      return row ?? null;
    },
  };
}

async function ofEmail(store: Store, email: string): Promise<string | null> {
  const row = await store.selectFrom('account_email').select('account_id').where('email', '=', email).executeTakeFirst();
  return row?.account_id ?? null;
}

async function ofIdentity(store: Store, { provider, subject }: Identity): Promise<string | null> {
  const row = await store
    .selectFrom('account_identity')
    .select('account_id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.account_id ?? null;
}
