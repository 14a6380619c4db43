import type { Run } from '../command-run.ts';
import { operatorConfig } from '../operator-config.ts';
import { sayFinding } from '../output/findings.ts';
import { whileSpinning } from '../output/spinner.ts';

/** Looks at the stores themselves, not at a service; it fails where one is bad. */
export const adminHealth: Run = async ({ output, settings }, _given, { dataDir, json }) => {
  const { lookAtHealth } = await import('../../admin/health.ts');
  const config = await operatorConfig(settings, dataDir);
  const findings = await whileSpinning('Looking', (say) => lookAtHealth({ config, onStep: say }));
  if (json) output.json(findings);
  else {
    const width = Math.max(...findings.map(({ check }) => check.length));
    for (const finding of findings) sayFinding(output, finding, width);
  }
  return findings.some(({ state }) => state === 'bad') ? 'failed' : 'ok';
};
