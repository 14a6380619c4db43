import type { Handler } from '../call.ts';
import { Fault } from '../fault.ts';
import type { Once } from '../once.ts';
import type { Imports } from '../store/imports.ts';
import { ownImport } from './own-import.ts';

/** Also of one that runs: whoever works on it finds out with its next step, and stops there. */
export function createDeleteImport({ imports, once }: { readonly imports: Imports; readonly once: Once }): Handler<'deleteImport'> {
  return async ({ id }, call) =>
    await once.control(call, 204, async () => {
      await ownImport(imports, call, id);
      if (!(await imports.remove(id))) throw new Fault('import_not_found');
      return { body: null, finish: null, audit: null };
    });
}
