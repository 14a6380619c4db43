import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Run } from '../command-run.ts';
import type { Context } from '../context.ts';
import { askYesNo } from '../output/prompt.ts';
import { startSpinner } from '../output/spinner.ts';
import { OWN_FOLDER, type Settings } from '../settings.ts';
import { Stop } from '../stop.ts';

/** Gives back only when the service could not start; it ends the process itself on Ctrl-C. */
export const serve: Run = async (context, _given, { host, port, dataDir }) => {
  const { output, settings } = context;
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
  let firstSignIn: string | null = null;
  try {
    const { startServing } = await import('../../serve.ts');
    const url = await startServing({
      settings: Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
      onLocalModels: (offer) => void tellLocalModels(context, offer),
      onStep: (text) => (isTurning ? spinner.say(text) : output.note(text)),
      onFirstSignIn: (text) => {
        firstSignIn = text;
      },
    });
    spinner.stop();
    output.note(`svc listens on ${url} (reference: ${url}/docs), with its data in ${resolve(given.SVC_DATA_DIR)}. Ctrl-C stops it.`);
    if (firstSignIn !== null) output.note(firstSignIn);
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

interface Offer {
  readonly text: string;
  readonly answer: ((uses: boolean) => Promise<void>) | null;
}

/** Somebody who sits there is asked once, and the answer is kept. */
async function tellLocalModels({ output }: Context, { text, answer }: Offer): Promise<void> {
  output.note(text);
  if (answer === null || !output.canAsk) return;
  await answer(await askYesNo('Use it for questions that the built-in planner is not sure of?')).catch((error: unknown) => {
    output.note(`That was not kept: ${error instanceof Error ? error.message : String(error)}`);
  });
}
