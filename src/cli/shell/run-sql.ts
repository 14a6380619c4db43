import type { Context } from '../context.ts';
import { whileSpinning } from '../output/spinner.ts';
import { readStatements, type WrittenStatement } from '../read/statements.ts';
import { transactionWordOf } from '../read/transaction-word.ts';
import { requireSendable, runEach, runTogether } from '../run-statements.ts';
import { showRun } from '../show-run.ts';
import { Stop } from '../stop.ts';
import type { Held, Session } from './session.ts';

/** The statements of a text, each by itself, or held for a transaction. */
export async function runSql(context: Context, session: Session, text: string): Promise<void> {
  const { output } = context;
  let apart: WrittenStatement[] = [];
  const runApart = async (): Promise<void> => {
    const statements = apart;
    apart = [];
    if (statements.length > 0) await runEachApart(context, session, statements);
  };
  for (const statement of readStatements(text).statements) {
    const word = transactionWordOf(statement.sql);
    if (word === null && session.held === null) {
      apart.push(statement);
      continue;
    }
    await runApart();
    if (word === null) hold(session, statement);
    else if (!BARE.test(statement.sql))
      throw new Stop('usage', 'Savepoints, and modes of a transaction, are not to be had here.', 'BEGIN, COMMIT and ROLLBACK are.');
    else if (word === 'begin') {
      if (session.held) throw new Stop('usage', 'A transaction is begun already.', HOW_IT_ENDS);
      session.held = { db: chosen(session), statements: [] };
      output.note('What follows is held, and run by COMMIT; as one transaction. ROLLBACK; drops it.');
    } else await end(context, session, word === 'commit');
  }
  await runApart();
  if (session.held && session.held.statements.length > 0) output.note(`${held(session.held)}; COMMIT; runs, ROLLBACK; drops.`);
}

/** Of a shell that is left; null where nothing is held. */
export const leftWords = ({ held: transaction }: Session): string | null =>
  transaction && transaction.statements.length > 0 ? `${held(transaction)}, for a COMMIT that did not come: nothing of it is done.` : null;

export const HOW_IT_ENDS = 'COMMIT; runs what is held, ROLLBACK; drops it.';

const BARE = /^(?:begin|start\s+transaction|commit|end|rollback|abort)(?:\s+(?:work|transaction))?$/i;

const held = ({ statements: { length } }: Held): string => (length === 1 ? '1 statement is held' : `${length} statements are held`);

function chosen({ db }: Session): string {
  if (db !== null) return db;
  throw new Stop('usage', 'No database is chosen.', '\\l lists yours and \\c chooses one; a sentence that says what to keep makes one.');
}

async function runEachApart(context: Context, session: Session, statements: readonly WrittenStatement[]): Promise<void> {
  const { records } = session;
  const db = chosen(session);
  requireSendable(statements, false);
  const client = await context.client();
  const [{ sql } = { sql: '' }] = statements;
  if (statements.length > 1) await runEach(context, { client, db, statements }, { records });
  else await showRun(context, await whileSpinning('Running the SQL', () => client.run({ db, sql })), { records });
}

function hold(session: Session, statement: WrittenStatement): void {
  if (!session.held) return;
  const statements = [...session.held.statements, statement];
  requireSendable(statements, true);
  session.held = { ...session.held, statements };
}

/** Whatever comes of it, the transaction is over, as in PostgreSQL. */
async function end(context: Context, session: Session, isToRun: boolean): Promise<void> {
  const transaction = session.held;
  if (!transaction) throw new Stop('usage', 'No transaction is begun.', 'BEGIN; begins one.');
  session.held = null;
  const { db, statements } = transaction;
  if (statements.length === 0 || !isToRun) context.output.note('Nothing was run.');
  // One statement is a transaction by itself.
  else if (statements.length === 1) await runEachApart(context, session, statements);
  else await runTogether(context, { client: await context.client(), db, statements }, { records: session.records });
}
