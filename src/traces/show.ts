import type { Handler } from '../call.ts';
import { Fault } from '../fault.ts';
import { reaches } from '../rights.ts';
import type { Receipts } from './keep.ts';

/** Its owner alone: not there and not yours look the same. */
export const createGetTrace =
  ({ receipts }: { readonly receipts: Receipts }): Handler<'getTrace'> =>
  async ({ id }, call) => {
    const receipt = await receipts.find(id, call.caller.ownerId);
    if (!receipt || !reaches(call.caller, receipt.dbId)) throw new Fault('trace_not_found');
    return receipt;
  };
