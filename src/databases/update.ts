import { type Handler, Stored } from '../call.ts';
import type { PublishableKeys } from '../keys/publishable.ts';
import type { Once } from '../once.ts';
import { notOwn, requireOwnWord, requireReach, requireWriteAccess } from '../rights.ts';
import type { Databases } from '../store/databases.ts';
import { summary } from './summary.ts';

interface Dependencies {
  readonly databases: Databases;
  readonly publishable: PublishableKeys;
  readonly once: Once;
}

/** Its name and what models are told of it; its id, and with it every address, stays. */
export function createUpdateDatabase({ databases, publishable, once }: Dependencies): Handler<'updateDatabase'> {
  return async ({ id, name, privacy }, call) => {
    requireWriteAccess(call.caller);
    requireReach(call.caller, id);
    requireOwnWord(call.caller);
    const stored = await once.control(call, 200, async () => {
      const updated = await databases.update(id, call.caller.ownerId, {
        ...(name === undefined ? {} : { name }),
        ...(privacy === undefined ? {} : { privacy }),
      });
      if (!updated) throw await notOwn(databases, call.caller, id);
      const details = { ...(name === undefined ? {} : { name }), ...(privacy === undefined ? {} : { privacy }) };
      const audit = { action: 'database.update', subject: id, details } as const;
      return { body: { ...summary(updated, null), privacy: updated.privacy }, finish: null, audit };
    });
    // Afterwards, since a stored reply must not hold a key.
    const pkLive = (await publishable(call.caller, [id])).get(id);
    if (pkLive === undefined) return stored;
    return new Stored(stored.status, JSON.stringify({ ...JSON.parse(stored.text), pkLive }), stored.replayed);
  };
}
