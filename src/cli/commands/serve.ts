import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Run } from '../commands.ts';
import { startSpinner } from '../output/spinner.ts';
import { OWN_FOLDER, type Settings } from '../settings.ts';
import { Stop } from '../stop.ts';

/** Gives back only when the service could not start; it ends the process itself on Ctrl-C. */
export const serve: Run = async ({ output, settings }, _given, { host, port, dataDir }) => {
  const folder = dataDir ?? settings.environment.SVC_DATA_DIR;
  if (!folder) sayWhatIsLeft(settings, output.note);
  const given = {
    SVC_HOST: host,
    SVC_PORT: port,
    SVC_DATA_DIR: folder || settings.dataDir,
    SVC_LOG_LEVEL: output.isTerminal ? quietLevel(settings.environment) : undefined,
  };
  const isTurning = process.stderr.isTTY === true;
  const spinner = await startSpinner('Starting svc');
  try {
    const { startServing } = await import('../../serve.ts');
    const url = await startServing({
      settings: Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
      onStep: (text) => (isTurning ? spinner.say(text) : output.note(text)),
    });
    spinner.stop();
    output.note(`svc listens on ${url} (reference: ${url}/docs), with its data in ${resolve(given.SVC_DATA_DIR)}. Ctrl-C stops it.`);
  } catch (error) {
    spinner.stop();
    throw new Stop('failed', `It could not start: ${error instanceof Error ? error.message : String(error)}`);
  }
  return await new Promise<never>(() => undefined);
};

/** Somebody who watches wants no line of JSON for each request. */
const quietLevel = (environment: Readonly<Record<string, string | undefined>>): string | undefined =>
  environment.SVC_LOG_LEVEL ? undefined : 'warn';

/** Data used to be kept in the folder that the service was started in: nobody is to look for it in vain. */
function sayWhatIsLeft({ dataDir }: Settings, say: (text: string) => void): void {
  const left = resolve(OWN_FOLDER);
  if (!existsSync(join(left, 'postgres'))) return;
  say(
    existsSync(dataDir)
      ? `svc: ${left} holds other data, which is not served; \`svc serve --data-dir ${OWN_FOLDER}\` serves it.`
      : `svc: ${left} holds data from before, which is not served now: a new folder, ${dataDir}, is begun. \`svc serve --data-dir ${OWN_FOLDER}\` serves what was there.`,
  );
}
