import type { Run } from '../command-run.ts';
import { operatorConfig } from '../operator-config.ts';
import { safeText } from '../output/safe-text.ts';
import { startSpinner } from '../output/spinner.ts';

/** Makes a data folder, which the next `svc serve` serves; or, of one database, a new one in a service that is there. */
export const adminRestore: Run = async ({ output, settings }, [folder = ''], { dataDir, db, json }) => {
  const config = await operatorConfig(settings, dataDir);
  const isTurning = process.stderr.isTTY === true;
  const spinner = await startSpinner('Restoring');
  const onStep = (text: string) => (isTurning ? spinner.say(text) : output.note(text));
  if (db !== undefined) {
    const { restoreOne } = await import('../../admin/restore-one.ts');
    const made = await restoreOne({ config, folder, db, onStep }).finally(spinner.stop);
    if (json) output.json(made);
    else {
      output.line(
        `Restored ${safeText(made.was)} as of ${made.createdAt}, with ${made.rows.toLocaleString('en-US')} rows, as a new database of its owner: ${safeText(made.slug)} (${made.id}).`,
      );
      output.line('Its grants, keys and receipts stay with the one that it was; they are made anew.');
    }
    return 'ok';
  }
  const { restore } = await import('../../admin/restore.ts');
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
