import type { Run } from '../command-run.ts';
import { operatorConfig } from '../operator-config.ts';
import { safeText } from '../output/safe-text.ts';
import { whileSpinning } from '../output/spinner.ts';

/** Works on the control plane itself, of the data folder or of DATABASE_URL; services that run notice within a second. */
export const adminBlock: Run = async ({ output, settings }, [tenant = ''], { dataDir, reason, json }) => {
  const { blockTenant } = await import('../../admin/block.ts');
  const config = await operatorConfig(settings, dataDir);
  const blocked = await whileSpinning('Blocking', (say) => blockTenant({ config, tenant, reason: reason ?? null, onStep: say }));
  if (json) output.json(blocked);
  else output.line(`${safeText(tenant)} is blocked since ${blocked.blockedAt}. Its data stays: \`svc admin unblock\` lets it in again.`);
  return 'ok';
};

export const adminUnblock: Run = async ({ output, settings }, [tenant = ''], { dataDir, json }) => {
  const { unblockTenant } = await import('../../admin/block.ts');
  const config = await operatorConfig(settings, dataDir);
  const found = await whileSpinning('Unblocking', (say) => unblockTenant({ config, tenant, onStep: say }));
  if (json) output.json(found);
  else output.line(found.wasBlocked ? `${safeText(tenant)} is let in again.` : `${safeText(tenant)} was not blocked.`);
  return 'ok';
};
