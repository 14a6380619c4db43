import type { Store } from '../store/control-plane.ts';

/** An account or an anonymous session, as an operator names it. */
export interface FoundTenant {
  readonly id: string;
  readonly kind: 'local' | 'person' | 'anonymous';
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** By the id of the account or the anonymous session, or by an address of the account. @throws Error when there is none */
export async function findTenant(store: Store, given: string): Promise<FoundTenant> {
  const id = UUID.test(given) ? given.toLowerCase() : await ofAddress(store, given.toLowerCase());
  const account = id && (await store.selectFrom('account').select(['id', 'kind']).where('id', '=', id).executeTakeFirst());
  if (account) return account;
  const session =
    id &&
    (await store.selectFrom('anonymous_session').select('id').where('id', '=', id).where('adopted_by', 'is', null).executeTakeFirst());
  if (session) return { id: session.id, kind: 'anonymous' };
  throw new Error(`There is no account and no anonymous session ${given}: \`svc admin tenants\` lists their ids and addresses.`);
}

async function ofAddress(store: Store, email: string): Promise<string | null> {
  const row = await store.selectFrom('account_email').select('account_id').where('email', '=', email).executeTakeFirst();
  return row?.account_id ?? null;
}
