import type { Handler } from '../call.ts';
import { Fault } from '../fault.ts';
import type { Databases } from '../store/databases.ts';
import { summary } from './summary.ts';

export function createGetDatabase({ databases }: { databases: Databases }): Handler<'getDatabase'> {
  return async ({ id }, call) => {
    const database = await databases.read(id, call.caller.ownerId);
    if (!database) throw new Fault('db_not_found', { params: { db: id } });
    return { ...summary(database), privacy: database.privacy };
  };
}
