import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { LIMITS } from '../../contract/limits.ts';
import type { Run } from '../commands.ts';
import { requireDatabase } from '../database.ts';
import { showRows } from '../output/reply.ts';
import { safeText } from '../output/safe-text.ts';
import { whileSpinning } from '../output/spinner.ts';
import { readParams } from '../read/params.ts';
import { readStdin } from '../read/stdin.ts';
import { Stop } from '../stop.ts';

/** The statement of the argument, else of standard input. */
export const run: Run = async (context, [sqlGiven], { db: dbGiven, params: paramsGiven, csv, chart, json }) => {
  const params = readParams(paramsGiven);
  const sql = sqlGiven === undefined || sqlGiven === '-' ? await readStdin('SQL') : sqlGiven;
  if (sql.trim() === '') throw new Stop('usage', 'The SQL is empty.');
  const db = await requireDatabase(context, dbGiven);
  const client = await context.client();
  const input = { db, sql, ...(params === null ? {} : { params }) };
  if (csv && !json) {
    const { body } = await whileSpinning('Running the SQL', () => client.runRows(input, 'csv'));
    const rows = Readable.fromWeb(body as ReadableStream<Uint8Array>);
    let isCut = false;
    rows.once('error', () => {
      isCut = true;
    });
    const shown = context.output.isTerminal
      ? pipeline(rows, safely, process.stdout, { end: false })
      : pipeline(rows, process.stdout, { end: false });
    await shown.catch((error: unknown) => {
      if (!isCut) throw error;
      throw new Stop(
        'failed',
        'The rows broke off: what was printed is not all of them.',
        `A stream holds at most ${LIMITS.streamedRowsMax.toLocaleString('en-US')} rows; export more in parts, with WHERE or LIMIT and OFFSET. Otherwise run it again.`,
      );
    });
    return 'ok';
  }
  const reply = await whileSpinning('Running the SQL', () => client.run(input));
  if (reply.kind === 'write') context.remember({ written: { db, traceIds: [reply.trace.id] } });
  const { output } = context;
  if (json) output.json(reply);
  else {
    await showRows(output, reply, { chart: chart === true });
    const many = `${reply.rowCount} ${reply.rowCount === 1 ? 'row' : 'rows'}`;
    output.line(output.paint('dim', `${reply.kind === 'write' ? `${many} written` : many}, ${reply.trace.ms} ms, trace ${reply.trace.id}`));
  }
  return 'ok';
};

/** What a screen is shown of the bytes: text, with what would steer it as visible escapes. */
async function* safely(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of chunks) yield safeText(decoder.decode(chunk, { stream: true }));
  yield safeText(decoder.decode());
}
