import type { Run } from '../commands.ts';
import { commandTree } from '../help.ts';
import { helpOf } from '../program.ts';

export const help: Run = async ({ output }, [words = ''], { json }) => {
  if (json) output.json(commandTree());
  else output.raw(helpOf(words.split(' ').filter(Boolean)));
  return 'ok';
};
