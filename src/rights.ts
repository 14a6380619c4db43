import type { Caller } from './caller.ts';
import { Fault } from './fault.ts';
import type { DatabaseRecord, Databases } from './store/databases.ts';

/** The caller's own database. Not there and not yours look the same. @throws Fault db_not_found */
export async function ownDatabase(databases: Databases, caller: Caller, id: string): Promise<DatabaseRecord> {
  const found = await databases.find(id, caller.ownerId);
  if (!found) throw new Fault('db_not_found', { params: { db: id } });
  return found;
}

/** @throws Fault forbidden for a credential that may only read */
export function requireWriteAccess(caller: Caller): void {
  if (caller.access !== 'write')
    throw new Fault('forbidden', { params: { reason: 'This credential may read but not write: use one with write access.' } });
}
