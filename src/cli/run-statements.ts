import { type CallOptions, type Client, SvcError } from '../client/index.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Context } from './context.ts';
import type { Flags } from './options.ts';
import { showRows } from './output/reply.ts';
import { whileSpinning } from './output/spinner.ts';
import type { WrittenStatement } from './read/statements.ts';
import { transactionWordOf } from './read/transaction-word.ts';
import { showRun } from './show-run.ts';
import { Stop } from './stop.ts';

interface Several {
  readonly client: Client;
  readonly db: string;
  readonly statements: readonly WrittenStatement[];
}

/**
 * One statement after the other, each a transaction of its own. Where one fails, those before it stay, and it is said
 * which it was; those after it are not sent.
 */
export async function runEach(
  context: Context,
  { client, db, statements }: Several,
  flags: Flags,
  options: CallOptions = {},
): Promise<void> {
  const { note } = context.output;
  const traceIds: string[] = [];
  let done = 0;
  try {
    for (const { sql } of statements) {
      const running = `Running statement ${done + 1} of ${statements.length}`;
      const reply = await whileSpinning(running, () => client.run({ db, sql }, options));
      await showRun(context, reply, flags);
      done += 1;
      if (reply.kind !== 'write') continue;
      traceIds.push(reply.trace.id);
      context.remember({ written: { db, traceIds } });
    }
  } catch (error) {
    const failed = named(statements, done);
    const outcome = isUnknown(error) ? `; whether ${failed} is done too is not known` : `; ${failed} failed`;
    const back = traceIds.length > 0 ? ' `svc undo` takes back what was written before it.' : '';
    note(`svc: ${doneOf(done, statements)}${outcome}, and nothing after it was sent.${back}`);
    throw error;
  }
}

/** All of them in one transaction: they are done, or none is. */
export async function runTogether(
  context: Context,
  { client, db, statements }: Several,
  { json, records }: Flags,
  options: CallOptions = {},
): Promise<void> {
  const { output } = context;
  const input = { db, statements: statements.map(({ sql }) => ({ sql })) };
  const running = `Running ${statements.length} statements as one transaction`;
  const reply = await whileSpinning(running, () => client.transaction(input, options)).catch((error: unknown) => {
    const number = statementOf(error);
    const failed = number === null ? '' : `${named(statements, number - 1)} failed, and `;
    output.note(
      isUnknown(error)
        ? `svc: Whether the ${statements.length} statements are done is not known; they are all done, or none is.`
        : `svc: ${capital(failed)}${failed === '' ? 'None' : 'none'} of the ${statements.length} statements is done.`,
    );
    throw error;
  });
  context.remember({ written: { db, traceIds: [reply.trace.id] } });
  if (json) return output.json(reply);
  for (const { kind, ...result } of reply.results) {
    await showRows(output, result, { records: records === true });
    output.line(output.paint('dim', `${rowsOf(result.rowCount)}${kind === 'write' ? ' written' : ''}`));
  }
  output.line(output.paint('dim', `${statements.length} statements in one transaction, ${reply.trace.ms} ms, trace ${reply.trace.id}`));
}

/** What cannot be sent, before anything is. @throws Stop usage */
export function requireSendable(statements: readonly WrittenStatement[], isOne: boolean): void {
  const length = statements.reduce((sum, { sql }) => sum + sql.length, 0);
  const long = statements.findIndex(({ sql }) => sql.length > LIMITS.sqlMaxLength);
  if (long >= 0)
    throw new Stop(
      'usage',
      `${statements.length === 1 ? 'The SQL' : `${capital(named(statements, long))}`} has ${counted(statements[long]?.sql.length ?? 0)} characters; one statement takes ${counted(LIMITS.sqlMaxLength)}.`,
      'Nothing was sent. Rows of a file go in with `svc insert`, long values with --params.',
    );
  const control = statements.findIndex(({ sql }) => transactionWordOf(sql) !== null);
  if (control >= 0)
    throw new Stop(
      'usage',
      `${statements.length === 1 ? 'It' : capital(named(statements, control))} begins or ends a transaction, which is not sent as SQL.`,
      statements.length === 1
        ? 'Nothing was sent. `svc run --transaction` takes the statements of one transaction, of an argument or a file; `svc shell` takes BEGIN and COMMIT.'
        : `Nothing was sent. Leave such statements out; ${isOne ? 'with --transaction' : 'add --transaction, and'} all that are left are one transaction.`,
    );
  if (statements.length === 1) return;
  if (isOne && (statements.length > LIMITS.transactionStatementsMax || length > LIMITS.sqlMaxLength))
    throw new Stop(
      'usage',
      `${counted(statements.length)} statements of ${counted(length)} characters; one transaction takes ${LIMITS.transactionStatementsMax} of ${counted(LIMITS.sqlMaxLength)} together.`,
      'Nothing was sent. Rows of a file go in with `svc insert`.',
    );
}

const named = (statements: readonly WrittenStatement[], index: number): string =>
  `statement ${index + 1} of ${counted(statements.length)} (line ${statements[index]?.line})`;
const doneOf = (done: number, { length }: readonly WrittenStatement[]): string =>
  `${done === 0 ? 'None' : counted(done)} of the ${counted(length)} statements ${done > 1 ? 'are' : 'is'} done`;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const counted = (number: number): string => number.toLocaleString('en-US');
const rowsOf = (count: number): string => (count === 1 ? '1 row' : `${counted(count)} rows`);

/** Which statement of a transaction failed, as the service says. */
function statementOf(error: unknown): number | null {
  const { statement } = (error instanceof SvcError ? (error.body?.params as { statement?: unknown } | undefined) : undefined) ?? {};
  return typeof statement === 'number' ? statement : null;
}

/** Whether it may have been done although no answer came. */
const isUnknown = (error: unknown): boolean =>
  error instanceof SvcError && ['network_error', 'non_json_response', 'aborted', 'outcome_unknown', 'db_unreachable'].includes(error.code);
