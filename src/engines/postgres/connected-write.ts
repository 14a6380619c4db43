import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { LIMITS } from '../../contract/limits.ts';
import { Fault } from '../../fault.ts';
import type { Leaving } from '../../lib/leaving.ts';
import type { Commit, ConnectedWrites } from '../connected.ts';
import type { Engine, Once, Rows, Statement, Target, WriteOutcome } from '../engine.ts';
import { utility } from './batch.ts';
import { explained } from './check-violation.ts';
import type { CostGate } from './cost-gate.ts';
import type { PostgresSession } from './driver.ts';

interface Dependencies {
  readonly as: <T>(target: Target, signal: Leaving | undefined, work: (session: PostgresSession) => Promise<T>) => Promise<T>;
  readonly writes: ConnectedWrites;
  readonly gate: CostGate;
}

type Run = (statement: Statement, maxRows: number, ofCaller?: string | null) => Promise<Rows>;

/** Why a write there is not undone. */
export const UNKEPT = 'In a connected database nothing is kept of what a write replaces, so that it cannot be undone.';

/** Which transaction this is, and of which server's history: numbers of another mean other transactions. */
const SERVER = `(SELECT system_identifier FROM pg_control_system()) || ' ' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)`;
const OWN: Statement = { sql: `SELECT ${SERVER}, txid_current()::text`, params: [] };

/** Whether this login may be told where it is, without which a commit whose answer was lost cannot be found again. */
export const TELLS_SERVER: Statement = { sql: `SELECT ${SERVER}`, params: [] };

const outcomeOf = ({ transaction }: Commit): Statement => ({ sql: `SELECT ${SERVER}, txid_status($1)`, params: [transaction] });

/**
 * Writes that leave nothing of the service behind. Before the commit goes out the transaction's number is noted in the
 * control plane; where its answer is lost, the server is asked what became of that number (PostgreSQL manual, 9.27,
 * "Transaction ID and Snapshot Information").
 */
