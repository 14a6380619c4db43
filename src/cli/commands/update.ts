import { spawnSync } from 'node:child_process';
import type { Run } from '../command-run.ts';
import { isNewer, keepFound, latestVersion, packageToUpdate } from '../newer.ts';
import { askYesNo } from '../output/prompt.ts';
import { whileSpinning } from '../output/spinner.ts';
import { Stop } from '../stop.ts';

/** Looks in the registry that npm is configured for, and installs with npm itself, since that is what put the program here. */
export const update: Run = async ({ output, settings, help }, _given, { check, yes, json }) => {
  const current = help.version();
  const name = packageToUpdate(settings.updatePackage);
  if (name === null)
    throw new Stop(
      'failed',
      'This build is not from a registry, so that none can have a newer one.',
      'Install the newer package file where this one came from, or name the package with SVC_UPDATE_PACKAGE.',
    );
  const latest = await whileSpinning('Asking npm', async () => newestOf(name));
  keepFound(settings.updateFile, latest);
  const isThere = isNewer(latest, current);
  if (json) output.json({ name, current, latest, newer: isThere });
  else output.line(isThere ? `svc ${latest} is there; this is ${current}.` : `svc ${current} is the newest.`);
  if (!isThere || check || json) return 'ok';
  const args = ['install', '--global', `${name}@${latest}`];
  if (!yes && !(output.canAsk && (await askYesNo(`Run npm ${args.join(' ')}?`)))) {
    output.note(`Nothing is installed; npm ${args.join(' ')} does it, and so does --yes.`);
    return 'needsConfirm';
  }
  const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) throw new Stop('failed', `npm ended with ${status ?? 'a signal'}: nothing can be said of what it installed.`);
  output.line('A service that runs goes on with what it was started with: start it again.');
  return 'ok';
};

function newestOf(name: string): string {
  try {
    return latestVersion(name);
  } catch (error) {
    throw new Stop('failed', `npm could not say what is the newest: ${error instanceof Error ? error.message : String(error)}`);
  }
}
