import { Stop } from '../stop.ts';

/** Asks yes or no on the terminal; Enter alone is no. @throws Stop interrupted on Ctrl-C */
export async function askYesNo(message: string): Promise<boolean> {
  const { confirm, isCancel } = await import('@clack/prompts');
  const answer = await confirm({ message, initialValue: false });
  if (isCancel(answer)) throw ended();
  return answer;
}

/** Lets one of the choices be picked on the terminal, by its index. @throws Stop interrupted on Ctrl-C */
export async function pickOne(message: string, labels: readonly string[]): Promise<number> {
  const { isCancel, select } = await import('@clack/prompts');
  const answer = await select({ message, options: labels.map((label, value) => ({ label, value })) });
  if (isCancel(answer)) throw ended();
  return answer;
}

/** Asks for a text that is not shown. @throws Stop interrupted on Ctrl-C */
export async function askSecret(message: string): Promise<string> {
  const { isCancel, password } = await import('@clack/prompts');
  const answer = await password({ message });
  if (isCancel(answer)) throw ended();
  return answer ?? '';
}

const ended = (): Stop => new Stop('interrupted', 'Ended; nothing was written.');
