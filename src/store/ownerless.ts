import { sql } from 'kysely';
import type { Store } from './control-plane.ts';

/** A call that began before its session ended may take this long to be done with it. */
const GRACE_SECONDS = 60 * 60;
/** A database whose owner is not known goes when it is this old. */
const UNOWNED_SECONDS = 24 * 60 * 60;

const ago = (seconds: number) => sql<Date>`now() - make_interval(secs => ${seconds})`;

/**
 * Marks the databases of anonymous sessions that have ended, and those of nobody at all, as being deleted, so that the
 * sweep removes them; then forgets the sessions that own nothing any more. Each step stands for itself: a sweep that is
 * killed is gone on with by the next. What an account owns is never touched.
 */
export const ownerlessIn = (store: Store): { sweep(): Promise<void> } => ({
  async sweep() {
    const ended = store.selectFrom('anonymous_session').select('id').where('expires_at', '<', ago(GRACE_SECONDS));
    const accounts = store.selectFrom('account').select('id');
    await store
      .updateTable('database')
      .set({ state: 'deleting' })
      .where('state', '=', 'ready')
      .where('owner_id', 'in', ended)
      .where('owner_id', 'not in', accounts)
      .execute();
    await store
      .updateTable('database')
      .set({ state: 'deleting' })
      .where('state', '=', 'ready')
      .where('created_at', '<', ago(UNOWNED_SECONDS))
      .where('owner_id', 'not in', store.selectFrom('anonymous_session').select('id'))
      .where('owner_id', 'not in', accounts)
      .execute();
    await store
      .deleteFrom('anonymous_session')
      .where('expires_at', '<', ago(GRACE_SECONDS))
      .where('id', 'not in', store.selectFrom('database').select('owner_id'))
      .execute();
    await store
      .deleteFrom('tenant_rule')
      .where('owner_id', 'not in', store.selectFrom('anonymous_session').select('id'))
      .where('owner_id', 'not in', accounts)
      .execute();
  },
});
