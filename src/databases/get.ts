import type { Handler } from '../call.ts';
import type { GrantAccess } from '../grants/access.ts';
import type { PublishableKeys } from '../keys/publishable.ts';
import { readableDatabase, requireReach } from '../rights.ts';
import type { Databases } from '../store/databases.ts';
import { grantedSummary, summary } from './summary.ts';

export function createGetDatabase({
  databases,
  grants,
  publishable,
}: {
  databases: Databases;
  grants: GrantAccess;
  publishable: PublishableKeys;
}): Handler<'getDatabase'> {
  return async ({ id }, call) => {
    requireReach(call.caller, id);
    const database = await databases.read(id, call.caller.ownerId);
    if (!database) {
      const granted = await readableDatabase({ databases, grants }, call.caller, id);
      return { ...grantedSummary(granted.database, null), privacy: granted.database.privacy };
    }
    const shown = await publishable(call.caller, [id]);
    return { ...summary(database, shown.get(id) ?? null), privacy: database.privacy };
  };
}
