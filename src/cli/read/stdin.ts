import { isUtf8 } from 'node:buffer';
import { Stop } from '../stop.ts';

/** All of standard input, which holds `what`. @throws Stop usage when it is a terminal or holds nothing */
export async function readStdin(what: string): Promise<string> {
  const { stdin } = process;
  if (stdin.isTTY)
    throw new Stop('usage', `There is nothing to read ${what} from.`, 'Name a file or give an argument, or write to standard input.');
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of stdin) chunks.push(chunk as Buffer);
  } catch (error) {
    throw new Stop('usage', `Standard input cannot be read: ${(error as Error).message}.`);
  }
  const bytes = Buffer.concat(chunks);
  if (!isUtf8(bytes)) throw new Stop('usage', 'Standard input is not UTF-8 text.');
  const text = bytes.toString('utf8');
  if (text.trim() === '') throw new Stop('usage', `Standard input held no ${what}.`);
  return text;
}
