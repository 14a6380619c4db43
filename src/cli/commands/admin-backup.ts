import type { Run } from '../command-run.ts';
import { operatorConfig } from '../operator-config.ts';
import { safeText } from '../output/safe-text.ts';
import { startSpinner } from '../output/spinner.ts';

/** Works on the data folder itself; the service may be running. */
export const adminBackup: Run = async ({ output, settings }, [folder = ''], { dataDir, withoutClickhouse, json }) => {
  const { backUp } = await import('../../admin/backup.ts');
  const config = await operatorConfig(settings, dataDir);
  const isTurning = process.stderr.isTTY === true;
  const spinner = await startSpinner('Backing up');
  const onStep = (text: string) => (isTurning ? spinner.say(text) : output.note(text));
  const made = await backUp({ config, folder, withoutClickHouse: withoutClickhouse === true, onStep }).finally(spinner.stop);
  if (json) output.json(made);
  else {
    output.line(`Backed up ${Math.ceil(made.bytes / 1_048_576).toLocaleString('en-US')} MB into ${safeText(made.folder)}.`);
    output.line(
      made.hasSecret
        ? 'Its secret and its keys are in it: whoever reads it reads everything. Keep it as you keep the data folder.'
        : 'SVC_SECRET is not in it: keep it elsewhere, since nothing can be restored without it.',
    );
    if (made.leftOut.length > 0) output.line(`Left out, being on ClickHouse: ${made.leftOut.join(', ')}.`);
    output.line(`Try it: svc admin restore ${safeText(made.folder)} --data-dir <a new folder>`);
  }
  return 'ok';
};
