import { databaseOf } from '../ask/text.ts';
import { type Call, type Handler, sessionOf } from '../call.ts';
import type { MemoryKind, RememberedRow, RememberReply, RememberRequest } from '../contract/memory.ts';
import type { Room } from '../databases/room.ts';
import type { EngineOf, RememberedRow as Row } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import type { Once } from '../once.ts';
import { ownDatabase, requireWriteAccess } from '../rights.ts';
import type { Databases } from '../store/databases.ts';
import { startTrace } from '../trace.ts';
import type { Meaning } from './meaning.ts';
import { readRequest } from './read-request.ts';

interface Dependencies {
  readonly databases: Databases;
  readonly engine: EngineOf;
  readonly once: Once;
  readonly room: Room;
  /** Told of what was written. */
  readonly meaning: Pick<Meaning, 'remembered'> | null;
  readonly spend: (call: Call, prompt: string | null) => Promise<void>;
}

/** Rows of an agent memory, by statements of the service's own; no model. */
export function createRemember({ databases, engine: engineOf, once, room, meaning, spend }: Dependencies): Handler<'remember'> {
  return async (input, call) => {
    const id = databaseOf(input);
    if (!id) throw new Fault('db_required');
    requireWriteAccess(call.caller);
    const memories = readRequest(input, call.surface ?? 'http');
    const database = await ownDatabase(databases, call.caller, id);
    if (database.preset !== 'agent_memory_v1') throw new Fault('wrong_preset', { params: { preset: 'agent_memory_v1' } });
    const engine = engineOf(database);
    const watch = startTrace(call);
    databases.touch(id);
    const stored = await once.hosted(call, {
      engine,
      target: { dbId: id },
      as: 'owner',
      work: async (transaction): Promise<RememberReply> => {
        await room.forRows(call);
        await spend(call, null);
        const { rows, statement } = await engine.remember(transaction, memories);
        watch.step('rows');
        const written = rows.map((row, at) => replyOf(row ?? notRecalled(at, input), memories[at]?.kind ?? input.kind));
        const trace = watch.trace({ engine: engine.name, statement, model: 'raw', notUndoable: NOT_UNDONE });
        const [first] = written;
        const session = sessionOf(call, id);
        if (input.items !== undefined || first === undefined) return { status: 'ok', session, items: written, trace };
        return { status: 'ok', session, ...first, trace };
      },
    });
    meaning?.remembered(id);
    return stored;
  };
}

const replyOf = ({ id, materialisedAt, expiresAt, deduplicated }: Row, kind: MemoryKind): RememberedRow => ({
  id,
  kind,
  materialised_at: materialisedAt,
  ...(expiresAt === null ? {} : { expires_at: expiresAt }),
  deduplicated,
});

/** It may have expired, or been deleted: what somebody wanted gone does not come back by being told again. */
function notRecalled(at: number, { items }: RememberRequest): never {
  const path = items === undefined ? 'recalledFrom' : `items.${at}.recalledFrom`;
  const message = 'No such fact or episode is remembered here, or not any more. Leave it out to remember the text as a new one.';
  throw new Fault('invalid_body', { params: { issues: [{ path, message }] } });
}

export const NOT_UNDONE = 'What is remembered is not undone: delete its row, or remember what is right.';
