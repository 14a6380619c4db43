import { type Handler, Page } from '../call.ts';
import { Fault } from '../fault.ts';
import type { PublishableKeys } from '../keys/publishable.ts';
import { databasesOfCaller } from '../rights.ts';
import type { Databases, Position } from '../store/databases.ts';
import { grantedSummary, summary } from './summary.ts';

/** Newest first, a page at a time. The cursor says where the page before ended, so it holds though databases come and go. */
export function createListDatabases({
  databases,
  publishable,
}: {
  databases: Databases;
  publishable: PublishableKeys;
}): Handler<'listDatabases'> {
  return async ({ limit, cursor }, call) => {
    const after = cursor === undefined ? null : positionIn(cursor);
    // One more than the page tells whether there is another.
    const rows = await databases.visible(call.caller.ownerId, { limit: limit + 1, after, only: databasesOfCaller(call.caller) });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const shown = await publishable(
      call.caller,
      page.filter((row) => row.owner_id === call.caller.ownerId).map(({ id }) => id),
    );
    return new Page(
      page.map((row) =>
        row.owner_id === call.caller.ownerId ? summary(row, shown.get(row.id) ?? null) : grantedSummary(row, row.last_used),
      ),
      last && rows.length > limit ? `${last.created_us}.${last.id}` : null,
    );
  };
}

/** @throws Fault invalid_body */
function positionIn(cursor: string): Position {
  const [, createdUs, id] = /^(\d{1,18})\.(db_[a-z0-9_]+)$/.exec(cursor) ?? [];
  if (createdUs === undefined || id === undefined)
    throw new Fault('invalid_body', { params: { issues: [{ path: 'cursor', message: 'Not a cursor of this list.' }] } });
  return { createdUs, id };
}
