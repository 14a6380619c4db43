import { createHmac } from 'node:crypto';
import type { Store } from './control-plane.ts';

/** Tells one secret from another, and nothing of it; the control plane holds it. */
export const secretFingerprint = (secret: string): string => createHmac('sha256', secret).update('svc control plane').digest('hex');

export const OTHER_SECRET =
  'this PostgreSQL holds the data of services with another secret: set SVC_SECRET to theirs (without it, it is in the file `secret` of their data folder); where that is lost, SVC_SECRET_CHANGED=accept takes this one in its place, which ends their anonymous sessions';

/** Whether a service began with a secret here; databases were made by one that did, before it was noted. */
export async function isSecretInUse(store: Store): Promise<boolean> {
  const [noted, made] = await Promise.all([
    store.selectFrom('deployment').select('fact').where('fact', '=', 'secret').executeTakeFirst(),
    store.selectFrom('database').select('id').limit(1).executeTakeFirst(),
  ]);
  return noted !== undefined || made !== undefined;
}

/**
 * Services that share a control plane share its secret: with another one they would refuse each other's tokens and
 * change the passwords of each other's logins. @throws Error that says so
 */
export async function checkSecret(store: Store, secret: string, { acceptsChange }: { acceptsChange: boolean }): Promise<void> {
  const value = secretFingerprint(secret);
  const facts = { fact: 'secret', value };
  await store
    .insertInto('deployment')
    .values(facts)
    .onConflict((conflict) => (acceptsChange ? conflict.column('fact').doUpdateSet({ value }) : conflict.column('fact').doNothing()))
    .execute();
  const known = await store.selectFrom('deployment').select('value').where('fact', '=', 'secret').executeTakeFirstOrThrow();
  if (known.value !== value) throw new Error(OTHER_SECRET);
}
