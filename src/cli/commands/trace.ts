import type { Receipt, ReplayReply } from '../../contract/traces.ts';
import type { Run } from '../command-run.ts';
import type { Context } from '../context.ts';
import { showRows } from '../output/reply.ts';
import { safeText } from '../output/safe-text.ts';

/** The receipt of one request; with --replay its read is run again. */
export const trace: Run = async (context, [id = ''], { replay, json }) => {
  const client = await context.client();
  const { output } = context;
  if (replay) {
    const reply = await client.replayTrace({ id });
    if (json) output.json(reply);
    else await showReplay(context, reply);
    return 'ok';
  }
  const receipt = await client.getTrace({ id });
  if (json) output.json(receipt);
  else showReceipt(context, receipt);
  return 'ok';
};

function showReceipt({ output }: Context, receipt: Receipt): void {
  const { asked, outcome } = receipt;
  const lines: readonly (readonly [string, string | null | undefined])[] = [
    ['asked', asked.text ?? asked.sql ?? (asked.table === undefined ? asked.traceId : `${asked.rows} rows into ${asked.table}`)],
    ['read as', asked.question],
    ['by', `${receipt.operation} over ${receipt.surface}, ${receipt.createdAt}`],
    ['database', receipt.dbId],
    ['plan', receipt.plan],
    [
      'planned by',
      receipt.model === null
        ? null
        : `${receipt.model}${receipt.confidence === null ? '' : `, confidence ${receipt.confidence.toFixed(2)}`}`,
    ],
    ['assumed', receipt.assumptions.join('; ')],
    ['sql', receipt.sql],
    ['values', receipt.params === null ? 'too large to keep' : receipt.params.length > 0 ? JSON.stringify(receipt.params) : null],
    ['told to a model', receipt.egress ? JSON.stringify(receipt.egress) : null],
    ['outcome', outcomeText(outcome)],
    ['took', `${receipt.ms} ms (${receipt.steps.map(({ type, ms }) => `${type} ${ms}`).join(', ')})`],
    ['kept until', receipt.expiresAt.slice(0, 10)],
  ];
  for (const [name, text] of lines)
    if (text) output.line(`${output.paint('bold', name.padEnd(NAME_WIDTH))} ${safeText(text).replaceAll('\n', INDENT)}`);
}

const NAME_WIDTH = 15;
/** SQL of several lines stands under its first. */
const INDENT = `\n${' '.repeat(NAME_WIDTH + 1)}`;

function outcomeText({ status, kind, answer, rowCount, truncated, code, message }: Receipt['outcome']): string {
  if (status === 'error') return `${code}: ${message}`;
  const rows = rowCount === undefined ? '' : ` (${rowCount} ${rowCount === 1 ? 'row' : 'rows'}${truncated ? ', and there were more' : ''})`;
  return `${kind ?? 'done'}${answer === undefined ? '' : `: ${answer}`}${rows}`;
}

async function showReplay({ output }: Context, reply: ReplayReply): Promise<void> {
  output.line(output.paint('bold', SAID[String(reply.same)] ?? ''));
  if (reply.same && reply.sameOrder === false) output.line('They came in another order.');
  await showRows(output, reply);
}

const SAID: Readonly<Record<string, string>> = {
  true: 'The result is the same.',
  false: 'The result is another now.',
  null: 'The receipt has no hash of its rows, so the two cannot be compared.',
};
