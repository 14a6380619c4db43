import type { Handler } from '../call.ts';
import { Fault } from '../fault.ts';
import type { Grants } from '../store/grants.ts';
import type { Meter } from './meter.ts';

/** For both sides, also of a grant that was revoked. Another's grant and none look the same. */
export function createGrantUsage({ grants, meter }: { readonly grants: Grants; readonly meter: Meter }): Handler<'grantUsage'> {
  return async ({ id }, call) => {
    const row = await grants.read(id, call.caller.ownerId);
    if (!row) throw new Fault('grant_not_found');
    await meter.flush();
    const byDay = await grants.usage(id);
    return {
      queries: byDay.reduce((sum, { queries }) => sum + queries, 0),
      rows: byDay.reduce((sum, { rows }) => sum + rows, 0),
      since: row.created_at.toISOString(),
      byDay,
    };
  };
}
