import type { Run } from '../command-run.ts';
import { findDatabase } from '../database.ts';
import { safeText } from '../output/safe-text.ts';
import { Stop } from '../stop.ts';

export const use: Run = async (context, [given = ''], { json }) => {
  const database = await findDatabase(context, given);
  context.remember({ db: database.dbId });
  if (context.remembered().db !== database.dbId)
    throw new Stop(
      'failed',
      'It cannot be remembered, and is not the active database.',
      'Name it with --db until the state file can be written.',
    );
  if (json) context.output.json(database);
  else context.output.line(`${safeText(database.slug)} (${database.dbId}) is now the active database.`);
  return 'ok';
};
