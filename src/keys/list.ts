import { type Handler, Page } from '../call.ts';
import { Fault } from '../fault.ts';
import type { KeyPosition, Keys } from '../store/keys.ts';
import { keyRecord } from './record.ts';

/** Active ones first, the newest of each first; the key of an owner's data folder is a file there and not among them. */
export function createListKeys({ keys }: { readonly keys: Keys }): Handler<'listKeys'> {
  return async ({ limit, cursor }, call) => {
    const after = cursor === undefined ? null : positionIn(cursor);
    // One more than the page tells whether there is another.
    const rows = await keys.list(call.caller.ownerId, { limit: limit + 1, after });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const next = last && rows.length > limit ? `${last.revoked_at === null ? 'active' : 'revoked'}.${last.id}` : null;
    return new Page(page.map(keyRecord), next);
  };
}

/** @throws Fault invalid_body */
function positionIn(cursor: string): KeyPosition {
  const [, state, id] = /^(active|revoked)\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor) ?? [];
  if (state === undefined || id === undefined)
    throw new Fault('invalid_body', { params: { issues: [{ path: 'cursor', message: 'Not a cursor of this list.' }] } });
  return { isRevoked: state === 'revoked', id };
}
