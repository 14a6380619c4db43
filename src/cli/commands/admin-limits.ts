import type { Limits } from '../../admin/limits.ts';
import type { Run } from '../command-run.ts';
import { operatorConfig } from '../operator-config.ts';
import { whileSpinning } from '../output/spinner.ts';
import { drawTable } from '../output/table.ts';
import { Stop } from '../stop.ts';

const MB = 1_048_576;

/** Of all, or of one tenant, which it changes where numbers are given. */
export const adminLimits: Run = async ({ output, settings }, [tenant], { dataDir, databases, mb, statements, json }) => {
  const changes = {
    ...limitOf('databases', databases),
    ...limitOf('bytes', mb, '--mb', MB),
    ...limitOf('statements', statements),
  };
  if (tenant === undefined && Object.keys(changes).length > 0)
    throw new Stop(
      'usage',
      'Whose limits these are has to be said: svc admin limits <tenant> --databases 20. Those of all are settings of the service.',
    );
  const { limitTenant, listLimits } = await import('../../admin/limits.ts');
  const config = await operatorConfig(settings, dataDir);
  const columns = ['who', 'databases', 'MB', 'statements'];
  if (tenant !== undefined) {
    const found = await whileSpinning('Looking', (say) => limitTenant({ config, tenant, changes, onStep: say }));
    if (json) output.json(found);
    else {
      output.line(drawTable(columns, [rowOf(tenant, found.limits, found.own)], output.width));
      output.note(
        found.own.length === 0 ? 'As for all others.' : '* set for it alone; --databases default leaves one to the deployment again.',
      );
    }
    return 'ok';
  }
  const { deployment, tenants } = await whileSpinning('Looking', (say) => listLimits({ config, onStep: say }));
  if (json) output.json({ deployment, tenants });
  else {
    const rows = [
      rowOf('anonymous sessions', deployment.anonymous, []),
      rowOf('accounts', deployment.account, []),
      ...tenants.map(({ id, limits, own }) => rowOf(id, limits, own)),
    ];
    output.line(drawTable(columns, rows, output.width));
  }
  return 'ok';
};

function rowOf(who: string, { databases, bytes, statements }: Limits, own: readonly (keyof Limits)[]): Record<string, string> {
  const shown = (name: keyof Limits, value: number) =>
    `${value === 0 ? 'no limit' : value.toLocaleString('en-US', { maximumFractionDigits: 1 })}${own.includes(name) ? ' *' : ''}`;
  return {
    who,
    databases: shown('databases', databases),
    MB: shown('bytes', bytes / MB),
    statements: shown('statements', statements),
  };
}

/** `default` leaves the limit to the deployment. @throws Stop usage */
function limitOf(
  name: keyof Limits,
  given: string | undefined,
  flag = `--${name}`,
  unit = 1,
): Partial<Record<keyof Limits, number | null>> {
  if (given === undefined) return {};
  if (given === 'default') return { [name]: null };
  if (!/^\d{1,9}$/.test(given)) throw new Stop('usage', `${flag} takes a whole number, 0 for no limit, or "default".`);
  return { [name]: Number(given) * unit };
}
