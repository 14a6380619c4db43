import type { Handler } from '../call.ts';
import { Fault } from '../fault.ts';
import type { Imports } from '../store/imports.ts';
import { importRecord } from './record.ts';

/** For whoever has the id, which nobody guesses. */
export function createGetImport({ imports }: { readonly imports: Imports }): Handler<'getImport'> {
  return async ({ id }) => {
    const row = await imports.find(id);
    if (!row) throw new Fault('import_not_found');
    return importRecord(row);
  };
}
