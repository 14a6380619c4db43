import type { Schemas } from '../ask/schemas.ts';
import { databaseOf } from '../ask/text.ts';
import { type Call, type Handler, Streamed, sessionOf } from '../call.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Input } from '../contract/operations.ts';
import type { Room } from '../databases/room.ts';
import { isScoped, targetOfRows } from '../databases/target.ts';
import type { Engine, EngineOf, Target } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import type { GrantAccess } from '../grants/access.ts';
import { type Once, requireIdempotencyKey } from '../once.ts';
import type { ReadWritten } from '../plan/parse/written.ts';
import { resultSet } from '../result-set.ts';
import { databaseOfCaller, engineFor, readableDatabase, requireOwnWord, requireWriteAccess } from '../rights.ts';
import type { Databases } from '../store/databases.ts';
import { startTrace } from '../trace.ts';
import { explainRefusal } from './explain-refusal.ts';
import { judge } from './judge.ts';
import { placeIn } from './place.ts';

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
    const verdict = await judge({ sql: input.sql, engine, schemas, target, call });
    if (verdict.kind === 'deny')
      throw new Fault('sql_rejected', {
        params: {
          reason: verdict.reason,
          ...(verdict.position === undefined ? {} : placeIn(input.sql, verdict.position)),
          ...(verdict.nearest ? { nearest: verdict.nearest } : {}),
        },
      });
    // It counts the rows that the scope leaves out, and estimates with what is known of all of them.
    if (verdict.verb === 'explain' && isScoped(target)) throw new Fault('sql_rejected', { params: { reason: EXPLAINS_ALL } });
    watch.step('validated');

    const params = input.params ?? [];
    if (params.length < verdict.paramCount) {
      throw new Fault('sql_rejected', {
        params: { reason: `The statement uses $${verdict.paramCount}, and ${params.length} bound values came; send each in \`params\`.` },
      });
    }
    if (params.length > verdict.paramCount) {
      throw new Fault('invalid_body', {
        params: { issues: [{ path: 'params', message: `The statement takes ${verdict.paramCount} bound values; ${params.length} came.` }] },
      });
    }
    const unstorable = params.findIndex(holdsHalfCharacter);
    if (unstorable >= 0)
      throw new Fault('invalid_value', {
        params: { reason: `params[${unstorable}] holds half of a surrogate pair, which is no character.` },
      });
    const given = { sql: verdict.sql, params };
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
    const statement = await engine.bound(target, given, call.leaving);
    const written = readWritten(statement.sql, statement.params, schema);
    const verb = verdict.verb === 'update' || verdict.verb === 'delete' ? verdict.verb : 'insert';
    const reply = once.hosted(call, {
      engine,
      target,
      as: 'writer',
      work: async (transaction) => {
        // Here, so that a retry which only gets its reply again is not paid for.
        if (verdict.verb !== 'delete') await room.forRows(call);
        await spend(call, input.sql);
        const { rows, notUndoable } = await engine.runKept(transaction, schema, { statement, verb, written }, maxRows);
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

const EXPLAINS_ALL =
  'EXPLAIN tells of rows that are not of this agent, end user or thread: leave agentId, endUserId and threadId out to explain the statement';

/** PostgreSQL would be sent another character in its place, and stores that (Unicode 16, 3.9, D92). */
const holdsHalfCharacter = (value: unknown): boolean =>
  typeof value === 'string' ? /\p{Surrogate}/u.test(value) : Array.isArray(value) && value.some(holdsHalfCharacter);
