import type { Handler } from '../call.ts';
import { ownDatabase } from '../rights.ts';
import type { Databases } from '../store/databases.ts';
import { summary } from './summary.ts';

export function createGetDatabase({ databases }: { databases: Databases }): Handler<'getDatabase'> {
  return async ({ id }, call) => {
    const database = await ownDatabase(databases, call.caller, id);
    return { ...summary(database), privacy: database.privacy };
  };
}
