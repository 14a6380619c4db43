import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { LIMITS } from '../../contract/limits.ts';
import type { Run } from '../command-run.ts';
import { requireDatabase } from '../database.ts';
import { onInterrupt } from '../interrupted.ts';
import { resultCsv } from '../output/csv.ts';
import { safeText } from '../output/safe-text.ts';
import { whileSpinning } from '../output/spinner.ts';
import { readParams } from '../read/params.ts';
import { readStatements } from '../read/statements.ts';
import { readStdin } from '../read/stdin.ts';
import { readText } from '../read/text.ts';
import { requireSendable, runEach, runTogether } from '../run-statements.ts';
import { showRun } from '../show-run.ts';
import { Stop } from '../stop.ts';

/** The statement of the argument, else of standard input; of several one after the other, or all as one transaction. */
export const run: Run = async (context, [sqlGiven], flags) => {
  const { db: dbGiven, file, params: paramsGiven, csv, json, transaction } = flags;
  const params = readParams(paramsGiven);
  if (file !== undefined && sqlGiven !== undefined) throw new Stop('usage', 'Both a file and a statement are given.', 'Give one of them.');
  const isOfStdin = (sqlGiven ?? file ?? '-') === '-';
  const sql = isOfStdin ? await readStdin('SQL') : file === undefined ? (sqlGiven ?? '') : await readText(file);
  const { statements } = readStatements(sql);
  if (statements.length === 0) throw new Stop('usage', 'The SQL is empty.');
  requireSendable(statements, transaction === true);
  const isSeveral = statements.length > 1;
  if (isSeveral && params !== null)
    throw new Stop(
      'usage',
      `--params are values of one statement; ${statements.length} are given.`,
      'Nothing was sent. Run that one by itself.',
    );
  if (isSeveral && csv && !json)
    throw new Stop('usage', `The rows of ${statements.length} statements are no one CSV.`, 'Nothing was sent. Run that one by itself.');
  const db = await requireDatabase(context, dbGiven);
  const client = await context.client();
  if (isSeveral) {
    const leaving = new AbortController();
    const forget = onInterrupt(() => leaving.abort());
    const run = transaction ? runTogether : runEach;
    await run(context, { client, db, statements }, flags, { signal: leaving.signal }).finally(forget);
    return 'ok';
  }
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
