import type { UndoReply } from '../../contract/undo.ts';
import type { Run } from '../command-run.ts';
import { requireDatabase } from '../database.ts';
import { safeText } from '../output/safe-text.ts';
import { whileSpinning } from '../output/spinner.ts';
import { Stop } from '../stop.ts';

/** The write of the argument, else the last one to the database; of one that took several calls the last call first. */
export const undo: Run = async (context, [given], { db: dbGiven, json }) => {
  const db = await requireDatabase(context, dbGiven);
  const { written } = context.remembered();
  const last = written?.db === db ? written.traceIds : [];
  const traceIds = given === undefined ? [...last].reverse() : [given];
  if (traceIds.length === 0)
    throw new Stop('usage', 'No write to this database is remembered here.', 'Give the trace id of its reply: `svc undo <traceId>`.');
  const client = await context.client();
  const { output } = context;
  const replies: UndoReply[] = [];
  for (const traceId of traceIds) {
    replies.push(await whileSpinning('Undoing', () => client.undo({ db, traceId })));
    if (last.includes(traceId)) context.remember({ written: remaining(db, last, replies) });
  }
  if (json) output.json(replies.length === 1 ? replies[0] : replies);
  else for (const { answer } of replies) output.line(safeText(answer));
  return 'ok';
};

/** What is left to undo, should a later one of these be refused. */
function remaining(db: string, last: readonly string[], replies: readonly UndoReply[]) {
  const traceIds = last.filter((traceId) => !replies.some(({ undone }) => undone === traceId));
  return traceIds.length > 0 ? { db, traceIds } : null;
}
