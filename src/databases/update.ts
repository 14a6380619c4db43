import type { Handler } from '../call.ts';
import { Fault } from '../fault.ts';
import type { Once } from '../once.ts';
import { requireWriteAccess } from '../rights.ts';
import type { Databases } from '../store/databases.ts';
import { summary } from './summary.ts';

/** Its name and what models are told of it; its id, and with it every address, stays. */
export function createUpdateDatabase({ databases, once }: { databases: Databases; once: Once }): Handler<'updateDatabase'> {
  return async ({ id, name, privacy }, call) => {
    requireWriteAccess(call.caller);
    return await once.control(call, 200, async () => {
      const updated = await databases.update(id, call.caller.ownerId, {
        ...(name === undefined ? {} : { name }),
        ...(privacy === undefined ? {} : { privacy }),
      });
      if (!updated) throw new Fault('db_not_found', { params: { db: id } });
      return { body: { ...summary(updated), privacy: updated.privacy }, finish: null };
    });
  };
}
