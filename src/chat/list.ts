import { type Handler, Page } from '../call.ts';
import type { GrantAccess } from '../grants/access.ts';
import { readableDatabase } from '../rights.ts';
import type { ChatMessages } from '../store/chat.ts';
import type { Databases } from '../store/databases.ts';

/** The newest first, a page at a time; the cursor is the last id of the page before. */
export function createListChatMessages({
  databases,
  grants,
  messages,
}: {
  readonly databases: Databases;
  readonly grants: GrantAccess;
  readonly messages: ChatMessages;
}): Handler<'listChatMessages'> {
  return async ({ dbId, limit, cursor }, call) => {
    await readableDatabase({ databases, grants }, call.caller, dbId);
    // One more than the page tells whether there is another.
    const found = await messages.list(call.caller.ownerId, dbId, { limit: limit + 1, before: cursor ?? null });
    const page = found.slice(0, limit);
    return new Page(page, found.length > limit ? (page.at(-1)?.id ?? null) : null);
  };
}
