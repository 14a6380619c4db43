import type { Run } from '../command-run.ts';
import { operatorConfig } from '../operator-config.ts';
import { whileSpinning } from '../output/spinner.ts';

/** Does at once what services do every ten minutes. */
export const adminSweep: Run = async ({ output, settings }, _given, { dataDir, json }) => {
  const { sweepNow } = await import('../../admin/sweep.ts');
  const config = await operatorConfig(settings, dataDir);
  // Such as of a server that is away: what is on it was not swept.
  const warnings = new Set<string>();
  const swept = await whileSpinning('Sweeping', () => sweepNow({ config, onStep: (text) => void warnings.add(text) }));
  for (const warning of warnings) output.note(warning);
  if (json) output.json(swept);
  else {
    const { removed, left } = swept;
    output.line(removed.length === 0 ? 'No database was to be removed.' : `Removed ${removed.join(', ')}.`);
    if (left.length > 0) output.note(`Not removed: ${left.join(', ')}.`);
  }
  return 'ok';
};
