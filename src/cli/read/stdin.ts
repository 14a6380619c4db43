import { Stop } from '../stop.ts';

/** All of standard input, which holds `what`. @throws Stop usage when it is a terminal or holds nothing */
export async function readStdin(what: string): Promise<string> {
  const { stdin } = process;
  if (stdin.isTTY)
    throw new Stop('usage', `There is nothing to read ${what} from.`, 'Name a file or give an argument, or write to standard input.');
  let text = '';
  try {
    for await (const chunk of stdin.setEncoding('utf8')) text += chunk;
  } catch (error) {
    throw new Stop('usage', `Standard input cannot be read: ${(error as Error).message}.`);
  }
  if (text.trim() === '') throw new Stop('usage', `Standard input held no ${what}.`);
  return text;
}
