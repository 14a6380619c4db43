import type { Run } from '../command-run.ts';

export const help: Run = async (context, [words = ''], { json, man }) => {
  const { output } = context;
  if (man) output.raw(await context.help.man());
  else if (json) output.json(context.help.tree());
  else output.raw(context.help.of(words.split(' ').filter(Boolean)));
  return 'ok';
};
