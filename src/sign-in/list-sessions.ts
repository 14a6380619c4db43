import { type Handler, Page } from '../call.ts';
import { credentialIdOf } from '../caller.ts';
import { Fault } from '../fault.ts';
import type { WebSessionRow, WebSessions } from '../store/web-sessions.ts';

export function createListSessions({ sessions }: { readonly sessions: Pick<WebSessions, 'list'> }): Handler<'listSessions'> {
  return async ({ limit, cursor }, { caller }) => {
    if (cursor !== undefined && !UUID.test(cursor))
      throw new Fault('invalid_body', { params: { issues: [{ path: 'cursor', message: 'Not a cursor of this list.' }] } });
    // One more than the page tells whether there is another.
    const rows = await sessions.list(caller.ownerId, { limit: limit + 1, after: cursor ?? null });
    const page = rows.slice(0, limit);
    const own = credentialIdOf(caller);
    return new Page(
      page.map((row) => shown(row, row.id === own)),
      rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    );
  };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const shown = (row: WebSessionRow, current: boolean) => ({
  id: row.id,
  method: row.method,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  agent: row.agent,
  address: row.address,
  current,
});
