import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { LIMITS } from '../../contract/limits.ts';
import type { Run } from '../commands.ts';
import { requireDatabase } from '../database.ts';
import { resultCsv } from '../output/csv.ts';
import { safeText } from '../output/safe-text.ts';
import { whileSpinning } from '../output/spinner.ts';
import { readParams } from '../read/params.ts';
import { readStdin } from '../read/stdin.ts';
import { readText } from '../read/text.ts';
import { showRun } from '../show-run.ts';
import { Stop } from '../stop.ts';

/** The statement of the argument, else of standard input. */
export const run: Run = async (context, [sqlGiven], flags) => {
  const { db: dbGiven, file, params: paramsGiven, csv, json } = flags;
  const params = readParams(paramsGiven);
  if (file !== undefined && sqlGiven !== undefined) throw new Stop('usage', 'Both a file and a statement are given.', 'Give one of them.');
  const isOfStdin = (sqlGiven ?? file ?? '-') === '-';
  const sql = isOfStdin ? await readStdin('SQL') : file === undefined ? (sqlGiven ?? '') : await readText(file);
  if (sql.trim() === '') throw new Stop('usage', 'The SQL is empty.');
  if (sql.length > LIMITS.sqlMaxLength)
    throw new Stop(
      'usage',
      `The SQL has ${sql.length.toLocaleString('en-US')} characters; one statement takes ${LIMITS.sqlMaxLength.toLocaleString('en-US')}.`,
      'Nothing was sent. Rows of a file go in with `svc insert`, long values with --params.',
    );
  const db = await requireDatabase(context, dbGiven);
  const client = await context.client();
  const input = { db, sql, ...(params === null ? {} : { params }) };
  if (csv && !json) {
    const streamed = await whileSpinning('Running the SQL', () => client.runRows(input, 'csv'));
    if (!('body' in streamed)) {
      context.remember({ written: { db, traceIds: [streamed.trace.id] } });
      context.output.csv(await resultCsv(streamed));
      return 'ok';
    }
    const { body } = streamed;
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
  await showRun(context, reply, flags);
  return 'ok';
};

/** What a screen is shown of the bytes: text, with what would steer it as visible escapes. */
async function* safely(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of chunks) yield safeText(decoder.decode(chunk, { stream: true }));
  yield safeText(decoder.decode());
}
