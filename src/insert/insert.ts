import { databaseOf } from '../ask/text.ts';
import { type Call, type Handler, sessionOf } from '../call.ts';
import type { Room } from '../databases/room.ts';
import { isScoped, targetOfRows } from '../databases/target.ts';
import type { EngineOf } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import { AlikeRows } from '../lib/alike-rows.ts';
import { createPace } from '../lib/pace.ts';
import type { Once } from '../once.ts';
import { ownDatabase, requireWriteAccess } from '../rights.ts';
import type { Databases } from '../store/databases.ts';
import { startTrace } from '../trace.ts';

interface Dependencies {
  readonly databases: Databases;
  readonly engine: EngineOf;
  readonly once: Once;
  readonly room: Room;
  readonly spend: (call: Call, prompt: string | null) => Promise<void>;
}

/** Rows in, no model: unseen tables and columns are created in the same transaction. */
export function createInsert({ databases, engine: engineOf, once, room, spend }: Dependencies): Handler<'insert'> {
  return async (input, call) => {
    const id = databaseOf(input);
    if (!id) throw new Fault('db_required');
    requireWriteAccess(call.caller);
    const alike = input.rows instanceof AlikeRows ? input.rows : null;
    const rows = async () => (alike ? await alike.read(createPace()) : Array.isArray(input.rows) ? input.rows : [input.rows]);
    const database = await ownDatabase(databases, call.caller, id);
    if (isScoped(targetOfRows(database, input))) throw new Fault('forbidden', { params: { reason: SCOPED } });
    const engine = engineOf(database);
    const watch = startTrace(call);
    return await once.hosted(call, {
      engine,
      target: { dbId: id },
      as: 'owner',
      work: async (transaction) => {
        // Here, so that a retry which only gets its reply again is not paid for.
        await room.forRows(call);
        await spend(call, null);
        const { inserted, table, createdTable, createdColumns, widenedColumns, assumptions, statement, notUndoable } =
          (alike && (await engine.insertAlike?.(transaction, input.table, alike))) ??
          (await engine.insertRows(transaction, input.table, await rows()));
        watch.step('rows');
        return {
          status: 'ok',
          session: sessionOf(call, id),
          table,
          inserted,
          created: { ...(createdTable ? { table: true } : {}), columns: [...createdColumns], widened: [...widenedColumns] },
          trace: watch.trace({ engine: engine.name, statement, model: 'raw', assumptions, notUndoable }),
        };
      },
    });
  };
}

const SCOPED =
  'Rows that are inserted are bound to no agent, end user or thread: remember what is of one (POST /v1/memory/remember), or leave the three out.';
