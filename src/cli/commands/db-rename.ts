import type { Run } from '../command-run.ts';
import { findDatabase } from '../database.ts';
import { safeText } from '../output/safe-text.ts';
import { whileSpinning } from '../output/spinner.ts';

export const dbRename: Run = async (context, [given = '', name = ''], { json }) => {
  const { dbId, slug } = await findDatabase(context, given);
  const client = await context.client();
  const database = await whileSpinning('Renaming', () => client.updateDatabase({ id: dbId, name }));
  if (json) context.output.json(database);
  else context.output.line(`${safeText(slug)} (${dbId}) is now called ${safeText(database.name)}.`);
  return 'ok';
};
