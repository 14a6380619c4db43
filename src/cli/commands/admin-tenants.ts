import type { Run } from '../command-run.ts';
import { operatorConfig } from '../operator-config.ts';
import { csvOf } from '../output/csv.ts';
import { whileSpinning } from '../output/spinner.ts';
import { drawTable } from '../output/table.ts';

/** Reads the control plane itself, of the data folder or of DATABASE_URL. */
export const adminTenants: Run = async ({ output, settings }, _given, { dataDir, json, csv }) => {
  const { listTenants } = await import('../../admin/tenants.ts');
  const config = await operatorConfig(settings, dataDir);
  const warnings: string[] = [];
  const tenants = await whileSpinning('Looking', () => listTenants({ config, onStep: (text) => void warnings.push(text) }));
  for (const warning of warnings) output.note(warning);
  if (json) output.json(tenants);
  else if (csv)
    output.csv(
      await csvOf(
        ['id', 'kind', 'emails', 'databases', 'bytes', 'createdAt', 'lastUsedAt', 'blockedAt'],
        tenants.map((tenant) => ({ ...tenant, emails: tenant.emails.join(' ') })),
      ),
    );
  else if (tenants.length === 0) output.line('Nobody yet.');
  else {
    const rows = tenants.map(({ id, kind, emails, databases, bytes, createdAt, lastUsedAt, blockedAt }) => ({
      who: emails[0] ?? kind,
      id,
      databases: String(databases),
      MB: (bytes / 1_048_576).toLocaleString('en-US', { maximumFractionDigits: 1 }),
      since: createdAt.slice(0, 10),
      'last used': lastUsedAt?.slice(0, 16).replace('T', ' ') ?? '',
      blocked: blockedAt?.slice(0, 10) ?? '',
    }));
    output.line(drawTable(['who', 'id', 'databases', 'MB', 'since', 'last used', 'blocked'], rows, output.width));
  }
  return 'ok';
};
