import { Stop } from '../stop.ts';

/** Asks yes or no on the terminal; Enter alone is no. @throws Stop interrupted on Ctrl-C */
export async function askYesNo(message: string): Promise<boolean> {
  const { confirm } = await import('@clack/prompts');
  return answered(await confirm({ message, initialValue: false }));
}

/** Lets one of the choices be picked on the terminal. @throws Stop interrupted on Ctrl-C */
export async function pickOne(message: string, labels: readonly string[]): Promise<number> {
  const { select } = await import('@clack/prompts');
  return answered(await select({ message, options: labels.map((label, value) => ({ label, value })) }));
}

function answered<T>(answer: T | symbol): T {
  if (typeof answer === 'symbol') throw new Stop('interrupted', 'Ended; nothing was written.');
  return answer;
}
