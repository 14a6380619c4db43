import type { Run } from '../command-run.ts';
import { operatorConfig } from '../operator-config.ts';
import { whileSpinning } from '../output/spinner.ts';
import { Stop } from '../stop.ts';

/** From one server of SVC_HOSTING_URLS to another, while services serve it. */
export const adminMove: Run = async ({ output, settings }, [db = ''], { dataDir, to, json }) => {
  if (to === undefined) throw new Stop('usage', 'It is not said where to.', 'Say --to <server>: a name of SVC_HOSTING_URLS, or main.');
  const { moveTo } = await import('../../admin/move.ts');
  const config = await operatorConfig(settings, dataDir);
  const moved = await whileSpinning('Moving', (say) => moveTo({ config, dbId: db, to, onStep: say }));
  if (json) output.json(moved);
  else if (moved.rows === null) output.line(`It is on ${moved.to} already.`);
  else output.line(`Moved from ${moved.from} to ${moved.to}, with ${moved.rows.toLocaleString('en-US')} rows.`);
  return 'ok';
};
