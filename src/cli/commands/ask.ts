import type { Run } from '../commands.ts';
import { databaseOf } from '../database.ts';
import { confirmHeld, putGoal } from '../put-goal.ts';

/** Asks the named database, else the active one; where there is none the service chooses or creates. */
export const ask: Run = async (context, [goal = ''], flags) => {
  const db = await databaseOf(context, flags.db);
  const { engine, model, thread, forceQuery } = flags;
  const input = {
    goal,
    ...(db === null ? {} : { db }),
    ...(engine === undefined ? {} : { engine: engine as 'postgres' }),
    ...(model === undefined ? {} : { model }),
    ...(thread === undefined ? {} : { threadId: thread }),
    ...(forceQuery ? { forceQuery } : {}),
  };
  return (flags.confirm ? await confirmHeld(context, input, flags) : null) ?? (await putGoal(context, input, flags));
};
