import type { Run } from '../commands.ts';
import { startSpinner } from '../output/spinner.ts';
import { Stop } from '../stop.ts';

/** Gives back only when the service could not start; it ends the process itself on Ctrl-C. */
export const serve: Run = async ({ output, settings }, _given, { host, port, dataDir }) => {
  const given = {
    SVC_HOST: host,
    SVC_PORT: port,
    SVC_DATA_DIR: dataDir,
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
    output.note(`svc listens on ${url} (reference: ${url}/docs). Ctrl-C stops it.`);
  } catch (error) {
    spinner.stop();
    throw new Stop('failed', `It could not start: ${error instanceof Error ? error.message : String(error)}`);
  }
  return await new Promise<never>(() => undefined);
};

/** Somebody who watches wants no line of JSON for each request. */
const quietLevel = (environment: Readonly<Record<string, string | undefined>>): string | undefined =>
  environment.SVC_LOG_LEVEL ? undefined : 'warn';
