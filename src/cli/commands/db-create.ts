import type { Run } from '../command-run.ts';
import { makeDatabase } from '../make-database.ts';
import { Stop } from '../stop.ts';

/** A name alone says nothing of what is kept: it makes an empty database, which the first insert gives its table. */
export const dbCreate: Run = async (context, [name], { goal: given, engine, preset: chosen, json }) => {
  const preset = chosen ?? (given === undefined ? 'empty' : undefined);
  const goal = given ?? name ?? chosen;
  if (goal === undefined)
    throw new Stop('usage', 'The database has neither a name nor a goal.', 'Give a name, or say what it is for with --goal.');
  const created = await makeDatabase(context, { goal, name, engine, preset, isQuiet: json === true });
  if (json) context.output.json(created);
  else if (preset === 'empty')
    context.output.note('It has no tables yet: `svc insert <table> rows.csv` makes one, or say what to keep with --goal.');
  return 'ok';
};
