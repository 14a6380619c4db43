import type { Run } from '../command-run.ts';
import { databaseOf } from '../database.ts';
import { confirmHeld, putGoal } from '../put-goal.ts';
import { Stop } from '../stop.ts';

/** Asks the named database, else the active one; where there is none the service chooses or creates. */
export const ask: Run = async (context, [goal = ''], flags) => {
  if (flags.dryRun && flags.confirm) throw new Stop('usage', '--dry-run shows and --confirm writes.', 'Give one of them.');
  const db = await databaseOf(context, flags.db);
  const { engine, model, thread, forceQuery, dryRun } = flags;
  const input = {
    goal,
    ...(db === null ? {} : { db }),
    ...(engine === undefined ? {} : { engine: engine as 'postgres' }),
    ...(model === undefined ? {} : { model }),
    ...(thread === undefined ? {} : { threadId: thread }),
    ...(forceQuery ? { forceQuery } : {}),
    ...(dryRun ? { dryRun } : {}),
  };
  return (flags.confirm ? await confirmHeld(context, input, flags) : null) ?? (await putGoal(context, input, flags));
};
