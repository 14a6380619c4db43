import type { Run } from '../command-run.ts';
import { findDatabase } from '../database.ts';
import { askYesNo } from '../output/prompt.ts';
import { safeText } from '../output/safe-text.ts';
import { whileSpinning } from '../output/spinner.ts';

/** Asks first, with the name of what would go; on a pipe it takes --confirm. */
export const dbDelete: Run = async (context, [given = ''], { confirm, json }) => {
  const { dbId, slug, origin } = await findDatabase(context, given);
  const isConnected = origin === 'connected';
  const { output } = context;
  if (
    !confirm &&
    !(
      output.canAsk &&
      (await askYesNo(
        isConnected
          ? `Forget ${safeText(slug)} (${dbId})? It stays as it is where it is.`
          : `Delete ${safeText(slug)} (${dbId}) and everything in it?`,
      ))
    )
  ) {
    output.note(
      output.canAsk
        ? 'Nothing was deleted.'
        : `${slug} (${dbId}) ${isConnected ? 'would be forgotten here' : 'and everything in it would be deleted'}. Say --confirm to do it.`,
    );
    return 'needsConfirm';
  }
  const client = await context.client();
  const reply = await whileSpinning(isConnected ? 'Forgetting' : 'Deleting', () => client.deleteDatabase({ id: dbId }));
  if (context.remembered().db === dbId) context.remember({ db: null });
  if (json) output.json(reply);
  else output.line(`${safeText(slug)} is ${isConnected ? 'forgotten here' : 'deleted'}.`);
  return 'ok';
};
