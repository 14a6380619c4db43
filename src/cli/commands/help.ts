import type { Run } from '../commands.ts';

export const help: Run = async (context, [words = ''], { json }) => {
  if (json) context.output.json(context.help.tree());
  else context.output.raw(context.help.of(words.split(' ').filter(Boolean)));
  return 'ok';
};
