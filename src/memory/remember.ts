import { databaseOf } from '../ask/text.ts';
import { type Call, type Handler, sessionOf } from '../call.ts';
import type { RememberReply } from '../contract/memory.ts';
import type { Room } from '../databases/room.ts';
import type { EngineOf } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import { newId } from '../lib/id.ts';
import type { Once } from '../once.ts';
import { ownDatabase, requireWriteAccess } from '../rights.ts';
import type { Databases } from '../store/databases.ts';
import { startTrace } from '../trace.ts';
import { readMemory } from './read-memory.ts';

interface Dependencies {
  readonly databases: Databases;
  readonly engine: EngineOf;
  readonly once: Once;
  readonly room: Room;
  readonly spend: (call: Call, prompt: string | null) => Promise<void>;
}

/** One row of an agent memory, by a statement of the service's own; no model. */
export function createRemember({ databases, engine: engineOf, once, room, spend }: Dependencies): Handler<'remember'> {
  return async (input, call) => {
    const id = databaseOf(input);
    if (!id) throw new Fault('db_required');
    requireWriteAccess(call.caller);
    const { agentId = null, endUserId = null, threadId = null } = input;
    const memory = readMemory(input, { id: newId(), scope: { agentId, endUserId, threadId }, source: call.surface ?? 'http' });
    const database = await ownDatabase(databases, call.caller, id);
    if (database.preset !== 'agent_memory_v1') throw new Fault('wrong_preset', { params: { preset: 'agent_memory_v1' } });
    const engine = engineOf(database);
    const watch = startTrace(call);
    databases.touch(id);
    return await once.hosted(call, {
      engine,
      target: { dbId: id },
      as: 'owner',
      work: async (transaction): Promise<RememberReply> => {
        await room.forRows(call);
        await spend(call, null);
        const { id: row, deduplicated, materialisedAt, expiresAt, statement } = await engine.remember(transaction, memory);
        watch.step('rows');
        return {
          status: 'ok',
          session: sessionOf(call, id),
          id: row,
          kind: memory.kind,
          materialised_at: materialisedAt,
          ...(expiresAt === null ? {} : { expires_at: expiresAt }),
          deduplicated,
          trace: watch.trace({ engine: engine.name, statement, model: 'raw', notUndoable: NOT_UNDONE }),
        };
      },
    });
  };
}

const NOT_UNDONE = 'What is remembered is not undone: delete its row, or remember what is right.';
