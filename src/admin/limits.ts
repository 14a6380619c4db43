import type { Config } from '../config.ts';
import { type TenantLimits, type TenantRule, tenantRulesIn } from '../store/tenant-rules.ts';
import { type Operating, onControlPlane } from './control-plane.ts';
import { findTenant } from './find-tenant.ts';

/** 0 is no limit. */
export type Limits = Readonly<Record<keyof TenantLimits, number>>;

interface Deployment {
  readonly anonymous: Limits;
  readonly account: Limits;
}

/** What holds for one tenant, and which of it was set for it alone. */
export interface TenantsLimits {
  readonly id: string;
  readonly kind: 'local' | 'person' | 'anonymous';
  readonly limits: Limits;
  readonly own: readonly (keyof TenantLimits)[];
}

interface Options extends Operating {
  readonly config: Pick<Config, 'databaseUrl' | 'dataDir' | 'anonymousQuota' | 'accountQuota' | 'poolMaxPerOwner'>;
}

/** What holds for all by the settings here, and for those of whom something else was said. @throws Error */
export async function listLimits(operating: Options): Promise<{ deployment: Deployment; tenants: readonly TenantsLimits[] }> {
  const { config } = operating;
  return await onControlPlane(operating, async (store) => {
    const rules = (await tenantRulesIn(store).list()).filter(({ limits }) => Object.values(limits).some((limit) => limit !== null));
    const tenants: TenantsLimits[] = [];
    for (const rule of rules) tenants.push(limitsOf(await findTenant(store, rule.ownerId), rule, config));
    return { deployment: deploymentOf(config), tenants };
  });
}

/** Those of one tenant, changed where something is given: null leaves a limit to the deployment again. @throws Error */
export async function limitTenant({
  tenant,
  changes,
  ...operating
}: Options & { readonly tenant: string; readonly changes: Partial<TenantLimits> }): Promise<TenantsLimits> {
  return await onControlPlane(operating, async (store) => {
    const found = await findTenant(store, tenant);
    const rules = tenantRulesIn(store);
    const isChange = Object.values(changes).some((limit) => limit !== undefined);
    const rule = isChange
      ? await rules.limit(found.id, changes)
      : ((await rules.list()).find(({ ownerId }) => ownerId === found.id) ?? null);
    return limitsOf(found, rule, operating.config);
  });
}

const deploymentOf = ({ anonymousQuota, accountQuota, poolMaxPerOwner: statements }: Options['config']): Deployment => ({
  anonymous: { ...anonymousQuota, statements },
  account: { ...accountQuota, statements },
});

function limitsOf({ id, kind }: Pick<TenantsLimits, 'id' | 'kind'>, rule: TenantRule | null, config: Options['config']): TenantsLimits {
  const { anonymous, account } = deploymentOf(config);
  // The owner of a machine's service has only what was set for it.
  const usual = kind === 'anonymous' ? anonymous : kind === 'local' ? { ...account, databases: 0, bytes: 0 } : account;
  const names = ['databases', 'bytes', 'statements'] as const;
  const own = names.filter((name) => (rule?.limits[name] ?? null) !== null);
  const limits = Object.fromEntries(names.map((name) => [name, rule?.limits[name] ?? usual[name]])) as Limits;
  return { id, kind, limits, own };
}
