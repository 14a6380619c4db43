import { type Handler, Page } from '../call.ts';
import { Fault } from '../fault.ts';
import type { GrantPosition, Grants } from '../store/grants.ts';
import { grantRecord } from './record.ts';

/** Those that the account gave and those that it holds: active ones first, the newest of each first. */
export function createListGrants({ grants }: { readonly grants: Grants }): Handler<'listGrants'> {
  return async ({ limit, cursor }, call) => {
    const { ownerId } = call.caller;
    const after = cursor === undefined ? null : positionIn(cursor);
    // One more than the page tells whether there is another.
    const rows = await grants.list(ownerId, { limit: limit + 1, after });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const next = last && rows.length > limit ? `${last.revoked_at === null ? 'active' : 'revoked'}.${last.id}` : null;
    return new Page(
      page.map((row) => grantRecord(row, ownerId)),
      next,
    );
  };
}

/** @throws Fault invalid_body */
function positionIn(cursor: string): GrantPosition {
  const [, state, id] = /^(active|revoked)\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor) ?? [];
  if (state === undefined || id === undefined)
    throw new Fault('invalid_body', { params: { issues: [{ path: 'cursor', message: 'Not a cursor of this list.' }] } });
  return { isRevoked: state === 'revoked', id };
}
