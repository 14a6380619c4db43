import type { Run } from '../commands.ts';
import { findDatabase } from '../database.ts';
import { askYesNo } from '../output/prompt.ts';
import { safeText } from '../output/safe-text.ts';
import { whileSpinning } from '../output/spinner.ts';

/** Asks first, with the name of what would go; on a pipe it takes --confirm. */
export const dbDelete: Run = async (context, [given = ''], { confirm, json }) => {
  const { dbId, slug } = await findDatabase(context, given);
  const { output } = context;
  if (!confirm && !(output.canAsk && (await askYesNo(`Delete ${safeText(slug)} (${dbId}) and everything in it?`)))) {
    output.note(
      output.canAsk ? 'Nothing was deleted.' : `${slug} (${dbId}) and everything in it would be deleted. Say --confirm to do it.`,
    );
    return 'needsConfirm';
  }
  const client = await context.client();
  const reply = await whileSpinning('Deleting', () => client.deleteDatabase({ id: dbId }));
  if (context.remembered().db === dbId) context.remember({ db: null });
  if (json) output.json(reply);
  else output.line(`${safeText(slug)} is deleted.`);
  return 'ok';
};
