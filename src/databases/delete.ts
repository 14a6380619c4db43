import type { Audit } from '../audit/note.ts';
import type { Handler } from '../call.ts';
import type { EngineOf } from '../engines/engine.ts';
import type { Once } from '../once.ts';
import { notOwn, requireNoAgent, requireReach, requireWriteAccess } from '../rights.ts';
import type { Databases } from '../store/databases.ts';

interface Dependencies {
  readonly databases: Databases;
  readonly engine: EngineOf;
  readonly once: Once;
  readonly audit: Audit;
}

/** The record is marked first, so that nobody uses what is going away and a crash between the steps is finished later. */
export function createDeleteDatabase({ databases, engine, once, audit }: Dependencies): Handler<'deleteDatabase'> {
  return async ({ id }, call) => {
    requireWriteAccess(call.caller);
    requireReach(call.caller, id);
    requireNoAgent(call.caller);
    return await once.control(call, 200, async () => {
      const served = await databases.markDeleting(id, call.caller.ownerId, audit(call, { action: 'database.delete', subject: id }));
      if (!served) throw await notOwn(databases, call.caller, id);
      // What cannot be removed yet is closed to everybody: the sweep finishes it.
      const becomes = (await engine(served).drop({ dbId: id })) === 'gone' ? 'gone' : 'going';
      return { body: { dbId: id, deleted: true }, finish: { dbId: id, becomes }, audit: null };
    });
  };
}
