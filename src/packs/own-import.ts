import type { Call } from '../call.ts';
import type { Caller } from '../caller.ts';
import { Fault } from '../fault.ts';
import { databasesOfCaller } from '../rights.ts';
import type { ImportRow, Imports } from '../store/imports.ts';
import { startedBy } from './create.ts';

/**
 * An import of the caller's account. One that was begun without an account becomes the account's by this: its id is all that it takes.
 * @throws Fault import_not_found
 */
export async function ownImport(imports: Imports, call: Call, id: string): Promise<ImportRow> {
  const { ownerId } = call.caller;
  const row = await imports.find(id);
  if (row && !isReached(call.caller, row)) throw new Fault('import_not_found');
  if (row?.owner_id === ownerId) return row;
  if (!row || !(await imports.claim(id, ownerId, startedBy(call)))) throw new Fault('import_not_found');
  return { ...row, owner_id: ownerId };
}

/** A key that is for some databases alone has to do with imports into these. */
export function isReached(caller: Caller, { db_id: dbId }: Pick<ImportRow, 'db_id'>): boolean {
  const only = databasesOfCaller(caller);
  return only === null || (dbId !== null && only.includes(dbId));
}
