import type { Audit } from '../audit/note.ts';
import type { Handler } from '../call.ts';
import type { EngineOf } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import type { Once } from '../once.ts';
import type { Databases } from '../store/databases.ts';
import type { Receipts } from '../traces/keep.ts';
import type { AnonymousAccess } from './sessions.ts';

interface Dependencies {
  readonly anonymous: AnonymousAccess;
  readonly databases: Databases;
  readonly engine: EngineOf;
  readonly once: Once;
  readonly audit: Audit;
  readonly receipts: Receipts;
  /** What waited for an account has one now. */
  readonly onAdopted: () => void;
  readonly log: { warn(facts: object, text: string): void };
}

/** All of a session's databases go to the account in one transaction, or none does. Repeating it gives the same reply. */
export function createAdoptAnonymous({
  anonymous,
  databases,
  engine,
  once,
  audit,
  receipts,
  onAdopted,
  log,
}: Dependencies): Handler<'adoptAnonymous'> {
  return async ({ token }, call) => {
    return await once.control(call, 200, async () => {
      const { ownerId } = call.caller;
      const noteOf = (ids: readonly string[]) => audit(call, { action: 'session.adopt', subject: ownerId, details: { databases: ids } });
      const adoption = await anonymous.adopt(token, ownerId, noteOf).catch((error: unknown) => {
        throw error instanceof Fault ? error : new Fault('adopt_failed', { cause: error });
      });
      if (adoption === 'unknown') throw new Fault('invalid_token');
      if (adoption === 'taken') throw new Fault('token_taken');
      for (const id of adoption.databases) {
        databases.forget(id);
        await handOver(id, ownerId);
      }
      // Those that waited under the session's name are stored under the account's, so that they are found at once.
      await receipts.flush();
      onAdopted();
      return { body: { adopted: true, databases: adoption.databases, savedPrompt: adoption.savedPrompt }, finish: null, audit: null };
    });
  };

  /** The databases are the account's by now. Where an engine is away, the same request hands them over once it is back. */
  async function handOver(dbId: string, ownerId: string): Promise<void> {
    try {
      const database = await databases.find(dbId, ownerId);
      if (database) await engine(database).handOver({ dbId }, ownerId);
    } catch (error) {
      log.warn({ err: error, dbId }, 'what a session wrote cannot be undone by the account that adopted it, until it is adopted again');
    }
  }
}
