import { SvcError } from '../../client/index.ts';
import type { AskReply } from '../../contract/ask.ts';
import type { Run } from '../command-run.ts';
import { makeDatabase } from '../make-database.ts';
import { showAsk } from '../output/reply.ts';
import { whileSpinning } from '../output/spinner.ts';

/** Creates, makes active, then asks the same words: "keep my books: Dune by Frank Herbert" says what to keep and what to put in. */
export const newDatabase: Run = async (context, [goal = ''], { engine, json }) => {
  const created = await makeDatabase(context, { goal, engine, isQuiet: json === true });
  const client = await context.client();
  let reply: AskReply | null = null;
  try {
    reply = await whileSpinning('Asking', () => client.ask({ goal, db: created.dbId }));
  } catch (error) {
    // Most goals only say what to keep: there is nothing to ask of an empty database.
    if (!(error instanceof SvcError && NOTHING_TO_ASK.has(error.code))) throw error;
  }
  if (json) context.output.json({ created, reply });
  else if (reply) await showAsk(context.output, reply);
  return reply?.kind === 'preview' ? 'needsConfirm' : 'ok';
};

const NOTHING_TO_ASK: ReadonlySet<string> = new Set(['clarify_required', 'not_understood', 'llm_failed', 'goal_required', 'write_no_rows']);
