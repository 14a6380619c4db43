import type { Run } from '../commands.ts';
import { operatorConfig } from '../operator-config.ts';
import { safeText } from '../output/safe-text.ts';
import { startSpinner } from '../output/spinner.ts';

/** Makes a data folder; the next `svc serve` serves it. */
export const adminRestore: Run = async ({ output, settings }, [folder = ''], { dataDir, json }) => {
  const { restore } = await import('../../admin/restore.ts');
  const config = await operatorConfig(settings, dataDir);
  const isTurning = process.stderr.isTTY === true;
  const spinner = await startSpinner('Restoring');
  const onStep = (text: string) => (isTurning ? spinner.say(text) : output.note(text));
  const restored = await restore({ config, folder, onStep }).finally(spinner.stop);
  if (json) output.json(restored);
  else {
    const { databases, createdAt, leftOut } = restored;
    output.line(
      `Restored ${databases.length === 1 ? 'one database' : `${databases.length} databases`} as of ${createdAt}, with all keys and receipts, into ${safeText(restored.dataDir)}. \`svc serve --data-dir ${safeText(restored.dataDir)}\` serves ${databases.length === 1 ? 'it' : 'them'}.`,
    );
    if (leftOut.length > 0) output.line(`Not in the backup, being on ClickHouse: ${leftOut.join(', ')}.`);
  }
  return 'ok';
};
