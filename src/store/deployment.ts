import { randomBytes } from 'node:crypto';
import type { Store } from './control-plane.ts';

/** What tells this control plane from every other: what its services make elsewhere carries it. */
export async function deploymentIdOf(store: Store): Promise<string> {
  const made = { fact: 'id', value: randomBytes(8).toString('hex') };
  await store
    .insertInto('deployment')
    .values(made)
    .onConflict((conflict) => conflict.column('fact').doNothing())
    .execute();
  return (await store.selectFrom('deployment').select('value').where('fact', '=', 'id').executeTakeFirstOrThrow()).value;
}
