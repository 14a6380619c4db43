import type { Run } from '../commands.ts';

export const completion: Run = async (context, [shell = '']) => {
  context.output.raw(await context.help.completion(shell));
  return 'ok';
};
