import type { Run } from '../command-run.ts';
import { requireDatabase } from '../database.ts';
import { showInspected } from '../output/inspected.ts';
import { whileSpinning } from '../output/spinner.ts';

export const dbCheck: Run = async (context, [given], { db, json }) => {
  const client = await context.client();
  const id = await requireDatabase(context, given ?? db);
  const reply = await whileSpinning('Reading its tables', () => client.checkDatabase({ id }));
  if (json) context.output.json(reply);
  else showInspected(context.output, reply);
  return 'ok';
};
