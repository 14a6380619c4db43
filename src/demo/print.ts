import { createOutput } from '../cli/output/output.ts';
import { showAsk, showRows, showTrace } from '../cli/output/reply.ts';
import type { AskReply } from '../contract/ask.ts';
import type { RunReply } from '../contract/run.ts';

const output = createOutput({ isColourful: true, isForScript: false });

export const { line } = output;

export const heading = (what: string, text: string): void => line(`\n${output.paint('bold', what)}  ${output.paint('cyan', text)}`);

/** The answer, the rows, the SQL and the time of one reply, as `svc` shows them. */
export async function showReply(reply: AskReply | RunReply): Promise<void> {
  if ('answer' in reply || reply.kind === 'preview') return await showAsk(output, reply);
  await showRows(output, reply);
  showTrace(output, reply.trace);
}
