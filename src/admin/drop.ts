import { newId } from '../lib/id.ts';
import { auditIn } from '../store/audit.ts';
import { databasesIn } from '../store/databases.ts';
import { type Operating, onControlPlane } from './control-plane.ts';
import { type FoundTenant, findTenant } from './find-tenant.ts';

/** What dropping a tenant would take, or took. */
export interface Dropping extends FoundTenant {
  readonly databases: readonly { readonly id: string; readonly slug: string; readonly origin: 'hosted' | 'connected' }[];
}

interface Options extends Operating {
  readonly tenant: string;
}

/** @throws Error */
export async function databasesOfTenant({ tenant, ...operating }: Options): Promise<Dropping> {
  return await onControlPlane(operating, async (store) => {
    const found = await findTenant(store, tenant);
    const databases = await store
      .selectFrom('database')
      .select(['id', 'slug', 'origin'])
      .where('owner_id', '=', found.id)
      .where('state', '=', 'ready')
      .orderBy('created_at')
      .execute();
    return { ...found, databases };
  });
}

/**
 * Marks these of the tenant's databases as being deleted: nobody finds them any more, their grants end, and the next sweep removes them. The account's log
 * says that whoever runs the service did it. Ids of those that were there still. @throws Error
 */
export async function dropDatabases({ id: ownerId, kind, databases }: Dropping, operating: Operating): Promise<readonly string[]> {
  return await onControlPlane(operating, async (store) => {
    const [records, log, requestId] = [databasesIn(store), auditIn(store), newId()];
    const event = { actor: 'operator', keyId: null, details: {}, requestId, address: null, surface: 'cli' } as const;
    const dropped: string[] = [];
    for (const { id: subject } of databases) {
      const note = (transaction: typeof store) =>
        log.append(transaction, ownerId, { ...event, id: newId(), at: new Date(), action: 'database.delete', subject });
      const found = await records.markDeleting(subject, ownerId, kind === 'anonymous' ? null : note);
      if (found) dropped.push(subject);
    }
    return dropped;
  });
}
