import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Client } from '../../client/index.ts';
import type { DatabaseSchemaReply } from '../../contract/database.ts';
import type { Run } from '../command-run.ts';
import type { Context } from '../context.ts';
import { databaseOf, listDatabases } from '../database.ts';
import { sayFailure } from '../failure.ts';
import { onInterrupt } from '../interrupted.ts';
import { safeText } from '../output/safe-text.ts';
import { putGoal } from '../put-goal.ts';
import { openHistory } from '../shell/history.ts';
import { isSql, isWhole } from '../shell/is-sql.ts';
import { META } from '../shell/meta.ts';
import { completerOf } from '../shell/names.ts';
import { readLines } from '../shell/read-lines.ts';
import { HOW_IT_ENDS, leftWords, runSql } from '../shell/run-sql.ts';
import type { Session } from '../shell/session.ts';
import { Stop } from '../stop.ts';

/** A prompt for questions and SQL alike, until \q or the end of input. What fails is said, and the prompt comes back. */
export const shell: Run = async (outer, [given], { db: dbGiven, model }) => {
  const { output, settings } = outer;
  if (!output.canAsk) throw new Stop('usage', 'The shell needs a terminal.', '`svc ask` and `svc run` take what comes on a pipe.');
  let leaving = new AbortController();
  const context: Context = { ...outer, client: async () => interruptible(await outer.client(), () => leaving.signal) };
  const session: Session = { db: await databaseOf(context, given ?? dbGiven), records: false, held: null, isOver: false };
  const history = openHistory(join(dirname(settings.stateFile), 'history'));
  const thread = `shell-${randomUUID().slice(0, 8)}`;
  let known: Known = NOTHING;
  /** What was asked for may have changed the tables. */
  let isStale = true;

  /** Ctrl-C ends what runs, and not the shell. */
  const doing = async (work: () => Promise<unknown>): Promise<void> => {
    leaving = new AbortController();
    const forget = onInterrupt(() => leaving.abort());
    try {
      await work();
    } catch (error) {
      if (leaving.signal.aborted) output.note('Cancelled. A write that was on its way may have been done; `svc schema` and the rows tell.');
      else sayFailure(error, { context, isJson: false });
    } finally {
      forget();
    }
  };
  const does = async (text: string): Promise<void> => {
    if (text.startsWith('\\')) {
      const [word = '', ...rest] = text.split(/\s+/);
      const row = META[word];
      if (!row) throw new Stop('usage', `There is no ${word} here.`, '\\? lists what there is.');
      await row.run(context, session, rest.join(' '));
    } else if (isSql(text)) await runSql(context, session, text);
    else {
      if (session.held) throw new Stop('usage', 'A transaction is begun, and takes SQL alone.', HOW_IT_ENDS);
      const pin = session.db === null ? {} : { db: session.db };
      // In an agent memory a thread is a bound on the rows that are seen.
      const on = session.db === null || known.isMemory ? {} : { threadId: thread };
      await putGoal(context, { goal: text, ...pin, ...on, ...(model === undefined ? {} : { model }) }, { records: session.records });
      session.db ??= context.remembered().db ?? null;
      isStale = true;
    }
  };

  output.note('Questions, and SQL that ends with a semicolon. \\? lists what else there is, \\q leaves.');
  let begun = '';
  let pending = '';
  while (!session.isOver) {
    if (isStale || known.of !== session.db) await doing(async () => (known = await knownOf(context, session.db)));
    isStale = false;
    const prompt =
      pending === '' ? `${safeText(known.name)}${session.held ? '*' : ''}> ` : `${' '.repeat(Math.max(0, known.name.length - 3))}...> `;
    const typed = await readLines({ prompt, history: history.lines, completer: completerOf(known.schema, Object.keys(META)), begun });
    begun = typed.begun;
    if (typed.lines === null) break;
    if (typed.lines.length === 0) pending = '';
    for (const line of typed.lines) {
      const text = pending === '' ? line : `${pending}\n${line}`;
      pending = '';
      if (text.trim() === '') continue;
      if (isSql(text) && !isWhole(text)) {
        pending = text;
        continue;
      }
      history.add(text.replaceAll('\n', ' '));
      await doing(() => does(text.trim()));
      if (session.isOver) break;
    }
  }
  const left = leftWords(session);
  if (left) output.note(left);
  return 'ok';
};

interface Known {
  /** The database that this is about. */
  readonly of: string | null;
  readonly name: string;
  readonly isMemory: boolean;
  readonly schema: DatabaseSchemaReply | null;
}

const NOTHING: Known = { of: null, name: 'svc', isMemory: false, schema: null };

/** What the prompt and the completion say of a database; of one that cannot be read now, its id. */
async function knownOf(context: Context, db: string | null): Promise<Known> {
  if (db === null) return NOTHING;
  const found = (await listDatabases(context)).find(({ dbId }) => dbId === db);
  const schema = await (await context.client()).describeDatabase({ id: db }).catch(() => null);
  return { of: db, name: found?.slug ?? db, isMemory: found?.preset === 'agent_memory_v1', schema };
}

/** Each call ends with the signal of the moment. */
const interruptible = (client: Client, signal: () => AbortSignal): Client =>
  Object.fromEntries(
    Object.entries(client).map(([name, method]) => [
      name,
      (input?: unknown, options?: object) => (method as (...given: unknown[]) => unknown)(input, { signal: signal(), ...options }),
    ]),
  ) as unknown as Client;
