import type { Schemas } from '../ask/schemas.ts';
import { databaseOf } from '../ask/text.ts';
import { type Call, type Handler, sessionOf } from '../call.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Input } from '../contract/operations.ts';
import { lengthOf } from '../contract/text.ts';
import type { TransactionReply, TransactionResult } from '../contract/transaction.ts';
import type { Room } from '../databases/room.ts';
import { targetOfRows } from '../databases/target.ts';
import { encodeReply, tooLarge } from '../encode-reply.ts';
import type { CallersWrite, Engine, EngineOf, KeptRun, Statement, Target, WriteTransaction } from '../engines/engine.ts';
import { Fault, withParams } from '../fault.ts';
import { type Once, requireIdempotencyKey } from '../once.ts';
import type { Schema } from '../plan/schema.ts';
import { resultSet } from '../result-set.ts';
import { databaseOfCaller, ownDatabase, requireOwnWord, requireWriteAccess } from '../rights.ts';
import type { Databases } from '../store/databases.ts';
import { startTrace } from '../trace.ts';
import { type Accepted, accept, asWrite, type ReadWritten } from './accept.ts';
import { explainRefusal } from './explain-refusal.ts';

interface Dependencies {
  readonly databases: Databases;
  readonly engine: EngineOf;
  readonly once: Once;
  readonly room: Room;
  readonly schemas: Schemas;
  readonly readWritten: ReadWritten;
  readonly spend: (call: Call, prompt: string) => Promise<void>;
  /** Of all statements together. */
  readonly timeoutMs: number;
}

/** Several statements of SQL in one transaction as the writer: all are judged before the first runs, each is sent by itself, and all of them are done or none. */
export function createTransaction({
  databases,
  engine: engineOf,
  once,
  room,
  schemas,
  readWritten,
  spend,
  timeoutMs,
}: Dependencies): Handler<'transaction'> {
  return async (input, call) => {
    const id = databaseOf(input) ?? databaseOfCaller(call.caller);
    if (!id) throw new Fault('db_required');
    requireSize(input.statements);
    requireWriteAccess(call.caller);
    requireIdempotencyKey(call);
    requireOwnWord(call.caller);
    const database = await ownDatabase(databases, call.caller, id);
    const engine = engineOf(database);
    if (engine.name === 'clickhouse') throw new Fault('sql_rejected', { params: { reason: NO_TRANSACTIONS } });
    const target = targetOfRows(database, input);
    const watch = startTrace(call);
    /** Which statement is looked at or runs, from 1; 0 while none does. */
    let at = 0;
    let accepted: readonly Accepted[] = [];
    const numbered = async (error: unknown): Promise<never> => {
      const { text, given } = accepted[at - 1] ?? {};
      const schema = () => schemas.of(engine, id, call.signal);
      const told = text === undefined || !given ? error : await explainRefusal(error, { text, statement: given.sql, schema });
      throw at > 0 && told instanceof Fault ? withParams(told, { statement: at }) : told;
    };
    const inOrder = async <T, R>(items: readonly T[], work: (item: T, number: number) => Promise<R>): Promise<R[]> => {
      const results: R[] = [];
      for (const [index, item] of items.entries()) {
        at = index + 1;
        results.push(await work(item, at));
      }
      at = 0;
      return results;
    };

    try {
      accepted = await inOrder(input.statements, (statement) => accept(statement, { engine, schemas, target, call }));
      if (accepted.every(({ verdict }) => verdict.class === 'read'))
        throw new Fault('sql_rejected', { params: { reason: NOTHING_WRITES } });
      watch.step('validated');
      databases.touch(id);
      const schema = await schemas.of(engine, id, call.signal);
      const prepared = await inOrder(accepted, (one) => prepare(one, { engine, target, call, schema, readWritten }));
      watch.step('executing');
      return await once.hosted(call, {
        engine,
        target,
        as: 'writer',
        // It may be begun again: nothing of an earlier attempt is left in what it counts.
        work: async (transaction): Promise<TransactionReply> => {
          if (accepted.some(({ verdict }) => verdict.class === 'write' && verdict.verb !== 'delete')) await room.forRows(call);
          await spend(call, accepted[0]?.text ?? '');
          const until = performance.now() + timeoutMs;
          const left = { rows: input.maxRows ?? LIMITS.jsonRowsDefault, bytes: LIMITS.replyMaxBytes };
          const runs: KeptRun[] = [];
          const results = await inOrder(prepared, async (statement, number): Promise<TransactionResult> => {
            if (performance.now() > until) throw new Fault('query_timeout', { params: { limitMs: timeoutMs } });
            const run = await runOne(statement, ofStatement(transaction, number), { engine, schema, maxRows: left.rows });
            runs.push(run);
            const result: TransactionResult = {
              kind: 'write' in statement ? 'write' : 'query',
              ...(await resultSet(run.rows, input.numbers)),
            };
            left.rows -= run.rows.rows.length;
            left.bytes -= run.rows.rows.length === 0 ? 0 : Buffer.byteLength(await encodeReply(result.data));
            if (left.bytes < 0) throw tooLarge();
            return result;
          });
          watch.step('rows');
          const changed = runs.reduce((sum, { rows }) => sum + (rows.affected ?? 0), 0);
          const notUndoable = runs.map((run) => run.notUndoable).find((reason) => reason !== null) ?? null;
          const statement = { sql: accepted.map(({ given }) => given.sql).join(';\n'), params: accepted.map(({ given }) => given.params) };
          return {
            status: 'ok',
            kind: 'write',
            session: sessionOf(call, id),
            results,
            rowCount: changed,
            trace: watch.trace({ engine: engine.name, statement, model: 'raw', ...(changed === 0 ? {} : { notUndoable }) }),
          };
        },
      });
    } catch (error) {
      return await numbered(error);
    }
  };
}

