import { tenantRulesIn } from '../store/tenant-rules.ts';
import { type Operating, onControlPlane } from './control-plane.ts';
import { type FoundTenant, findTenant } from './find-tenant.ts';

interface Options extends Operating {
  /** Its id, or an address of it. */
  readonly tenant: string;
}

export type Blocked = FoundTenant & { readonly blockedAt: string; readonly reason: string | null };

/** Calls of the tenant are refused from now on, and what runs for it ends, in all services within a second. @throws Error */
export async function blockTenant({ tenant, reason, ...operating }: Options & { readonly reason: string | null }): Promise<Blocked> {
  return await onControlPlane(operating, async (store) => {
    const found = await findTenant(store, tenant);
    if (found.kind === 'local')
      throw new Error(
        'The owner of this machine’s service is not blocked: SVC_LOCAL_OWNER=off leaves the service without an owner, and deleting owner.key ends its key.',
      );
    const blockedAt = await tenantRulesIn(store).block(found.id, reason);
    return { ...found, blockedAt: blockedAt.toISOString(), reason };
  });
}

/** @throws Error */
export async function unblockTenant({ tenant, ...operating }: Options): Promise<FoundTenant & { readonly wasBlocked: boolean }> {
  return await onControlPlane(operating, async (store) => {
    const found = await findTenant(store, tenant);
    return { ...found, wasBlocked: await tenantRulesIn(store).unblock(found.id) };
  });
}