export function createConnectedWrite({ as, writes, gate }: Dependencies) {
  const outcome = async (target: Target, commit: Commit): Promise<Outcome> => {
    try {
      const { rows } = await as(target, undefined, (session) => session.read(outcomeOf(commit), { maxRows: 1 }));
      const [server, status] = rows[0] ?? [];
      if (server !== commit.server || status === null) return 'unknown';
      return status === 'committed' ? 'committed' : status === 'aborted' ? 'rolled back' : 'open';
    } catch (error) {
      // "Transaction ID is in the future" (22023): the server has lost what came after some moment.
      return error instanceof Fault && error.params?.sqlstate === '22023' ? 'unknown' : 'open';
    }
  };

  /** What became of a write whose commit was sent: its reply, or null when it was not committed. @throws Fault idempotency_in_progress, outcome_unknown */
  const settled = async (target: Target, once: Once, commit: Commit, tries: number): Promise<string | null> => {
    for (let left = tries; ; left--) {
      const found = await outcome(target, commit);
      if (found === 'committed') {
        await writes.done(once, commit);
        return commit.reply;
      }
      if (found === 'rolled back') {
        await writes.rolledBack(once, commit);
        return null;
      }
      if (found === 'unknown') throw new Fault('outcome_unknown');
      if (left <= 1) throw new Fault('idempotency_in_progress', { params: { reason: LOST } });
      await pause(RETRY_MS);
    }
  };

  /** The reply of an earlier attempt; null when this one may go on. */
  const begun = async (target: Target, once: Once, attempt: string): Promise<string | null> => {
    for (let again = false; ; again = true) {
      const known = await writes.begin(target.dbId, once, attempt);
      if (known.kind === 'mine') return null;
      if (known.kind === 'done') return known.reply;
      if (known.kind === 'conflict') throw new Fault('idempotency_conflict');
      if (known.kind === 'started' || again) throw new Fault('idempotency_in_progress');
      const reply = await settled(target, once, known.commit, 1);
      if (reply !== null) return reply;
    }
  };

  const inTransaction = <T>(target: Target, signal: Leaving, work: (session: PostgresSession, run: Run) => Promise<T>): Promise<T> =>
    as(target, signal, async (session) => {
      await session.begin('read write', SETTINGS);
      try {
        return await work(session, (statement, maxRows, ofCaller) => {
          const tag = SAVEPOINTS.exec(statement.sql)?.[1];
          const runIt = () => session.run(statement, { maxRows, signal, ...(tag === undefined ? {} : { tag }) });
          return typeof ofCaller === 'string' ? gate.write(session, statement, signal, runIt) : runIt();
        });
      } catch (error) {
        if (error instanceof CommitLost) throw error.fault;
        await session.rollback();
        if ((error as { code?: unknown }).code === NO_RIGHT)
          throw new Fault('forbidden', { params: { reason: `${NOT_ALLOWED} ${(error as Error).message}.` }, cause: error });
        throw await explained(error, (statement) => session.read(statement, { maxRows: 1, signal }));
      }
    });

  const write: Engine['write'] = async (target, once, work, { signal }): Promise<WriteOutcome> => {
    const attempt = randomUUID();
    const earlier = await begun(target, once, attempt);
    if (earlier !== null) return { kind: 'replayed', reply: earlier };
    let sent: Commit | null = null;
    try {
      const reply = await inTransaction(target, signal, async (session, run) => {
        const [server, transaction] = (await run(OWN, 1)).rows[0] ?? [];
        const read = (statement: Statement, maxRows: number) => session.readInside(statement, { maxRows, signal });
        const judge = (statement: Statement) => gate.judgeWrite(session, statement, signal);
        const text = await work({ once, unkept: UNKEPT, run, judge, read, copy: refuseCopy, lose: () => undefined });
        const commit = { server: String(server), transaction: String(transaction), reply: text };
        if (!(await writes.executing(once, attempt, commit))) throw new Fault('idempotency_in_progress');
        sent = commit;
        // From here on the caller's leaving changes nothing: the commit is on its way.
        await session.commit().catch((error: unknown) => {
          throw isRefusal(error, session) ? error : new CommitLost();
        });
        return text;
      });
      // Where this fails, the next try asks the server.
      if (sent) await writes.done(once, sent).catch(() => undefined);
      return { kind: 'written', reply };
    } catch (error) {
      const commit = sent as Commit | null;
      if (commit === null) {
        await writes.abandon(once, attempt).catch(() => undefined);
        throw error;
      }
      const reply = await settled(target, once, commit, TRIES);
      if (reply === null) throw error;
      return { kind: 'written', reply };
    }
  };

  return {
    write,
    async replay(target: Target, once: Once): Promise<string | null> {
      const known = await writes.find(once);
      if (known.kind === 'conflict') throw new Fault('idempotency_conflict');
      if (known.kind === 'done') return known.reply;
      return known.kind === 'executing' ? await settled(target, once, known.commit, 1) : null;
    },
    /** Runs what is rolled back in any case: what a statement would do. */
    rolledBack: <T>(target: Target, statement: Statement, signal: Leaving, work: (run: Run) => Promise<T>): Promise<T> =>
      inTransaction(target, signal, async (session, run) => {
        await gate.judgeWrite(session, statement, signal);
        const result = await work((each, maxRows) => run(each, maxRows, statement.sql));
        await session.rollback();
        return result;
      }),
  };
}

const refuseCopy = async (): Promise<never> => {
  throw new Fault('forbidden', { params: { reason: 'Packs are imported into hosted databases alone.' } });
};

type Outcome = 'committed' | 'rolled back' | 'open' | 'unknown';

/** No answer came to a commit. */
class CommitLost extends Error {
  readonly fault = new Fault('db_unreachable', { params: { reason: NOT_COMMITTED }, cause: this });
}

/** Whether the server itself says that the commit was refused, such as for a constraint that is checked at the end; it is then rolled back. */
const isRefusal = (error: unknown, { broken }: PostgresSession): boolean =>
  broken === null && /^(22|23|40|42|P0)/.test(String((error as { code?: unknown }).code));

/** SQLSTATE insufficient_privilege. */
const NO_RIGHT = '42501';
const NOT_ALLOWED = 'The login by which this database was connected may not do that there:';
const NOT_COMMITTED = 'The connection was lost before the write was committed; nothing was written.';
const LOST =
  'The connection was lost while the write was being committed. Whether it was is asked of the server: send the same request again, with the same key.';

/** What the service itself sends beside statements that read and write; no text of a caller's gets past the guard with these. */
const SAVEPOINTS = /^(SAVEPOINT|RELEASE|ROLLBACK)(?: TO)?(?: SAVEPOINT)? svc_insert$/;

const TRIES = 4;
const RETRY_MS = 500;

/** Of somebody else's defaults nothing is taken over that changes what a write waits for. */
const SETTINGS = [
  utility('SET TRANSACTION ISOLATION LEVEL READ COMMITTED', 'SET'),
  utility(`SET LOCAL lock_timeout = '${LIMITS.lockTimeoutMs}ms'`, 'SET'),
];
