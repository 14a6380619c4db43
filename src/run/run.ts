import type { Schemas } from '../ask/schemas.ts';
import { databaseOf } from '../ask/text.ts';
import { type Call, type Handler, Streamed, sessionOf } from '../call.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Input } from '../contract/operations.ts';
import type { Room } from '../databases/room.ts';
import { targetOfRows } from '../databases/target.ts';
import type { Engine, EngineOf, Target } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import type { GrantAccess } from '../grants/access.ts';
import { type Once, requireIdempotencyKey } from '../once.ts';
import { resultSet } from '../result-set.ts';
import { databaseOfCaller, engineFor, readableDatabase, requireOwnWord, requireWriteAccess } from '../rights.ts';
import type { Databases } from '../store/databases.ts';
import { startTrace } from '../trace.ts';
import { accept, asWrite, type ReadWritten } from './accept.ts';
import { explainRefusal } from './explain-refusal.ts';

interface Dependencies {
  readonly databases: Databases;
  readonly grants: GrantAccess;
  readonly engine: EngineOf;
  readonly once: Once;
  readonly room: Room;
  readonly schemas: Schemas;
  readonly readWritten: ReadWritten;
  readonly spend: (call: Parameters<Handler<'run'>>[1], prompt: string) => Promise<void>;
}

/** Raw SQL, no model: guard → rights → one statement as the reader, or one transaction as the writer. */
export function createRun({ databases, grants, engine: engineOf, once, room, schemas, readWritten, spend }: Dependencies): Handler<'run'> {
  const handler: Handler<'run'> = async (input, call) => {
    const id = databaseOf(input) ?? databaseOfCaller(call.caller);
    if (!id) throw new Fault('db_required');
    if (input.sql.trim() === '') throw new Fault('sql_required');
    const readable = await readableDatabase({ databases, grants }, call.caller, id);
    const { grant, database } = readable;
    const engine = engineFor(engineOf(database), readable, grants);
    const work = (within: Call) => run(input, within, targetOfRows(database, input), engine);
    return grant ? await grants.use(grant, call, work) : await work(call);
  };
  return handler;

  async function run(input: Input<'run'>, call: Call, target: Target, engine: Engine): ReturnType<Handler<'run'>> {
    const { dbId: id } = target;
    const watch = startTrace(call);
    const accepted = await accept(input, { engine, schemas, target, call });
    const { verdict, given } = accepted;
    watch.step('validated');
    const maxRows = input.maxRows ?? LIMITS.jsonRowsDefault;
    if (verdict.class === 'write') {
      requireWriteAccess(call.caller);
      requireIdempotencyKey(call);
      requireOwnWord(call.caller);
    }
    const refuse = async (error: unknown): Promise<never> => {
      const schema = () => schemas.of(engine, id, call.signal);
      throw await explainRefusal(error, { text: input.sql, statement: verdict.sql, schema });
    };
    databases.touch(id);
    watch.step('executing');
    if (verdict.class === 'read') {
      await spend(call, input.sql);
      const statement = await engine.bound(target, given, call.leaving);
      if (call.format !== 'json') {
        const most = input.maxRows ?? LIMITS.streamedRowsMax;
        const as = call.format === 'csv' ? 'lines' : 'values';
        const portions = { maxRows: most, signal: call.leaving, as, ofCaller: true } as const;
        return new Streamed((take) => engine.readPortions(target, statement, portions, take).catch(refuse), input);
      }
      const rows = await engine.read(target, statement, { maxRows, signal: call.leaving, ofCaller: true }).catch(refuse);
      watch.step('rows');
      const { data, columns, rowCount, truncated } = await resultSet(rows, input.numbers);
      return {
        status: 'ok',
        kind: 'query',
        session: sessionOf(call, id),
        data,
        columns,
        rowCount,
        truncated,
        trace: watch.trace({ engine: engine.name, statement: given, model: 'raw' }),
      };
    }
    const schema = await schemas.of(engine, id, call.signal);
    const write = await asWrite(accepted, { engine, target, call }, { schema, readWritten });
    const reply = once.hosted(call, {
      engine,
      target,
      as: 'writer',
      work: async (transaction) => {
        // Here, so that a retry which only gets its reply again is not paid for.
        if (verdict.verb !== 'delete') await room.forRows(call);
        await spend(call, input.sql);
        const { rows, notUndoable } = await engine.runKept(transaction, schema, write, maxRows);
        watch.step('rows');
        return {
          status: 'ok',
          kind: 'write',
          session: sessionOf(call, id),
          ...(await resultSet(rows, input.numbers)),
          trace: watch.trace({ engine: engine.name, statement: given, model: 'raw', ...(rows.affected === 0 ? {} : { notUndoable }) }),
        };
      },
    });
    return await reply.catch(refuse);
  }
}
