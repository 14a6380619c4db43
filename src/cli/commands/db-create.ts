import type { Run } from '../commands.ts';
import { makeDatabase } from '../make-database.ts';
import { Stop } from '../stop.ts';

export const dbCreate: Run = async (context, [name], { goal: given, engine, preset, json }) => {
  const goal = given ?? name ?? preset;
  if (goal === undefined)
    throw new Stop('usage', 'The database has neither a name nor a goal.', 'Give a name, or say what it is for with --goal.');
  const created = await makeDatabase(context, { goal, name, engine, preset, isQuiet: json === true });
  if (json) context.output.json(created);
  return 'ok';
};
