import type { RunReply } from '../contract/run.ts';
import type { Context } from './context.ts';
import type { Flags } from './options.ts';
import { showRows } from './output/reply.ts';

/** What came of a statement; a write is remembered for `svc undo`. */
export async function showRun(context: Context, reply: RunReply, { json, chart, records }: Flags): Promise<void> {
  if (reply.kind === 'write') context.remember({ written: { db: reply.session.db, traceIds: [reply.trace.id] } });
  const { output } = context;
  if (json) return output.json(reply);
  await showRows(output, reply, { chart: chart === true, records: records === true });
  const many = `${reply.rowCount} ${reply.rowCount === 1 ? 'row' : 'rows'}`;
  output.line(output.paint('dim', `${reply.kind === 'write' ? `${many} written` : many}, ${reply.trace.ms} ms, trace ${reply.trace.id}`));
}