/** Bounds of one statement hold for all of them together. */
function requireSize(statements: Input<'transaction'>['statements']): void {
  if (statements.some(({ sql }) => sql.trim() === '')) throw new Fault('sql_required');
  if (statements.reduce((sum, { sql }) => sum + lengthOf(sql), 0) > LIMITS.sqlMaxLength)
    throw new Fault('sql_too_long', { params: { maxLength: LIMITS.sqlMaxLength } });
  const values = statements.reduce((sum, { params }) => sum + (params?.length ?? 0), 0);
  if (values > LIMITS.paramsMax)
    throw new Fault('invalid_body', {
      params: {
        issues: [{ path: 'statements', message: `All statements together take at most ${LIMITS.paramsMax} bound values; ${values} came.` }],
      },
    });
}

type Prepared = { readonly write: CallersWrite } | { readonly read: Statement };

interface Preparing extends Pick<Dependencies, 'readWritten'> {
  readonly engine: Engine;
  readonly target: Target;
  readonly call: Call;
  readonly schema: Schema;
}

async function prepare(one: Accepted, { engine, target, call, schema, readWritten }: Preparing): Promise<Prepared> {
  if (one.verdict.class === 'write') return { write: await asWrite(one, { engine, target, call }, { schema, readWritten }) };
  return { read: await engine.bound(target, one.given, call.leaving) };
}

/** Each statement's writes are kept apart, so that an undo takes them back one after the other, the last one first. */
const ofStatement = (transaction: WriteTransaction, number: number): WriteTransaction => ({
  ...transaction,
  once: { ...transaction.once, part: number },
});

async function runOne(
  statement: Prepared,
  transaction: WriteTransaction,
  { engine, schema, maxRows }: { readonly engine: Engine; readonly schema: Schema; readonly maxRows: number },
): Promise<KeptRun> {
  if ('write' in statement) return await engine.runKept(transaction, schema, statement.write, maxRows);
  if (!transaction.read) throw new Error('The engine has no reads inside of a write.');
  await transaction.judge?.(statement.read);
  return { rows: await transaction.read(statement.read, maxRows), notUndoable: null };
}

const NO_TRANSACTIONS = 'ClickHouse has no transactions: send its statements one by one, by POST /v1/run';
const NOTHING_WRITES = 'None of the statements writes: a transaction is for what writes; send reads one by one, by POST /v1/run';
