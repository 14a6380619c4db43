import type { Run } from '../command-run.ts';

export const completion: Run = async (context, [shell = '']) => {
  context.output.raw(await context.help.completion(shell));
  return 'ok';
};
